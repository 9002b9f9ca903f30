import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { generateCpf } from '../../src/platform/documents.ts';
import { takeAddresses } from '../../src/web/normalise-forwarded.ts';
import { createScriptedSource, found } from '../profiles/scripted-sources.ts';
import { type Answer, assertError, send } from '../support/http.ts';
import { type OpenApiDocument, readOperations } from '../support/openapi/read-operations.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';
import { requestToken } from '../support/tokens.ts';

describe('addresses that proxies write', () => {
  const service = shareService('embedded', {
    engine: createStandInEngine(),
    env: { TRUSTED_PROXIES: '127.0.0.1', TOKEN_RATE_LIMIT_PER_MINUTE: '5' },
  });
  const read = (forwarded: string) =>
    send(`${service().url}/oauth2/token`, {
      method: 'POST',
      headers: { 'x-forwarded-for': forwarded },
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: 'x', client_secret: 'y' }),
    });

  it('one client is one, whatever its port is and however its address is written', async () => {
    const answers: number[] = [];
    for (let port = 50_000; port < 50_010; port += 1) {
      answers.push((await read(`203.0.113.9:${port}`)).status);
    }
    assert.deepEqual(answers, [401, 401, 401, 401, 401, 429, 429, 429, 429, 429]);
    assert.equal((await read('"203.0.113.9"')).status, 429);
    assert.equal((await read('203.0.113.10:50000')).status, 401);
  });

  it('takes ports, brackets and quotes away, and believes nothing before a word', () => {
    for (const [given, taken] of [
      ['203.0.113.9', ['203.0.113.9']],
      ['203.0.113.9:443, 10.0.0.1', ['203.0.113.9', '10.0.0.1']],
      ['[2001:db8::1]:443', ['2001:db8::1']],
      ['[2001:db8::1]', ['2001:db8::1']],
      ['2001:db8::1', ['2001:db8::1']],
      ['fe80::1%eth0', ['fe80::1']],
      ['"[2001:db8::1]:443"', ['2001:db8::1']],
      ['198.51.100.1, unknown', []],
      ['198.51.100.1, unknown, 10.0.0.1:80', ['10.0.0.1']],
      ['_hidden', []],
      ['', []],
      ['203.0.113.9:', []],
      ['999.1.1.1:80', []],
    ] as const) {
      assert.deepEqual(takeAddresses(given), taken, given);
    }
  });
});

describe('phones of one client', () => {
  const service = shareService('embedded', {
    engine: createStandInEngine(),
    env: { RATE_LIMIT_PER_MINUTE: '130', RATE_LIMIT_ADDRESS_PER_MINUTE: '100000' },
  });

  it('one that asks too much is refused alone: other phones and the back end go on', async () => {
    const { url } = service();
    const read = (token: string) => send(`${url}/faces/authenticate/x`, { token });
    const tokenOf = async (form?: Record<string, string>): Promise<string> =>
      (await requestToken(url, client, form)).body.access_token;
    const client = await service().createClient('mobile', ['attempts:read']);
    const hostile = await tokenOf({ people_id: generateCpf() });
    const statuses = new Map<number, number>();
    for (let count = 0; count < 140; count += 1) {
      const { status } = await read(hostile);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    assert.deepEqual(
      [...statuses],
      [
        [404, 120],
        [429, 20],
      ],
    );
    assert.equal((await read(await tokenOf({ people_id: generateCpf() }))).status, 404);
    assert.equal((await read(await tokenOf())).status, 404);
  });
});

describe('what strangers may send and caches may keep', () => {
  const civil = createScriptedSource('civil', 'person');
  const service = shareService('embedded', { engine: createStandInEngine(), sources: [civil] });
  let token: string;
  let execution: Answer;

  before(async () => {
    const { url } = service();
    token = await service().token('customer');
    const cpf = generateCpf();
    civil.answer(cpf, found({ name: 'Ana Lima', motherName: 'Rita Lima' }));
    const template = await send(`${url}/v1/query-templates`, {
      method: 'POST',
      token,
      json: {
        name: 'Mothers',
        subject: 'person',
        sources: [{ name: 'civil' }],
        rules: [{ name: 'mother', when: 'basicData.motherName == "x"', status: 'REPROVED' }],
      },
    });
    execution = await send(`${url}/v1/executions`, {
      method: 'POST',
      token,
      json: { templateId: template.body.id, cpf },
      headers: { prefer: 'wait=20' },
    });
    assert.equal(execution.status, 201, execution.text);
  });

  it('a public route reads no body of more than 16 KiB, of whatever type', async () => {
    const document = (await send(`${service().url}/openapi.json`)).body as OpenApiDocument;
    const open = readOperations(document).filter(
      ({ method, path, scope, needsSession, bodies }) =>
        method === 'POST' &&
        scope === undefined &&
        !needsSession &&
        !('image/jpeg' in bodies) &&
        path !== '/oauth2/token',
    );
    assert.ok(open.length > 10, String(open.length));
    for (const { path } of open) {
      for (const type of ['application/json', 'application/octet-stream']) {
        const answer = await send(`${service().url}${path.replaceAll(/\{\w+\}/g, 'x')}`, {
          method: 'POST',
          headers: { 'content-type': type },
          body: JSON.stringify({ x: 'x'.repeat(16_384) }),
        });
        assert.equal(answer.status, 413, path);
        assertError(answer, 413, 'body_too_large');
      }
    }
  });

  it('no cache keeps an answer of the API, apart from keys and metadata of the issuer', async () => {
    const { executionId, profileId } = execution.body;
    const document = (await send(`${service().url}/openapi.json`)).body as OpenApiDocument;
    const reads = readOperations(document).filter(({ method }) => method === 'GET');
    const paths = reads.map(({ path }) =>
      path
        .replace('{personId}', profileId)
        .replace('{executionId}', executionId)
        .replaceAll(/\{\w+\}/g, 'x'),
    );
    const kept: string[] = [];
    for (const path of [...paths, '/v1/nothing']) {
      const { headers } = await send(`${service().url}${path}`, { token });
      if (!/no-store/.test(headers.get('cache-control') ?? '')) kept.push(path);
    }
    assert.ok(paths.length > 60, String(paths.length));
    assert.deepEqual(
      kept.filter((path) => !path.includes('/.well-known/')),
      [],
    );
  });

  it('the values that rules saw are for tokens that may read the profile', async () => {
    const { executionId } = execution.body;
    const seen = JSON.stringify(execution.body.decision);
    assert.ok(seen.includes('Rita Lima'), seen);
    const runner = await service().fetchToken(
      await service().createClient('customer', ['executions:write', 'companies:read']),
    );
    const read = await send(`${service().url}/v1/executions/${executionId}`, { token: runner });
    assert.equal(read.status, 200);
    assert.equal(read.body.decision.rules[0].name, 'mother');
    assert.ok(!read.text.includes('Rita Lima'), read.text);
    const again = await send(`${service().url}/v1/executions/${executionId}/run-again`, {
      method: 'POST',
      token: runner,
    });
    assert.ok(!again.text.includes('Rita Lima'), again.text);
  });
});
