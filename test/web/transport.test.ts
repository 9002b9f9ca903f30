import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { connect } from 'node:tls';
import { generateCpf } from '../../src/platform/documents.ts';
import { createLogger } from '../../src/platform/log.ts';
import { startFaceService } from '../../src/process/start-peer.ts';
import { startService } from '../../src/process/start-service.ts';
import { createPhoto } from '../images/photos.ts';
import { createSelfSignedCertificate } from '../images/self-signed-certificate.ts';
import { createTestDatabase } from '../support/database.ts';
import { assertError, send } from '../support/http.ts';
import { configOf, shareService, startTestService, type TestService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';
import { putFace, toDataAddress } from '../support/service-photos.ts';

describe('pages in browsers', () => {
  const origin = 'https://app.example';
  const closed = shareService('embedded', { engine: createStandInEngine() });
  const open = shareService('embedded', {
    engine: createStandInEngine(),
    env: { CORS_ORIGINS: `${origin}, http://localhost:5173` },
  });
  const preflight = (service: TestService, path: string, from = origin) =>
    send(`${service.url}${path}`, {
      method: 'OPTIONS',
      headers: { origin: from, 'access-control-request-method': 'POST' },
    });
  const corsHeadersOf = (headers: Headers) =>
    [...headers.keys()].filter((name) => name.startsWith('access-control-'));

  it('are invited nowhere unless configured', async () => {
    for (const path of [
      '/v1/clients',
      '/faces/authenticate',
      '/oauth2/token',
      '/healthz',
      '/docs',
      '/nothing',
    ]) {
      const answer = await send(`${closed().url}${path}`, { headers: { origin } });
      assert.deepEqual(corsHeadersOf(answer.headers), [], path);
    }
    assertError(await preflight(closed(), '/v1/clients'), 405, 'method_not_allowed');
  });

  it('of configured origins may call, those of others and the token endpoint not', async () => {
    const allowed = await preflight(open(), '/v1/face-authentications');
    assert.equal(allowed.status, 204);
    assert.equal(allowed.headers.get('access-control-allow-origin'), origin);
    assert.match(allowed.headers.get('access-control-allow-headers')!, /Authorization/);
    assert.equal(allowed.headers.get('access-control-allow-credentials'), null);
    const answer = await send(`${open().url}/v1/clients`, { headers: { origin } });
    assertError(answer, 401, 'authorization_missing');
    assert.equal(answer.headers.get('access-control-allow-origin'), origin);
    assert.match(answer.headers.get('access-control-expose-headers')!, /X-Response-Signature/);
    for (const other of [
      'https://evil.example',
      'https://app.example.evil.example',
      'null',
      'http://app.example',
    ]) {
      const refused = await preflight(open(), '/v1/clients', other);
      assert.equal(refused.headers.get('access-control-allow-origin'), null, other);
    }
    const token = await send(`${open().url}/oauth2/token`, { method: 'POST', headers: { origin } });
    assert.deepEqual(corsHeadersOf(token.headers), []);
    assert.deepEqual(corsHeadersOf((await preflight(open(), '/oauth2/token')).headers), []);
    assertError(await send(`${open().url}/v1/clients`, { method: 'OPTIONS' }), 405, 'method_not_allowed');
  });

  it('cannot frame, sniff or be told where they came from', async () => {
    const { headers } = await send(`${closed().url}/v1/clients`);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.equal(headers.get('x-frame-options'), 'DENY');
    assert.equal(headers.get('strict-transport-security'), null, 'for whoever ends TLS');
    assert.equal(headers.get('x-powered-by'), null);
    assert.equal(headers.get('server'), null);
  });
});

describe('the source address', () => {
  async function addressOf(service: TestService, headers: Record<string, string>): Promise<string> {
    const cpf = generateCpf();
    const photo = await createPhoto({ format: 'jpeg' });
    assert.equal((await putFace(service, cpf, photo)).status, 201);
    const token = await service.token('mobile');
    const answer = await send(`${service.url}/faces/authenticate`, {
      method: 'POST',
      token,
      headers,
      json: { peopleId: cpf, imageUrl: toDataAddress(photo) },
    });
    assert.equal(answer.status, 200);
    return (await send(answer.headers.get('location')!, { token })).body.data.sourceIp;
  }
  const forged = {
    'x-forwarded-for': '6.6.6.6, 203.0.113.9',
    'x-real-ip': '6.6.6.6',
    forwarded: 'for=6.6.6.6',
    'client-ip': '6.6.6.6',
    'x-forwarded-host': 'evil.example',
  };

  it('cannot be forged by headers when no proxy is trusted', async (t) => {
    const service = await startTestService(t, 'embedded', { engine: createStandInEngine() });
    assert.match(await addressOf(service, forged), /^(::ffff:)?127\.0\.0\.1$/);
  });

  it('is what the trusted proxy saw, not what the client told it', async (t) => {
    const service = await startTestService(t, 'embedded', {
      engine: createStandInEngine(),
      env: { TRUSTED_PROXIES: '127.0.0.1/32' },
    });
    assert.equal(await addressOf(service, forged), '203.0.113.9');
  });

  it('decides the limit, so that a forged header buys no more requests', async (t) => {
    const service = await startTestService(t, 'embedded', {
      engine: createStandInEngine(),
      env: { RATE_LIMIT_ADDRESS_PER_MINUTE: '3' },
    });
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      const headers = { 'x-forwarded-for': `198.51.100.${count}` };
      statuses.push((await send(`${service.url}/.well-known/jwks.json`, { headers })).status);
    }
    assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
  });
});

