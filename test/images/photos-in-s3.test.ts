import assert from 'node:assert/strict';
import { access, readdir } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../../src/platform/clock.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import { createLogger } from '../../src/platform/log.ts';
import { startService } from '../../src/process/start-service.ts';
import { createTestDatabase, type TestScope } from '../support/database.ts';
import { cutFacePhotos, type FacePhotos } from '../support/face-photos.ts';
import { findFreePort } from '../support/find-free-port.ts';
import { type Answer, assertError, send } from '../support/http.ts';
import { openS3Server, type S3Server } from '../support/s3-servers.ts';
import { configOf, type ServiceScope, startTestService } from '../support/service.ts';
import { putFace, toDataAddress } from '../support/service-photos.ts';

function environmentOf(
  s3: Pick<S3Server, 'endpoint' | 'bucket' | 'accessKeyId' | 'secretAccessKey'>,
): Record<string, string> {
  return {
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  };
}

async function listObjects(s3: S3Server): Promise<string[]> {
  const names = await readdir(join(s3.directory, s3.bucket), { recursive: true });
  return names.filter((name) => /img_[0-9a-f]{32}[^/]*object$/.test(name));
}

/** A server before another one that can hang: it takes requests then and answers none. */
async function openDoor(t: TestScope, behind: string) {
  const door = { endpoint: '', isHung: false, uploads: 0 };
  const server = createServer((incoming, response) => {
    if (incoming.method === 'PUT' && incoming.url?.includes('/img_')) door.uploads += 1;
    if (door.isHung) return void incoming.resume();
    const { method, headers } = incoming;
    const onward = request(new URL(incoming.url ?? '', behind), { method: method!, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  door.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return door;
}

describe('photos in S3', () => {
  let photos: FacePhotos;
  before(async () => {
    photos = await cutFacePhotos();
  });

  it('are kept in the bucket only, read from it, and erased with the person', async (t) => {
    const s3 = await openS3Server(t, 's3rver-strict');
    const service = await startTestService(t as ServiceScope, 'embedded', { env: environmentOf(s3) });
    const customer = await service.token('customer');
    const cpf = generateCpf();
    assert.equal((await putFace(service, cpf, photos.sameWoman[0])).status, 201);
    assert.equal((await listObjects(s3)).length, 1);
    await assert.rejects(access(join(service.dataDir, 'images')));
    const { items } = (await send(`${service.url}/v1/people/${cpf}/face`, { token: customer })).body;
    const { imageUrl, personId } = items[0];
    const shown = await fetch(imageUrl);
    assert.equal(shown.status, 200);
    assert.equal(shown.headers.get('content-type'), 'image/jpeg');
    const erased = await send(`${service.url}/v1/people/${personId}`, { method: 'DELETE', token: customer });
    assert.equal(erased.status, 200, erased.text);
    assert.deepEqual(await listObjects(s3), []);
  });

  it('answers 503 with Retry-After while the store is away, and loses nothing that was answered', async (t) => {
    const s3 = await openS3Server(t, 's3rver-strict', { port: await findFreePort() });
    const service = await startTestService(t as ServiceScope, 'embedded', { env: environmentOf(s3) });
    const customer = await service.token('customer');
    const cpf = generateCpf();
    await putFace(service, cpf, photos.sameWoman[0]);
    const authenticate = (): Promise<Answer> =>
      send(`${service.url}/v1/face-authentications`, {
        method: 'POST',
        token: customer,
        json: { peopleId: cpf, imageUrl: toDataAddress(photos.sameWoman[1]) },
      });
    const list = () => send(`${service.url}/v1/face-authentications`, { token: customer });
    const kept = await authenticate();
    assert.equal(kept.status, 201, kept.text);
    const readiness = async () => {
      const { status, body } = await send(`${service.url}/readyz`);
      return [status, body.status, body.photoStore];
    };
    // What was found is kept for two seconds; the run ends a wait in vain.
    const waitForReadiness = async (expected: string) => {
      while ((await readiness())[1] !== expected) await delay(100);
    };
    assert.deepEqual(await readiness(), [200, 'ready', 'reachable']);
    await s3.close();
    await waitForReadiness('degraded');
    assert.deepEqual(await readiness(), [200, 'degraded', 'unreachable']);
    const refused = await authenticate();
    assertError(refused, 503, 'image_store_unavailable');
    assert.equal(refused.headers.get('retry-after'), '5');
    assertError(await putFace(service, generateCpf(), photos.sameWoman[1]), 503, 'image_store_unavailable');
    assert.equal((await list()).body.items.length, 1);
    // A registration that is removed while the store is away is removed.
    const other = generateCpf();
    const reopened = await openS3Server(t, 's3rver-strict', {
      port: Number(new URL(s3.endpoint).port),
      directory: s3.directory,
    });
    await waitForReadiness('ready');
    await putFace(service, other, photos.sameWoman[1]);
    await reopened.close();
    const removed = await send(`${service.url}/v1/people/${other}/face`, {
      method: 'DELETE',
      token: customer,
    });
    assert.equal(removed.status, 204, removed.text);
    await openS3Server(t, 's3rver-strict', {
      port: Number(new URL(s3.endpoint).port),
      directory: s3.directory,
    });
    await waitForReadiness('ready');
    assert.deepEqual(await readiness(), [200, 'ready', 'reachable']);
    assert.equal((await authenticate()).status, 201);
    const attempt = await send(`${service.url}/v1/face-authentications/${kept.body.id}`, {
      token: customer,
    });
    assert.equal(attempt.status, 200, attempt.text);
    assert.equal((await fetch(attempt.body.receivedImageUrl)).status, 200, attempt.text);
  });

  it('a store that hangs is soon not asked any more, until it answers again', async (t) => {
    const s3 = await openS3Server(t, 's3rver-strict');
    const door = await openDoor(t, s3.endpoint);
    const env = environmentOf({ ...s3, endpoint: door.endpoint });
    const service = await startTestService(t as ServiceScope, 'embedded', { env });
    const token = await service.token('customer');
    const cpf = generateCpf();
    await putFace(service, cpf, photos.sameWoman[0]);
    const authenticate = (): Promise<Answer> =>
      send(`${service.url}/v1/face-authentications`, {
        method: 'POST',
        token,
        json: { peopleId: cpf, imageUrl: toDataAddress(photos.sameWoman[1]) },
      });
    const lines = () =>
      service
        .logged()
        .split('\n')
        .filter((line) => line.includes('the photo store is'));
    door.isHung = true;
    let isFirstAnswered = false;
    const first = authenticate().finally(() => {
      isFirstAnswered = true;
    });
    while (lines().length === 0 && !isFirstAnswered) {
      await send(`${service.url}/readyz`);
      await delay(100);
    }
    assertError(await first, 503, 'image_store_unavailable');
    while (lines().length === 0) await delay(100);
    assert.equal(JSON.parse(lines()[0]!).detail, 'no answer in time');
    const { uploads } = door;
    assert.ok(uploads > 0);
    for (let count = 0; count < 3; count += 1)
      assertError(await authenticate(), 503, 'image_store_unavailable');
    assert.equal(door.uploads, uploads);
    door.isHung = false;
    while ((await authenticate()).status !== 201) await delay(100);
    assert.match(lines()[1]!, /the photo store is back/);
  });

  it('a store that is away at the start is used from when it answers on', async (t) => {
    const port = await findFreePort();
    const place = { endpoint: `http://127.0.0.1:${port}`, bucket: 'confere-photos' };
    const env = environmentOf({ ...place, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' });
    const service = await startTestService(t as ServiceScope, 'embedded', { env });
    const readiness = async () => {
      const { status, body } = await send(`${service.url}/readyz`);
      return [status, body.status, body.photoStore];
    };
    assert.deepEqual(await readiness(), [200, 'degraded', 'unreachable']);
    const cpf = generateCpf();
    assertError(await putFace(service, cpf, photos.sameWoman[0]), 503, 'image_store_unavailable');
    const token = await service.token('customer');
    assert.equal((await send(`${service.url}/v1/face-authentications`, { token })).status, 200);
    const lines = () =>
      service
        .logged()
        .split('\n')
        .filter((line) => line.includes('the photo store is'))
        .map((line) => JSON.parse(line));
    const [first] = lines();
    assert.match(first.msg, /not in use yet/);
    assert.equal(first.code, 'image_bucket_unusable');
    const admin = await service.fetchToken(service.admin);
    const gauge = async () =>
      /^confere_photo_store_away (\d)$/m.exec(
        (await send(`${service.url}/metrics`, { token: admin })).text,
      )?.[1];
    assert.equal(await gauge(), '1');
    const s3 = await openS3Server(t, 's3rver-strict', { port });
    while ((await readiness())[1] !== 'ready') await delay(100);
    assert.equal(await gauge(), '0');
    assert.equal((await putFace(service, cpf, photos.sameWoman[0])).status, 201);
    const kept = await readdir(join(s3.directory, s3.bucket), { recursive: true });
    assert.ok(kept.some((name) => name.startsWith('confere-deployment')));
    assert.equal(lines().filter(({ msg }) => msg.includes('not in use yet')).length, 1);
    assert.equal(lines().filter(({ msg }) => msg === 'the photo store is in use').length, 1);
  });

  it('does not start with a bucket that it may not use', async (t) => {
    const s3 = await openS3Server(t, 's3rver-strict');
    const address = await createTestDatabase(t, 'embedded');
    const start = (env: Record<string, string>) =>
      startService(configOf(address, { ...environmentOf(s3), ...env }), {
        log: createLogger({ level: 'error' }),
        clock: systemClock,
      });
    await assert.rejects(start({ S3_SECRET_ACCESS_KEY: 'wrong' }), {
      code: 'image_bucket_unusable',
      detail: 'S3 answered 403 SignatureDoesNotMatch to a list.',
    });
    await assert.rejects(start({ S3_SECRET_ACCESS_KEY: '' }), {
      code: 'image_bucket_unusable',
      detail: 'S3_SECRET_ACCESS_KEY is not set.',
    });
    assert.throws(() => configOf(address, { S3_ENDPOINT: s3.endpoint }), /S3_BUCKET|configuration/);
  });
});
