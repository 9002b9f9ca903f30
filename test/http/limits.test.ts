import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { generateCpf } from '../../src/platform/documents/index.ts';
import { cutFacePhotos, type FacePhotos } from '../support/face-photos.ts';
import { type Answer, assertError, send } from '../support/http.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';
import { putFace, toDataAddress } from '../support/service-photos.ts';

describe('rate limits', () => {
  const service = shareService('embedded', {
    engine: createStandInEngine(),
    env: { RATE_LIMIT_PER_MINUTE: '5', TOKEN_RATE_LIMIT_PER_MINUTE: '12' },
  });

  function assertLimited(answer: Answer): void {
    assertError(answer, 429, 'rate_limited');
    assert.equal(answer.headers.get('ratelimit-remaining'), '0');
    assert.ok(Number(answer.headers.get('retry-after')) <= 60);
  }

  it('a client over its limit is answered with 429, others go on', async () => {
    const read = (token: string) => send(`${service().url}/v1/face-authentications/x`, { token });
    const token = await service().token('customer');
    for (let left = 4; left >= 0; left -= 1) {
      const answer = await read(token);
      assert.equal(answer.status, 404);
      assert.equal(answer.headers.get('ratelimit-limit'), '5');
      assert.equal(answer.headers.get('ratelimit-remaining'), String(left));
      assert.match(answer.headers.get('ratelimit-reset')!, /^\d+$/);
    }
    assertLimited(await read(token));
    assertLimited(await read(await service().token('customer')));
    const other = await service().token('mobile');
    assert.equal((await send(`${service().url}/faces/authenticate/x`, { token: other })).status, 404);
  });

  it('health and readiness are not limited', async () => {
    for (let count = 0; count < 8; count += 1) {
      assert.equal((await send(`${service().url}/healthz`)).status, 200);
      assert.equal((await send(`${service().url}/readyz`)).status, 200);
    }
  });

  it('guessing secrets is limited by source address', async () => {
    const guess = () =>
      send(`${service().url}/oauth2/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: 'cli_x',
          client_secret: 'y',
        }),
      });
    const answers: Answer[] = [];
    for (let count = 0; count < 13; count += 1) answers.push(await guess());
    assertLimited(answers.at(-1)!);
    assert.ok(answers.some(({ status }) => status === 401));
  });
});

describe('a face engine with more work than it can take', () => {
  const service = shareService('embedded', {
    env: { FACE_WORKERS: '1', FACE_MAX_QUEUE: '1', FACE_LIVENESS_THRESHOLD: '1' },
  });
  const cpf = generateCpf();
  let photos: FacePhotos;
  let mobile: string;

  before(async () => {
    photos = await cutFacePhotos();
    mobile = await service().token('mobile');
    assert.equal((await putFace(service(), cpf, photos.sameWoman[0])).status, 201);
  });

  const authenticate = () =>
    send(`${service().url}/faces/authenticate`, {
      method: 'POST',
      token: mobile,
      json: { peopleId: cpf, imageUrl: toDataAddress(photos.sameWoman[1]) },
    });

  it('what it cannot take is answered with 503 at once, the rest is done', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, authenticate));
    const refused = answers.filter(({ status }) => status !== 200);
    assert.ok(answers.length - refused.length >= 2, 'one runs, one waits');
    assert.ok(refused.length > 0);
    for (const answer of refused) assertError(answer, 503, 'face_engine_busy');
    assert.equal((await authenticate()).status, 200);
  });

  it('a matching face that does not seem alive is no match', async () => {
    const answer = await authenticate();
    assert.equal(answer.body.isMatch, false);
    const { data } = (await send(answer.headers.get('location')!, { token: mobile })).body;
    assert.equal(data.faceMatch.isFaceMatch, true);
    assert.equal(data.liveness.isAlive, false);
    assert.equal(data.isMatch, false);
    assert.equal(data.decision.livenessThreshold, 1);
  });
});

describe('a face engine that takes too long', () => {
  const service = shareService('embedded', { env: { FACE_WORKERS: '1', FACE_ANALYSIS_TIMEOUT_MS: '100' } });

  it('is given up with 503, and goes on with the next photo', async () => {
    const photos = await cutFacePhotos();
    const cpf = generateCpf();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => putFace(service(), cpf, photos.sameWoman[0])),
    );
    const refused = answers.filter(({ status }) => status >= 300);
    assert.ok(refused.length > 0);
    for (const answer of refused) assertError(answer, 503, 'face_engine_timeout');
  });
});
