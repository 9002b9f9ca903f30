import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { generateCpf } from '../../../src/platform/documents.ts';
import { createPhoto } from '../../images/photos.ts';
import { describeDatabases, testDatabaseKinds } from '../../support/database.ts';
import { type Answer, assertError, assertRequestId, send } from '../../support/http.ts';
import { openRedisLink, withoutRedis } from '../../support/redis.ts';
import { openS3Server } from '../../support/s3-servers.ts';
import {
  type ServiceScope,
  shareService,
  startTestService,
  type TestService,
} from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';
import { putFace, toDataAddress } from '../../support/service-photos.ts';
import { openWire, type Wire, wireDatabase } from '../../support/wire.ts';

describeDatabases('a service with a listener for each surface', (kind) => {
  const engine = createStandInEngine();
  const service = shareService(kind, { engine, env: { MOBILE_LISTEN: '127.0.0.1:0' } });
  const cpf = generateCpf();

  const mobilePaths = ['/faces/authenticate', '/faces/captures', '/faces/authenticate/att_1'];
  const sharedPaths = ['/v1/face-authentications', '/v1/face-authentications/att_1'];
  const customerPaths = [`/v1/people/${cpf}/face`, '/v1/clients'];

  it('each answers 404 to the paths of the other, whatever the method', async () => {
    assert.notEqual(service().url, service().mobileUrl);
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      for (const path of mobilePaths) {
        assertError(await send(`${service().url}${path}`, { method }), 404, 'route_not_found');
        assert.notEqual((await send(`${service().mobileUrl}${path}`, { method })).status, 404);
      }
      for (const path of customerPaths) {
        assertError(await send(`${service().mobileUrl}${path}`, { method }), 404, 'route_not_found');
        assert.notEqual((await send(`${service().url}${path}`, { method })).status, 404);
      }
    }
    for (const path of sharedPaths) {
      for (const base of [service().url, service().mobileUrl]) {
        const method = path.endsWith('att_1') ? 'GET' : 'POST';
        assertError(await send(`${base}${path}`, { method }), 401, 'authorization_missing');
      }
    }
  });

  it('each describes the paths it has, and no other', async () => {
    for (const [base, own, foreign] of [
      [service().url, '/v1/face-authentications', '/faces/authenticate'],
      [service().mobileUrl, '/v1/face-authentications', '/v1/clients'],
    ] as const) {
      const { body } = await send(`${base}/openapi.json`);
      assert.deepEqual(body.servers, [{ url: base }]);
      assert.ok(own in body.paths);
      assert.ok(!(foreign in body.paths));
    }
  });

  it('links lead to the surface they belong to', async () => {
    const photo = await createPhoto({ format: 'jpeg' });
    assert.equal((await putFace(service(), cpf, photo)).status, 201);
    const token = await service().token('mobile');
    const json = { peopleId: cpf, imageUrl: toDataAddress(photo) };
    const old = await send(`${service().mobileUrl}/faces/authenticate`, { method: 'POST', token, json });
    assert.equal(old.status, 200);
    assert.equal(
      old.headers.get('link'),
      `<${service().mobileUrl}/v1/face-authentications>; rel="successor-version"`,
    );
    assert.ok(old.headers.get('location')!.startsWith(`${service().mobileUrl}/faces/authenticate/att_`));
    const { data } = (await send(old.headers.get('location')!, { token })).body;
    for (const link of [data.registeredImageUrl, data.receivedImageUrl]) {
      assert.ok(link.startsWith(`${service().mobileUrl}/images/img_`));
      assert.equal((await fetch(link)).status, 200);
    }
    const customer = await service().token('customer');
    for (const [base, asked] of [
      [service().url, customer],
      [service().mobileUrl, await service().token('mobile', { peopleId: cpf })],
    ] as const) {
      const successor = `${base}/v1/face-authentications`;
      const made = await send(successor, { method: 'POST', token: asked, json });
      assert.ok(made.headers.get('location')!.startsWith(`${successor}/att_`));
      assert.equal((await send(made.headers.get('location')!, { token: asked })).status, 200);
    }
    // Attempts are listed for back ends only.
    const list = await send(`${service().mobileUrl}/v1/face-authentications`, { token });
    assertError(list, 405, 'method_not_allowed');
  });

  it('metrics say how much the face engine and the jobs have to do', async () => {
    const photo = await createPhoto({ format: 'jpeg' });
    const registered = generateCpf();
    assert.equal((await putFace(service(), registered, photo)).status, 201);
    const token = await service().fetchToken(service().admin);
    const read = async () => {
      const { status, text } = await send(`${service().url}/metrics`, { token });
      assert.equal(status, 200);
      return text;
    };
    const held = engine.hold();
    const sent = Array.from({ length: 3 }, () =>
      service()
        .token('mobile')
        .then((mobile) =>
          send(`${service().mobileUrl}/faces/authenticate`, {
            method: 'POST',
            token: mobile,
            json: { peopleId: registered, imageUrl: toDataAddress(photo) },
          }),
        ),
    );
    // The run ends a wait in vain.
    while (engine.pending() < sent.length) await delay(20);
    const busy = await read();
    held.release();
    for (const { status } of await Promise.all(sent)) assert.equal(status, 200);
    assert.match(busy, /^confere_face_workers 1$/m);
    assert.match(busy, /^confere_face_workers_busy 1$/m);
    assert.match(busy, /^confere_face_queue_photos 2$/m);
    const idle = await read();
    assert.match(idle, /^confere_face_workers_busy 0$/m);
    assert.match(idle, /^confere_face_queue_photos 0$/m);
    for (const kind of ['apply-retention', 'run-execution', 'sweep-images']) {
      for (const state of ['waiting', 'delayed', 'running', 'failed']) {
        assert.match(idle, new RegExp(`^confere_jobs\\{kind="${kind}",state="${state}"\\} \\d+$`, 'm'));
      }
      assert.match(
        idle,
        new RegExp(`^confere_jobs_oldest_waiting_seconds\\{kind="${kind}"\\} [\\d.]+$`, 'm'),
      );
    }
    for (const table of ['attempts', 'audit_events', 'executions', 'liveness_frames', 'webhook_deliveries']) {
      const [, seconds] =
        new RegExp(`^confere_partitions_ahead_seconds\\{table="${table}"\\} (\\d+)`, 'm').exec(idle) ?? [];
      // Three whole months after this one.
      assert.ok(Number(seconds) > 88 * 86_400 && Number(seconds) < 124 * 86_400, `${table}: ${seconds}`);
    }
  });

  describe('readiness', () => {
    it('both listeners tell that they are alive and ready, with the models in use', async () => {
      for (const base of [service().url, service().mobileUrl]) {
        const health = await send(`${base}/healthz`);
        assert.equal(health.status, 200);
        assertRequestId(health);
        assert.deepEqual(Object.keys(health.body), ['requestId', 'status']);
        assert.equal(health.body.status, 'ok');
        const readiness = await send(`${base}/readyz`);
        assert.equal(readiness.status, 200);
        assertRequestId(readiness);
        assert.equal(readiness.body.status, 'ready');
        assert.equal(readiness.body.database, 'reachable');
        assert.equal(readiness.body.models.status, 'loaded');
        assert.equal(readiness.body.models.templateModel, 'stand-in@1');
        assert.equal(readiness.body.models.networks.length, 1);
      }
    });

    it('while the networks load it is 503, and healthy', async () => {
      engine.setReady(false);
      const readiness = await send(`${service().url}/readyz`);
      engine.setReady(true);
      assert.equal(readiness.status, 503);
      assertRequestId(readiness);
      assert.match(readiness.headers.get('retry-after')!, /^[1-9]\d*$/);
      assert.equal(readiness.body.status, 'not_ready');
      assert.equal(readiness.body.models.status, 'loading');
      assert.equal((await send(`${service().url}/healthz`)).status, 200);
    });
  });
});

