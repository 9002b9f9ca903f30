import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { generateCpf } from '../../src/platform/documents.ts';
import {
  beginLiveness,
  type CreatedSession,
  createLivenessSession,
  type Step,
  sendFrame,
} from '../support/capture-page.ts';
import { createTestDatabase, describeDatabases, environmentOf } from '../support/database.ts';
import { drawHead, drawPrint, headPoses, poseOfFrame } from '../support/draw-head.ts';
import { cutFacePhotos } from '../support/face-photos.ts';
import { assertError, bodyOf, send } from '../support/http.ts';
import { spawnServe } from '../support/service-process.ts';
import { createClientOver, fetchToken } from '../support/tokens.ts';

const variants = 3;
type Drawings = ReadonlyMap<string, readonly Uint8Array[]>;
const drawings = new Map<typeof drawHead, Promise<Drawings>>();

/** Stills of a drawn thing that does what it is asked, drawn once for both databases. */
function findDrawings(draw: typeof drawHead, photo: Uint8Array): Promise<Drawings> {
  const found = drawings.get(draw) ?? drawAll(draw, photo);
  drawings.set(draw, found);
  return found;
}

async function drawAll(draw: typeof drawHead, photo: Uint8Array): Promise<Drawings> {
  const drawn = new Map<string, readonly Uint8Array[]>();
  for (const kind of Object.keys(headPoses)) {
    for (const between of kind === 'center' ? [0] : [0, 1]) {
      const { yaw, pitch } = poseOfFrame({ kind, between }, 0);
      const still = (i: number) => draw(photo, { yaw: yaw + i * 0.4, pitch }, i);
      drawn.set(
        `${kind} ${between}`,
        await Promise.all(Array.from({ length: variants }, (_, i) => still(i))),
      );
    }
  }
  return drawn;
}

/** Stills of a drawn thing that does what it is asked; no two of them are alike, byte for byte. */
async function drawStills(draw: typeof drawHead, photo: Uint8Array): Promise<Still> {
  const drawn = await findDrawings(draw, photo);
  const taken = new Map<string, number>();
  return async ({ kind, between = 0 }, index) => {
    const pose = `${kind} ${index < between ? 1 : 0}`;
    const count = taken.get(pose) ?? 0;
    taken.set(pose, count + 1);
    const quality = 78 + Math.floor(count / variants);
    return await sharp(drawn.get(pose)![count % variants]!)
      .jpeg({ quality })
      .toBuffer();
  };
}

type Still = (step: Step, index: number) => Promise<Uint8Array>;
type Begun = { readonly session: CreatedSession; readonly secret: string };

async function showStep({ session, secret }: Begun): Promise<Step | null> {
  const { status, text, body } = await send(`${session.url}/next`, { method: 'POST', token: secret });
  assert.equal(status, 200, text);
  return body.step;
}

/** Sends the frames of the open steps until all are there; `first`: the index to go on from. */
async function sendSteps(begun: Begun, still: Still, from?: Step, first = 0): Promise<void> {
  let index = first;
  for (let step = from ?? (await showStep(begun)); step !== null; step = await showStep(begun)) {
    for (; index < step.frames; index++) {
      const frame = { step: step.number, index, bytes: await still(step, index) };
      const { status, text } = await sendFrame(begun.session, begun.secret, frame);
      assert.equal(status, 200, text);
    }
    index = 0;
  }
}

const finish = ({ session, secret }: Begun) =>
  send(`${session.url}/finish`, { method: 'POST', token: secret });

