import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, describe, it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { generateCpf } from '../../src/platform/documents.ts';
import { testDatabaseKinds } from '../support/database.ts';
import { assertError, send } from '../support/http.ts';
import { shareService, startTestService, type TestService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';
import { createGreyPhoto, putFace, toDataAddress } from '../support/service-photos.ts';
import { requestToken } from '../support/tokens.ts';

const authenticate = (service: TestService, token: string, peopleId: string, imageUrl: string) =>
  send(`${service.url}/faces/authenticate`, { method: 'POST', token, json: { peopleId, imageUrl } });

/** A web server of this machine that photos are fetched from. */
async function startPhotos(t: TestContext, onRequest: RequestListener): Promise<string> {
  const server: Server = createServer(onRequest).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('times and sizes from the configuration', () => {
  const service = shareService('embedded', {
    engine: createStandInEngine(),
    env: {
      ACCESS_TOKEN_LIFETIME_SECONDS: '60',
      IMAGE_FETCH_ALLOW: '127.0.0.1',
    },
    constants: { images: { linkLifetimeSeconds: 3_600, maxPixels: 20_000, fetchMaxConcurrent: 1 } },
  });
  const cpf = generateCpf();
  let photo: Buffer;

  before(async () => {
    photo = await createGreyPhoto(100);
    assert.equal((await putFace(service(), cpf, photo)).status, 201);
  });

  it('a token lives for ACCESS_TOKEN_LIFETIME_SECONDS', async () => {
    const { body } = await requestToken(service().url, service().admin);
    assert.equal(body.expires_in, 60);
    const list = () => send(`${service().url}/v1/clients`, { token: body.access_token });
    assert.equal((await list()).status, 200);
    // With the minute that the clocks of two machines may differ by.
    await service().clock.later(121_000, async () => assertError(await list(), 401, 'token_expired'));
  });

  it('a link to a photo leads to it for its lifetime', async () => {
    const token = await service().token('customer');
    const { body } = await send(`${service().url}/v1/people/${cpf}/face`, { token });
    const link = body.items[0].imageUrl as string;
    await service().clock.later(3_000_000, async () => assert.equal((await send(link)).status, 200));
    await service().clock.later(3_601_000, async () =>
      assertError(await send(link), 404, 'image_link_invalid'),
    );
  });

  it('a photo has no more pixels than the limit', async () => {
    assert.equal((await putFace(service(), generateCpf(), await createGreyPhoto(141))).status, 201);
    const tooLarge = await putFace(service(), generateCpf(), await createGreyPhoto(142));
    assertError(tooLarge, 400, 'image_too_large');
  });

  it('a photo is followed through three redirects', async (t) => {
    const base = await startPhotos(t, (request, response) => {
      const left = Number(request.url!.slice(1));
      if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end();
      else response.writeHead(200, { 'content-type': 'image/jpeg' }).end(photo);
    });
    const token = await service().token('mobile');
    assert.equal((await authenticate(service(), token, cpf, `${base}/3`)).status, 200);
    assertError(await authenticate(service(), token, cpf, `${base}/4`), 400, 'image_unreachable');
  });

  it('no more photos than the limit are fetched at a time', async (t) => {
    const asked = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const base = await startPhotos(t, async (_request, response) => {
      asked.resolve();
      await held.promise;
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end(photo);
    });
    const token = await service().token('mobile');
    const first = authenticate(service(), token, cpf, `${base}/first`);
    await asked.promise;
    const second = await authenticate(service(), token, cpf, `${base}/second`);
    held.resolve();
    assertError(second, 503, 'image_fetch_busy');
    assert.equal((await first).status, 200);
    assert.equal((await authenticate(service(), token, cpf, `${base}/third`)).status, 200);
  });
});

describe('the time limit of a fetch', () => {
  const service = shareService('embedded', {
    engine: createStandInEngine(),
    env: { IMAGE_FETCH_ALLOW: '127.0.0.1' },
    constants: { images: { fetchTimeoutMs: 500 } },
  });

  it('a photo that comes later than that does not come at all', async (t) => {
    const cpf = generateCpf();
    const photo = await createGreyPhoto(100);
    assert.equal((await putFace(service(), cpf, photo)).status, 201);
    const base = await startPhotos(t, async (_request, response) => {
      await delay(2_000);
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end(photo);
    });
    const token = await service().token('mobile');
    assertError(await authenticate(service(), token, cpf, `${base}/late`), 400, 'image_unreachable');
    const inline = await authenticate(service(), token, cpf, toDataAddress(photo));
    assert.equal(inline.status, 200);
  });
});

describe('rate limits that are not set', () => {
  const service = shareService('embedded', {
    engine: createStandInEngine(),
    env: { RATE_LIMIT_PER_MINUTE: '70' },
  });

  it('of an address are ten times those of a client, of a person the same', async () => {
    const cpf = generateCpf();
    const token = await service().token('mobile');
    const answer = await authenticate(service(), token, cpf, toDataAddress(await createGreyPhoto()));
    assertError(answer, 404, 'face_not_registered');
    const policies = (answer.headers.get('ratelimit-policy') ?? '').split(', ').sort();
    assert.deepEqual(policies, ['"address";q=700;w=60', '"client";q=70;w=60', '"person";q=70;w=60']);
  });
});

describe('RATE_LIMIT_ON_REDIS_FAILURE', () => {
  // Nothing listens there.
  const redis = { REDIS_URL: 'redis://127.0.0.1:1' };

  it('closed refuses what would be counted while Redis is gone, and says so in a metric', async (t) => {
    const service = await startTestService(t, 'embedded', {
      engine: createStandInEngine(),
      env: { ...redis, RATE_LIMIT_ON_REDIS_FAILURE: 'closed', METRICS_LISTEN: '127.0.0.1:0' },
    });
    const refused = await send(`${service.url}/.well-known/jwks.json`);
    assertError(refused, 503, 'rate_limits_unavailable');
    const token = await requestToken(service.url, service.admin);
    assert.equal(token.status, 503);
    assert.equal((await send(`${service.url}/healthz`)).status, 200);
    const { text } = await send(`${service.running.metricsUrl}/metrics`);
    assert.match(text, /^confere_redis_ready 0$/m);
    assert.match(text, /^confere_redis_failures_total [1-9]\d*$/m);
  });

  it('open counts in the process', async (t) => {
    const service = await startTestService(t, 'embedded', {
      engine: createStandInEngine(),
      env: { ...redis, RATE_LIMIT_ON_REDIS_FAILURE: 'open', RATE_LIMIT_PER_MINUTE: '3' },
    });
    const token = await service.token('mobile');
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      statuses.push((await send(`${service.url}/faces/authenticate/x`, { token })).status);
    }
    assert.deepEqual(statuses, [404, 404, 404, 429]);
  });
});

describe('SHUTDOWN_TIMEOUT_MS', () => {
  it('what is not answered by then is cut, and the service ends', async (t) => {
    const engine = createStandInEngine();
    const service = await startTestService(t, 'embedded', { engine, env: { SHUTDOWN_TIMEOUT_MS: '1000' } });
    const cpf = generateCpf();
    const photo = await createGreyPhoto();
    assert.equal((await putFace(service, cpf, photo)).status, 201);
    const token = await service.token('mobile');
    const held = engine.hold();
    t.after(() => held.release());
    const cut = assert.rejects(authenticate(service, token, cpf, toDataAddress(photo)));
    while (engine.pending() === 0) await delay(20);
    const timer = new AbortController();
    // The default would take half a minute.
    const late = delay(25_000, 'late', { signal: timer.signal }).catch(() => 'late');
    assert.equal(await Promise.race([service.running.stop().then(() => 'stopped'), late]), 'stopped');
    timer.abort();
    await cut;
  });
});

const withoutPostgres = testDatabaseKinds().includes('postgres')
  ? false
  : 'the embedded database has one connection; CONFERE_TEST_DATABASE_URL is not set';

describe('DATABASE_POOL_SIZE', { skip: withoutPostgres }, () => {
  const service = shareService('postgres', {
    engine: createStandInEngine(),
    env: { DATABASE_POOL_SIZE: '3' },
  });

  it('a process has no more connections to PostgreSQL, however much it has to do', async () => {
    const url = new URL(service().databaseUrl!);
    const database = url.pathname.slice(1);
    url.pathname = '/postgres';
    const watcher = new Client({ connectionString: url.href });
    await watcher.connect();
    try {
      const token = await service().token('customer');
      let isDone = false;
      const reads = Promise.all(
        Array.from({ length: 200 }, () =>
          send(`${service().url}/v1/people/${generateCpf()}`, { token }).then(({ status }) => status),
        ),
      ).finally(() => {
        isDone = true;
      });
      let most = 0;
      do {
        const { rows } = await watcher.query(
          'select count(*)::int as count from pg_stat_activity where datname = $1',
          [database],
        );
        most = Math.max(most, rows[0].count);
      } while (!isDone);
      assert.deepEqual([...new Set(await reads)], [404]);
      assert.ok(most >= 1 && most <= 3, `${most} connections`);
    } finally {
      await watcher.end();
    }
  });
});