describe('sizes', () => {
  const service = shareService('embedded', {
    engine: createStandInEngine(),
    env: { IMAGE_MAX_BYTES: '20000' },
  });

  it('of headers and addresses end at 16,384 bytes', async () => {
    assert.equal(
      (await send(`${service().url}/healthz`, { headers: { 'x-long': 'a'.repeat(15_000) } })).status,
      200,
    );
    for (const [path, headers] of [
      ['/healthz', { 'x-long': 'a'.repeat(17_000) }],
      [`/images/${'a'.repeat(17_000)}`, {}],
      [
        '/healthz',
        Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`x-${index}`, 'a'.repeat(40)])),
      ],
    ] as [string, Record<string, string>][]) {
      const answer = await send(`${service().url}${path}`, { headers });
      assert.equal(answer.status, 431);
      assert.equal(answer.body.code, 'request_invalid');
    }
  });
});

describe('metrics', () => {
  it('are for administrators, and on a listener of their own for whoever reaches it', async (t) => {
    const service = await startTestService(t, 'embedded', {
      engine: createStandInEngine(),
      env: { METRICS_LISTEN: '127.0.0.1:0' },
    });
    const cpf = generateCpf();
    const reader = await service.token('customer', { scope: 'people:read' });
    await send(`${service.url}/v1/people/${cpf}`, { token: reader });
    assertError(await send(`${service.url}/metrics`), 401, 'authorization_missing');
    assertError(await send(`${service.url}/metrics`, { token: reader }), 403, 'scope_forbidden');
    const admin = await service.fetchToken(service.admin);
    for (const answer of [
      await send(`${service.url}/metrics`, { token: admin }),
      await send(`${service.running.metricsUrl}/metrics`),
    ]) {
      assert.equal(answer.status, 200);
      assert.match(answer.headers.get('content-type')!, /^text\/plain/);
      assert.match(
        answer.text,
        /confere_http_request_duration_seconds_count\{method="GET",route="\/v1\/people\/:personId",status="404"\} 1/,
      );
      assert.ok(!answer.text.includes(cpf));
      const labels = [...answer.text.matchAll(/="([^"]*)"/g)].map(([, value]) => value!);
      assert.deepEqual(
        labels.filter((value) => /cli_|127\.0\.0\.1|\d{11}/.test(value)),
        [],
      );
    }
    assert.equal((await send(`${service.running.metricsUrl}/v1/clients`)).status, 404);
  });
});

const silent = createLogger({ level: 'silent' });

