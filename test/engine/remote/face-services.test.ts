import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { createOnnxFaceEngine, type OnnxFaceEngine } from '../../../src/engine/create-onnx-face-engine.ts';
import { EngineError } from '../../../src/engine/errors.ts';
import type { FaceEngine } from '../../../src/engine/face-engine.ts';
import { createFaceServiceServer } from '../../../src/engine/remote/create-face-service-server.ts';
import { cutFacePhotos, type FacePhotos } from '../../support/face-photos.ts';

const secret = 'a secret of thirty-two characters or more';
const maxBytes = 2_000_000;
let photos: FacePhotos;
let local: OnnxFaceEngine;
let service: Server;
let url: string;
let remote: FaceEngine;
const problems: string[] = [];

describe('face services', () => {
  before(async () => {
    photos = await cutFacePhotos();
    local = createOnnxFaceEngine({ workers: 1, maxQueue: 2, timeoutMs: 60_000 });
    service = serve();
    url = await listen(service);
    remote = connect();
    await remote.ready();
  });

  after(async () => {
    await remote.close();
    service.close();
    await local.close();
  });

  function serve(more: Partial<Parameters<typeof createFaceServiceServer>[0]> = {}): Server {
    return createFaceServiceServer({
      workers: () => local.workers(),
      secret,
      networks: local.networks,
      templateModels: local.templateModels(),
      maxBytes,
      requestTimeoutMs: 10_000,
      onError: (error) => problems.push(String(error)),
      ...more,
    });
  }

  async function listen(server: Server, port = 0): Promise<string> {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  function connect(
    more: { url?: string; secret?: string; maxQueue?: number; limits?: { minSharpness: number } } = {},
  ): OnnxFaceEngine {
    const { url: address = url, secret: shared = secret, ...options } = more;
    return createOnnxFaceEngine({
      timeoutMs: 60_000,
      services: { url: address, secret: shared },
      onProblem: (problem) => problems.push(problem),
      ...options,
    });
  }

  function post(headers: Record<string, string>, body: Uint8Array = photos.sameWoman[0]): Promise<Response> {
    return fetch(`${url}/analyses`, { method: 'POST', headers, body: Buffer.from(body) });
  }

  const asked = () => ({
    authorization: `Bearer ${secret}`,
    'confere-networks': local.networks,
    'confere-request': JSON.stringify({ templateModels: [local.templateModels()[0]] }),
  });

  async function waitFor(isSo: () => boolean): Promise<void> {
    const untilMs = performance.now() + 600_000;
    while (!isSo()) {
      assert.ok(performance.now() < untilMs, 'not within ten minutes');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  describe('an engine whose networks run in a face service', () => {
    test('answers as one whose networks run in its own threads', async () => {
      const [photo] = photos.sameWoman;
      const { timingsMs: _there, ...there } = await remote.analyse(photo);
      const { timingsMs: _here, ...here } = await local.analyse(photo);
      assert.deepEqual(there, here);
      assert.deepEqual(remote.describe(), local.describe());
    });

    test('analyses a received photo as asked', async () => {
      const [, photo] = photos.sameWoman;
      const there = await remote.analyse(photo, { isReceived: true });
      const here = await local.analyse(photo, { isReceived: true });
      assert.deepEqual(there.template, here.template);
      assert.notDeepEqual(there.template, (await local.analyse(photo)).template);
    });

    test('makes the templates of every model that is asked for', async () => {
      const [photo] = photos.sameWoman;
      const templateModels = [...local.templateModels()].reverse();
      const there = await remote.analyse(photo, { templateModels });
      const here = await local.analyse(photo, { templateModels });
      assert.equal(there.templateModel, templateModels[0]);
      assert.deepEqual(there.otherTemplates, here.otherTemplates);
    });

    test('describes a frame with its points', async () => {
      const [photo] = photos.sameWoman;
      const { timingsMs: _there, ...there } = await remote.observe(photo);
      const { timingsMs: _here, ...here } = await local.observe(photo);
      assert.equal(there.points.length, 936);
      assert.deepEqual(there, here);
    });

    test('refuses photos as its own threads do', async () => {
      await assert.rejects(
        remote.analyse(Buffer.from('no photo')),
        (error: Error & { code?: string }) => error.code === 'image_undecodable',
      );
    });

    test('refuses more photos than may be under way', async () => {
      const narrow = connect({ maxQueue: 1 });
      await narrow.ready();
      const results = await Promise.allSettled([1, 2].map(() => narrow.analyse(photos.sameWoman[0])));
      const [refused] = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
      assert.ok(refused?.reason instanceof EngineError);
      assert.equal(refused.reason.code, 'face_engine_busy');
      await narrow.close();
    });

    test('says that no service answers, and goes on when one is back', async () => {
      const own = serve();
      const address = await listen(own);
      const { port } = new URL(address);
      const engine = connect({ url: address });
      await engine.ready();
      own.close();
      await once(own, 'close');
      await assert.rejects(
        engine.analyse(photos.sameWoman[0]),
        (error) =>
          error instanceof EngineError &&
          error.code === 'face_service_unavailable' &&
          error.retryAfterSeconds === 2,
      );
      const again = serve();
      await listen(again, Number(port));
      assert.ok(await engine.analyse(photos.sameWoman[0]));
      await engine.close();
      again.close();
    });

    test('says why a service is not used that was started again with another secret', async () => {
      const own = serve();
      const address = await listen(own);
      const engine = connect({ url: address });
      await engine.ready();
      own.close();
      await once(own, 'close');
      const again = serve({ secret: 'another secret of thirty-two characters' });
      await listen(again, Number(new URL(address).port));
      const toldBefore = problems.length;
      for (let photo = 0; photo < 2; photo += 1) {
        const analysing = engine.analyse(photos.sameWoman[0]);
        await assert.rejects(analysing, { code: 'face_service_unavailable' });
      }
      assert.deepEqual(problems.slice(toldBefore), ['the face service knows another secret']);
      await engine.close();
      again.close();
    });

    test('uses no service with another secret, and says so', async () => {
      const stranger = connect({ secret: 'another secret of thirty-two characters' });
      await waitFor(() => problems.includes('the face service knows another secret'));
      assert.equal(stranger.isReady(), false);
      await stranger.close();
      await assert.rejects(stranger.ready());
    });

    test('uses no service with other photo limits, and says so', async () => {
      const other = connect({ limits: { minSharpness: 9 } });
      await waitFor(() => problems.includes('the face service has other networks or photo limits'));
      assert.equal(other.isReady(), false);
      await other.close();
    });
  });

  describe('a face service', () => {
    test('answers nobody without its secret', async () => {
      const { authorization: _, ...without } = asked();
      for (const headers of [
        without,
        { ...without, authorization: 'Bearer wrong' },
        { ...without, authorization: secret },
        { ...without, authorization: `Basic ${secret}` },
      ]) {
        assert.equal((await post(headers)).status, 401);
      }
      assert.equal((await fetch(`${url}/readyz`)).status, 401);
      assert.equal((await fetch(`${url}/healthz`)).status, 200);
    });

    test('refuses requests that it cannot serve', async () => {
      const cases: readonly (readonly [Record<string, string>, number])[] = [
        [{ ...asked(), 'confere-networks': 'others' }, 409],
        [{ ...asked(), 'confere-request': 'no JSON' }, 400],
        [{ ...asked(), 'confere-request': '{}' }, 400],
        [{ ...asked(), 'confere-request': '{"templateModels":["unknown@1"]}' }, 400],
        [{ ...asked(), 'confere-request': '{"templateModels":[]}' }, 400],
      ];
      for (const [headers, status] of cases) assert.equal((await post(headers)).status, status);
      const authorized = { headers: { authorization: `Bearer ${secret}` } };
      assert.equal((await fetch(`${url}/analyses`, authorized)).status, 405);
      assert.equal((await fetch(`${url}/elsewhere`, authorized)).status, 404);
    });

    test('reads no photo that is larger than allowed', async () => {
      const { status } = await post(asked(), new Uint8Array(maxBytes + 1));
      assert.equal(status, 413);
    });

    test('is not ready before its networks are loaded', async () => {
      const early = serve({ workers: () => undefined });
      const address = await listen(early);
      const headers = { authorization: `Bearer ${secret}` };
      assert.equal((await fetch(`${address}/readyz`, { headers })).status, 503);
      early.close();
    });

    test('has reported nothing but what the tests provoked', () => {
      assert.deepEqual(
        problems.filter((problem) => problem.startsWith('Error')),
        [],
      );
    });
  });
});