describeDatabases('sessions whose process was killed', (kind) => {
  it('keep what was finished, and are judged once and whole, in whatever state they were', async (t) => {
    const place = await createTestDatabase(t, kind);
    const env = {
      ...environmentOf(place),
      BASE_URL: 'http://confere.test',
      LIVENESS_FINISH_SECONDS: '3000',
      FACE_LIVENESS_THRESHOLD: '0.4',
      RATE_LIMIT_PER_MINUTE: '100000',
    };
    const serve = (more: Record<string, string> = {}) => startService(t, { ...env, ...more });
    const first = await serve({ LIVENESS_BEGIN_SECONDS: '10' });
    const client = await createClientOver(first.url, first.admin!, {
      product: 'customer',
      scopes: ['liveness:write', 'liveness:read', 'faces:write', 'audit:read', 'events:read'],
    });
    const token = await fetchToken(first.url, client);
    const photo = (await cutFacePhotos(960)).sameWoman[1];
    const head = await drawStills(drawHead, photo);
    const cpf = generateCpf();
    const overdue = await createLivenessSession(first.url, token, { purpose: 'check' });
    await kill(first);

    const second = await serve({ LIVENESS_BEGIN_SECONDS: '3000' });
    const create = (request: object = { purpose: 'check', peopleId: generateCpf() }) =>
      createLivenessSession(second.url, token, request);
    const begin = async (request?: object): Promise<Begun> => {
      const session = await create(request);
      return { session, secret: await beginLiveness(session) };
    };
    const read = async (url: string, id: string) => {
      const { status, text, body } = await send(`${url}/v1/liveness-sessions/${id}`, { token });
      assert.equal(status, 200, text);
      return { ...body, requestId: '' };
    };

    const created = await create();
    const nonce = randomBytes(24).toString('base64url');
    const started = await create();
    const beginStarted = (url: string) =>
      send(`${url}/v1/liveness-sessions/${started.id}/begin`, {
        method: 'POST',
        json: { code: started.code, nonce },
      });
    const begunBefore = await beginStarted(second.url);
    const passed = await begin({ purpose: 'register', peopleId: cpf });
    await sendSteps(passed, head);
    assert.equal((await finish(passed)).status, 200);
    const failed = await begin();
    await sendSteps(failed, await drawStills(drawPrint, photo));
    assert.equal((await finish(failed)).status, 200);
    const abandoned = await begin();
    const cancel = ({ session, secret }: Begun, json?: object) =>
      send(`${session.url}/cancel`, { method: 'POST', token: secret, json: json ?? {} });
    assert.equal((await cancel(abandoned)).status, 200);
    const notPerformed = await begin();
    assert.equal((await cancel(notPerformed, { reason: 'cannot_move' })).status, 200);
    const finished = [passed, failed, abandoned, notPerformed].map(({ session }) => session.id);
    for (const id of finished) {
      // The page waits ten seconds for a judgement, a slow machine may need more.
      while ((await read(second.url, id)).state === 'judging') await delay(100);
    }
    const before = await Promise.all(finished.map((id) => read(second.url, id)));
    assert.deepEqual(
      before.map(({ state }) => state),
      ['passed', 'failed', 'abandoned', 'not_performed'],
      JSON.stringify(before),
    );

    const judging = await begin();
    await sendSteps(judging, head);
    const leftToTheJob = await begin();
    await sendSteps(leftToTheJob, head);
    const capturing = await begin();
    const openStep = (await showStep(capturing))!;
    const sent = { step: openStep.number, index: 0, bytes: await head(openStep, 0) };
    assert.equal((await sendFrame(capturing.session, capturing.secret, sent)).status, 200);
    // A frame and two judgements are cut off: nobody is told of them.
    const cutOffFrame = { step: openStep.number, index: 1, bytes: await head(openStep, 1) };
    const cutOff = [
      finish(judging),
      finish(leftToTheJob),
      sendFrame(capturing.session, capturing.secret, cutOffFrame),
    ];
    const answers = Promise.allSettled(cutOff);
    for (const { session } of [judging, leftToTheJob]) {
      while ((await read(second.url, session.id)).state === 'capturing') await delay(5);
    }
    await kill(second);
    const [judgement, other] = await answers;
    assert.deepEqual([judgement.status, other.status], ['rejected', 'rejected']);

    const third = await serve();
    const here = <Kept extends Begun>(begun: Kept): Kept => ({
      ...begun,
      session: { ...begun.session, url: `${third.url}/v1/liveness-sessions/${begun.session.id}` },
    });
    const after = await Promise.all(finished.map((id) => read(third.url, id)));
    assert.deepEqual(after.map(withoutLinks), before.map(withoutLinks));
    for (const ended of [passed, failed, abandoned, notPerformed]) {
      const next = await send(`${here(ended).session.url}/next`, { method: 'POST', token: ended.secret });
      assertError(next, 409, 'liveness_session_ended');
    }
    for (const { session } of [judging, leftToTheJob]) {
      const { state, verdict } = await read(third.url, session.id);
      assert.deepEqual([state, verdict], ['judging', undefined]);
    }
    // A quick machine is here before its ten seconds are over.
    for (let waits = 0; waits < 30; waits++) {
      if ((await read(third.url, overdue.id)).state !== 'created') break;
      await delay(500);
    }
    assert.equal((await read(third.url, overdue.id)).state, 'expired');
    assert.equal((await read(third.url, created.id)).state, 'created');
    await beginLiveness({ ...created, url: `${third.url}/v1/liveness-sessions/${created.id}` });
    const lasting = ({ body }: typeof begunBefore) => ({ ...body, requestId: '', remainingSeconds: 0 });
    assert.deepEqual(lasting(await beginStarted(third.url)), lasting(begunBefore));

    // The page asks again and sends the lost frame again.
    const finishedAgain = await finish(here(judging));
    assert.deepEqual([finishedAgain.status, bodyOf(finishedAgain)], [200, { outcome: 'done' }]);
    const resent = await sendFrame(here(capturing).session, capturing.secret, cutOffFrame);
    assert.deepEqual([resent.status, resent.body.received], [200, 2], resent.text);
    await sendSteps(here(capturing), head, openStep, 2);
    assert.equal((await finish(here(capturing))).status, 200);
    for (const { session } of [judging, leftToTheJob, capturing]) {
      while ((await read(third.url, session.id)).state === 'judging') await delay(500);
    }
    while ((await listActions(third.url, token, overdue.id)).length < 2) await delay(500);

    const states = new Map<string, readonly string[]>([
      [passed.session.id, ['passed', 'liveness.pass']],
      [failed.session.id, ['failed', 'liveness.fail']],
      [judging.session.id, ['passed', 'liveness.pass']],
      [leftToTheJob.session.id, ['passed', 'liveness.pass']],
      [abandoned.session.id, ['abandoned', 'liveness.abandon']],
      [notPerformed.session.id, ['not_performed', 'liveness.not-perform']],
      [overdue.id, ['expired', 'liveness.expire']],
    ]);
    const ends = await listEnds(third.url, token);
    for (const [id, [state, action]] of states) {
      const data = await read(third.url, id);
      assert.equal(data.state, state, JSON.stringify(data));
      const actions = await listActions(third.url, token, id);
      assert.equal(new Set(actions).size, actions.length, `${state}: ${actions.join()}`);
      assert.ok(actions.includes(action!), `${state}: ${actions.join()}`);
      assert.equal(ends.filter((ended) => ended === id).length, 1, state);
      if (state === 'passed' || state === 'failed') {
        assert.equal(data.verdict.isAlive, state === 'passed');
        assert.equal(data.steps.length, 7);
        assert.ok(data.steps.every((step: { isFulfilled?: boolean }) => step.isFulfilled !== undefined));
      }
    }
    // On a slow machine the start takes longer than a step may.
    const data = await read(third.url, capturing.session.id);
    assert.deepEqual(
      data.reasons.filter((reason: string) => reason !== 'too_late'),
      [],
      JSON.stringify(data),
    );
    assert.equal(ends.filter((ended) => ended === capturing.session.id).length, 1);

    const use = () =>
      send(`${third.url}/v1/people/${cpf}/face`, {
        method: 'PUT',
        token,
        json: { livenessSessionId: passed.session.id },
      });
    const used = await use();
    assert.equal(used.status, 201, used.text);
    assertError(await use(), 400, 'liveness_session_unusable');
  });
});

type Service = Awaited<ReturnType<typeof spawnServe>>;

function startService(t: TestContext, env: Record<string, string>): Promise<Service> {
  return spawnServe(t, env);
}

async function kill({ child, ended }: Service): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

/** Addresses of photos are signed anew for every answer. */
function withoutLinks(session: object): object {
  return JSON.parse(JSON.stringify(session, (key, value) => (key === 'imageUrl' ? undefined : value)));
}

/** What the audit log holds of a session but its reads. */
async function listActions(url: string, token: string, id: string): Promise<readonly string[]> {
  const { status, text, body } = await send(`${url}/v1/audit?target=${id}&limit=100`, { token });
  assert.equal(status, 200, text);
  return body.items
    .map(({ action }: { action: string }) => action)
    .filter((action: string) => action !== 'liveness.read');
}

/** The sessions that the feed says have ended, each as often as it says so. */
async function listEnds(url: string, token: string): Promise<readonly string[]> {
  const { status, text, body } = await send(`${url}/v1/events?type=liveness_session.ended&limit=100`, {
    token,
  });
  assert.equal(status, 200, text);
  return body.items.map(({ data }: { data: { livenessSessionId: string } }) => data.livenessSessionId);
}