const withoutPostgres = testDatabaseKinds().includes('postgres')
  ? false
  : 'CONFERE_TEST_DATABASE_URL is not set';

describe('a service whose database goes away', { skip: withoutPostgres }, () => {
  const endings: (() => unknown)[] = [];
  let wire: Wire;
  let service: TestService;

  before(async () => {
    service = await startTestService({ after: (ending) => endings.push(ending) }, 'postgres', {
      engine: createStandInEngine(),
      env: { METRICS_LISTEN: '127.0.0.1:0' },
      async redirectDatabase(address) {
        const wired = await wireDatabase({ after: (ending) => endings.push(ending) }, address);
        wire = wired.wire;
        return wired.url;
      },
    });
  });
  after(async () => {
    for (const ending of endings.reverse()) await ending();
  });

  it('answers 503 with Retry-After until it is back', async () => {
    const cpf = generateCpf();
    const photo = await createPhoto({ format: 'jpeg' });
    const token = await service.token('mobile');
    const customer = await service.token('customer');
    assert.equal((await putFace(service, cpf, photo)).status, 201);
    const json = { peopleId: cpf, imageUrl: toDataAddress(photo) };
    const authenticate = () => send(`${service.url}/faces/authenticate`, { method: 'POST', token, json });
    const attempt = (await authenticate()).headers.get('location')!;

    wire.cut();
    const photoBody = {
      method: 'PUT',
      token: customer,
      headers: { 'content-type': 'image/jpeg' },
      body: photo,
    };
    for (const answer of [
      await authenticate(),
      await send(attempt, { token }),
      await send(`${service.url}/v1/face-authentications`, { method: 'POST', token: customer, json }),
      await send(`${service.url}/v1/people/${cpf}/face`, { token: customer }),
      await send(`${service.url}/v1/people/${cpf}/face`, photoBody as never),
      await send(`${service.url}/v1/people/${cpf}/face`, { method: 'DELETE', token: customer }),
    ]) {
      assertError(answer, 503, 'database_unavailable');
    }
    const readiness = await send(`${service.url}/readyz`);
    assert.deepEqual([readiness.status, readiness.body.database], [503, 'unreachable']);
    assert.equal((await send(`${service.url}/healthz`)).status, 200);
    const refused = await send(`${service.url}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: `cli_${'0'.repeat(32)}`,
        client_secret: 'y',
      }),
    });
    assertTokenUnavailable(refused);
    const { clientId, clientSecret } = service.admin;
    const known = await send(`${service.url}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    assertTokenUnavailable(known);

    const metrics = () => send(`${service.running.metricsUrl}/metrics`);
    const away = await metrics();
    assert.equal(away.status, 200);
    assert.match(away.text, /^confere_face_workers 1$/m);
    assert.doesNotMatch(away.text, /^confere_jobs\{/m);

    wire.mend();
    while (!/^confere_jobs\{/m.test((await metrics()).text)) await delay(50);
    assert.match((await metrics()).text, /^confere_errors_total\{code="database_unavailable"\} [1-9]/m);
    assert.equal((await authenticate()).status, 200);
    assert.equal((await send(attempt, { token })).status, 200);
    assert.equal((await send(`${service.url}/readyz`)).status, 200);
  });

  it('answers requests under way while it hangs, and all again afterwards', async () => {
    const cpf = generateCpf();
    const photo = await createPhoto({ format: 'jpeg' });
    const customer = await service.token('customer');
    const json = { peopleId: cpf, imageUrl: toDataAddress(photo) };
    const authenticate = () =>
      send(`${service.url}/v1/face-authentications`, { method: 'POST', token: customer, json });
    assert.equal((await putFace(service, cpf, photo)).status, 201);
    assert.equal((await authenticate()).status, 201);

    const waitForGauge = async (value: number) => {
      for (;;) {
        const { text } = await send(`${service.running.metricsUrl}/metrics`);
        if (text.includes(`confere_database_away ${value}\n`)) return;
        await delay(100);
      }
    };
    wire.hang();
    const isSeen = waitForGauge(1);
    const answers = [
      authenticate(),
      send(`${service.url}/v1/people/${cpf}/face`, { token: customer }),
      send(`${service.url}/v1/people/${cpf}/face`, { method: 'DELETE', token: customer }),
      send(`${service.url}/v1/audit`, { token: customer }),
    ];
    for (const answer of await Promise.all(answers)) assertError(answer, 503, 'database_unavailable');
    assert.equal((await send(`${service.url}/readyz`)).body.database, 'unreachable');
    await isSeen;

    wire.mend();
    assert.equal((await authenticate()).status, 201);
    assert.equal((await send(`${service.url}/readyz`)).status, 200);
    await waitForGauge(0);
  });
});

it('metrics are answered while database, photo store and Redis hang', {
  skip: withoutRedis || (!testDatabaseKinds().includes('postgres') && 'CONFERE_TEST_DATABASE_URL is not set'),
}, async (t) => {
  const wires: Wire[] = [];
  const [s3, redis] = [await openS3Server(t, 's3rver'), await openRedisLink(t)];
  const store = await openWire(t, Number(new URL(s3.endpoint).port));
  wires.push(redis, store);
  const service = await startTestService(t as ServiceScope, 'postgres', {
    engine: createStandInEngine(),
    env: {
      METRICS_LISTEN: '127.0.0.1:0',
      REDIS_URL: redis.url,
      S3_ENDPOINT: `http://127.0.0.1:${store.port}`,
      S3_BUCKET: s3.bucket,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    },
    async redirectDatabase(url) {
      const wired = await wireDatabase(t, url);
      wires.push(wired.wire);
      return wired.url;
    },
  });
  const read = async () => (await send(`${service.running.metricsUrl}/metrics`)).text;
  const token = await service.token('customer');
  while (!/^confere_jobs\{/m.test(await read())) await delay(50);
  for (const wire of wires) wire.hang();
  const frozen = await read();
  assert.match(frozen, /^confere_jobs\{/m, 'the last values are there');
  for (const away of ['confere_database_away 1', 'confere_photo_store_away 1', 'confere_redis_ready 0']) {
    while (!(await read()).includes(`${away}\n`)) {
      // That Redis hangs shows when it is needed.
      void send(`${service.url}/v1/registry`, { token }).catch(() => {});
      await delay(200);
    }
  }
  for (const wire of wires) wire.mend();
});

/** RFC 6749, section 5.2, with the status and the header of everything else that is away. */
function assertTokenUnavailable({ status, headers, body }: Answer): void {
  assert.deepEqual(
    { status, error: body.error, retryAfter: headers.get('retry-after') },
    { status: 503, error: 'temporarily_unavailable', retryAfter: '5' },
  );
}
