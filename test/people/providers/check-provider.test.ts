import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { checkProvider, probeProviders } from '../../../src/people/providers/check-provider.ts';
import { loadProviders } from '../../../src/people/providers/load-providers.ts';
import { parseProviders } from '../../../src/people/providers/provider-description.ts';
import { readSecret } from '../../../src/platform/config/index.ts';
import type { AppError } from '../../../src/platform/errors.ts';
import { createSelfSignedCertificate } from '../../images/self-signed-certificate.ts';
import { json, type MockProvider, startMockProvider } from './mock-provider.ts';

describe('the check of a provider', () => {
  let mock: MockProvider;
  let folder: string;
  before(async () => {
    mock = await startMockProvider();
    folder = await mkdtemp(join(tmpdir(), 'confere-check-'));
  });
  beforeEach(() => {
    mock.received.length = 0;
  });
  after(async () => {
    await mock.close();
    await rm(folder, { recursive: true });
  });

  const describeProvider = (more: object = {}) => ({
    name: 'acme',
    source: 'pfAcme',
    request: { url: `${mock.url}/people/{cpf}`, headers: { key: '{secret.key}' } },
    response: { mapping: 'data' },
    secrets: { key: { env: 'ACME_KEY' }, secret: { env: 'ACME_SECRET' } },
    ...more,
  });
  const oauth = () => ({ tokenUrl: `${mock.url}/token`, clientId: 'key', clientSecret: 'secret' });
  const keys = { ACME_KEY: 'k-hidden', ACME_SECRET: 's-hidden' };
  async function check(more: object, environment: Record<string, string> = keys, isBilledAllowed = false) {
    const [description] = parseProviders(JSON.stringify({ providers: [describeProvider(more)] }));
    const checked = await checkProvider(description!, {
      fetchAllow: ['127.0.0.1', 'localhost'],
      isBilledAllowed,
      readReference: (reference) => readSecret(reference, environment),
    });
    assert.ok(!JSON.stringify(checked).includes('hidden'));
    return checked;
  }

  it('asks nobody without keys, and names what is missing', async () => {
    const missing = await check({ health: { url: `${mock.url}/ping` } }, { ACME_KEY: 'k-hidden' });
    assert.equal(missing.outcome, 'keys_missing');
    assert.deepEqual(missing.missing, [{ member: 'secrets/secret', message: 'has no value' }]);
    assert.equal(mock.received.length, 0);
    assert.equal((await check({})).outcome, 'not_asked');
    assert.equal(mock.received.length, 0);
  });

  it('makes the described call once, with the keys', async () => {
    const health = { url: `${mock.url}/ping`, headers: { key: '{secret.key}' } };
    mock.answer(json({}));
    const well = await check({ health });
    assert.deepEqual([well.outcome, well.status], ['answers', 200]);
    assert.deepEqual(
      mock.received.map(({ url, headers }) => [url, headers.key]),
      [['/ping', 'k-hidden']],
    );
    mock.answer(json({}, 401));
    assert.deepEqual([(await check({ health })).outcome, mock.received.length], ['refused', 2]);
    mock.answer((response) => response.destroy());
    assert.equal((await check({ health })).outcome, 'unreachable');
    const plain = await check({ health: { url: 'http://10.0.0.1/ping' } });
    assert.deepEqual(
      [plain.outcome, plain.reason],
      ['unreachable', 'The service refuses to connect to this address (Only https: is used.)'],
    );
  });

  it('a token is an answer; a billed call is made on demand only', async () => {
    mock.answer(json({ access_token: 't1' }));
    assert.deepEqual(await check({ oauth: oauth() }), {
      provider: 'acme',
      missing: [],
      hasToken: true,
      outcome: 'answers',
    });
    mock.answer(json({}, 401));
    const refused = await check({ oauth: oauth() });
    assert.deepEqual([refused.outcome, refused.hasToken], ['refused', false]);

    const health = { url: `${mock.url}/one`, headers: { a: 'Bearer {token}' }, isBilled: true };
    mock.received.length = 0;
    mock.answer(json({ access_token: 't2' }));
    const kept = await check({ oauth: oauth(), health });
    assert.deepEqual([kept.outcome, kept.isBilled, mock.received.length], ['not_asked', true, 1]);
    mock.answer(json({ access_token: 't3' }), json({}));
    assert.equal((await check({ oauth: oauth(), health }, keys, true)).outcome, 'answers');
    assert.equal(mock.received.at(-1)!.headers.a, 'Bearer t3');

    const path = join(folder, 'probed.json');
    await writeFile(
      path,
      JSON.stringify({
        providers: [describeProvider({ health, secrets: {}, request: { url: `${mock.url}/` } })],
      }).replaceAll('Bearer {token}', 'x'),
    );
    mock.received.length = 0;
    const [probe] = await probeProviders({ providersFile: path, fetchAllow: ['127.0.0.1'] });
    assert.deepEqual([probe!.isHealthy, mock.received.length], [undefined, 0]);
  });

  describe('with a client certificate', () => {
    let server: Server;
    let url: string;
    const own = createSelfSignedCertificate('localhost');
    const client = createSelfSignedCertificate('client.test');
    const seen: (string | undefined)[] = [];
    const trusted = getCACertificates('default');
    before(async () => {
      setDefaultCACertificates([...trusted, own.cert]);
      server = createServer({ ...own, requestCert: true, ca: [client.cert] }, (request, response) => {
        const subject = (request.socket as TLSSocket).getPeerCertificate().subject as
          | { CN?: string }
          | undefined;
        seen.push(subject?.CN);
        response.end('{}');
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      url = `https://localhost:${(server.address() as AddressInfo).port}`;
      await writeFile(join(folder, 'client.crt'), client.cert);
      await writeFile(join(folder, 'client.key'), client.key);
    });
    after(async () => {
      setDefaultCACertificates(trusted);
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    });

    const clientCertificate = { certificateFile: { env: 'CERT_FILE' }, keyFile: { env: 'CERT_KEY_FILE' } };
    const paths = () => ({
      CERT_FILE: join(folder, 'client.crt'),
      CERT_KEY_FILE: join(folder, 'client.key'),
    });
    const described = () => ({
      clientCertificate,
      health: { url: `${url}/ping` },
      request: { url: `${url}/` },
    });

    it('shows it to the server; the paths come from variables', async () => {
      assert.equal((await check(described(), { ...keys, ...paths() })).outcome, 'answers');
      assert.deepEqual(seen, ['client.test']);
    });

    it('a server that wants another certificate does not answer', async () => {
      await writeFile(join(folder, 'client.crt'), own.cert);
      await writeFile(join(folder, 'client.key'), own.key);
      assert.equal((await check(described(), { ...keys, ...paths() })).outcome, 'unreachable');
      assert.equal(seen.length, 1);
    });

    it('a missing file, another key and an address without https are told at the start', async () => {
      const none = await check(described(), { ...keys, CERT_FILE: '/none', CERT_KEY_FILE: '/none' });
      assert.deepEqual(none.missing, [
        { member: 'clientCertificate/certificateFile', message: 'names a file that cannot be read' },
      ]);
      await writeFile(join(folder, 'client.key'), client.key);
      const path = join(folder, 'providers.json');
      await writeFile(path, JSON.stringify({ providers: [describeProvider(described())] }));
      const load = () => loadProviders(path, (reference) => readSecret(reference, { ...keys, ...paths() }));
      await assert.rejects(load, (error: AppError) => {
        assert.deepEqual(
          error.problems?.map((problem) => problem.path),
          ['providers/0/clientCertificate'],
        );
        return true;
      });
      assert.throws(
        () => parseProviders(JSON.stringify({ providers: [describeProvider({ clientCertificate })] })),
        (error: AppError) => error.problems?.[0]?.path === 'providers/0/request/url',
      );
    });
  });
});