describe('TLS in the process', () => {
  async function prepare(t: TestContext) {
    const { dataDir: folder } = await createTestDatabase(t, 'embedded', { isEmpty: true });
    const paths = { cert: join(folder, 'tls.crt'), key: join(folder, 'tls.key') };
    const renew = async (days = 1) => {
      const made = createSelfSignedCertificate('confere.example', days);
      await writeFile(paths.cert, made.cert);
      await writeFile(paths.key, made.key);
      return made.cert;
    };
    const cert = await renew();
    const env = { TLS_CERT: paths.cert, TLS_KEY: paths.key, METRICS_LISTEN: '127.0.0.1:0' };
    return { cert, renew, env };
  }

  async function start(t: TestContext) {
    const { cert, renew, env } = await prepare(t);
    const place = await createTestDatabase(t, 'embedded');
    const running = await startService(configOf(place, env), { log: silent, engine: createStandInEngine() });
    t.after(() => running.stop());
    return { running, cert, renew, dataDir: place.dataDir };
  }

  /** A request that trusts one certificate only. */
  function get(url: string, ca: string): Promise<{ status: number; headers: IncomingHttpHeaders }> {
    return new Promise((resolve, reject) => {
      httpsRequest(url, { ca, servername: 'confere.example', agent: false }, (response) => {
        response.resume();
        response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers }));
      })
        .on('error', reject)
        .end();
    });
  }

  it('serves over TLS only, says so for the future, and takes up a renewed certificate', async (t) => {
    const { running, cert, renew, dataDir } = await start(t);
    assert.match(running.url, /^https:/);
    const answer = await get(`${running.url}/healthz`, cert);
    assert.equal(answer.status, 200);
    assert.match(answer.headers['strict-transport-security']!, /max-age=31536000/);
    await assert.rejects(
      send(`${running.url.replace('https:', 'http:')}/healthz`),
      'plain http is not answered',
    );

    const validDays = async () => {
      const { text } = await send(`${running.metricsUrl}/metrics`);
      return Number(/^confere_certificate_valid_seconds (\S+)$/m.exec(text)?.[1]) / 86_400;
    };
    const renewed = await renew(30);
    assert.equal(Math.ceil(await validDays()), 1, 'the one in use counts');
    assert.equal(await running.reloadTls(), true);
    assert.equal(Math.ceil(await validDays()), 30);
    assert.equal((await get(`${running.url}/healthz`, renewed)).status, 200);
    await assert.rejects(get(`${running.url}/healthz`, cert));

    const { url } = JSON.parse(await readFile(join(dataDir, 'server.json'), 'utf8')) as { url: string };
    assert.match(url, /^http:\/\/127\.0\.0\.1:/, 'commands of this machine need no certificate');
    assertError(await send(`${url}/v1/clients`), 404, 'route_not_found');
    assertError(
      await send(`${url}/v1/operator-tasks`, { method: 'POST', json: {} }),
      401,
      'authorization_missing',
    );
  });

  it('a face service takes up a renewed certificate', async (t) => {
    const { cert, renew, env } = await prepare(t);
    const place = await createTestDatabase(t, 'embedded', { isEmpty: true });
    const FACES_SECRET = randomBytes(32).toString('base64');
    const faces = await startFaceService(configOf(place, { ...env, FACES_SECRET }), silent);
    t.after(() => faces.stop());
    assert.ok((await get(`${faces.url}/`, cert)).status > 0);
    const renewed = await renew(30);
    assert.equal(await faces.reloadTls(), true);
    assert.ok((await get(`${faces.url}/`, renewed)).status > 0);
    await assert.rejects(get(`${faces.url}/`, cert));
    const { text } = await send(`${faces.metricsUrl}/metrics`);
    const seconds = Number(/^confere_certificate_valid_seconds (\S+)$/m.exec(text)?.[1]);
    assert.equal(Math.ceil(seconds / 86_400), 30);
  });

  it('speaks no version before 1.2', async (t) => {
    const { running, cert } = await start(t);
    const { hostname, port } = new URL(running.url);
    const outcome = await new Promise<string>((resolve) => {
      const socket = connect(
        {
          host: hostname,
          port: Number(port),
          ca: cert,
          servername: 'confere.example',
          minVersion: 'TLSv1.1',
          maxVersion: 'TLSv1.1',
          ciphers: 'DEFAULT@SECLEVEL=0',
        },
        () => resolve('connected'),
      );
      socket.on('error', () => resolve('refused'));
      socket.on('close', () => socket.destroy());
    });
    assert.equal(outcome, 'refused');
  });
});
