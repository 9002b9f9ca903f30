import assert from 'node:assert/strict';
import { it } from 'node:test';
import sharp from 'sharp';
import { beginSession } from '../../src/liveness/begin-session.ts';
import { createSession } from '../../src/liveness/create-session.ts';
import { finishSession } from '../../src/liveness/finish-session.ts';
import { listFrames } from '../../src/liveness/frames-store.ts';
import { purgeUnusedSessions, settleSessions } from '../../src/liveness/jobs.ts';
import type { LivenessDeps } from '../../src/liveness/liveness-deps.ts';
import { nextStep } from '../../src/liveness/next-step.ts';
import { erasePart, exportPart, retentionRule } from '../../src/liveness/personal-parts.ts';
import { receiveFrame } from '../../src/liveness/receive-frame.ts';
import { findSession, updateSession } from '../../src/liveness/sessions-store.ts';
import { createLivenessSessions } from '../../src/liveness/use-session.ts';
import { type Cpf, generateCpf } from '../../src/platform/documents/index.ts';
import { createRateLimiter } from '../../src/platform/rate-limits/index.ts';
import { clientId, useFaces } from '../faces/open-faces.ts';
import { describeDatabases } from '../support/database.ts';

let drawn = 0;

/** A still that no other is equal to. */
async function drawStill(): Promise<Uint8Array> {
  drawn += 1;
  const background = { r: drawn % 256, g: Math.floor(drawn / 256), b: 40 };
  return await sharp({ create: { width: 32, height: 32, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

describeDatabases('what becomes of liveness sessions', (kind) => {
  const faces = useFaces(kind);
  const recorded: string[] = [];

  const depsOf = (): LivenessDeps => ({
    ...faces(),
    audit: {
      record: async ({ action, target }) => {
        recorded.push(`${action} ${target}`);
      },
      close: async () => {},
    },
    limiter: createRateLimiter({}),
    frameKey: Buffer.alloc(32, 3),
    secretKey: Buffer.alloc(32, 4),
    settings: {
      requiredForAuthentication: 'passive',
      requiredForRegistration: 'passive',
      beginSeconds: 180,
      finishSeconds: 90,
      lockAfterFailures: 0,
      operatorName: 'Test',
    } as LivenessDeps['settings'],
    mobileBaseUrl: 'http://localhost',
    onBackgroundError: () => {},
  });

  async function begin(peopleId: Cpf = generateCpf()) {
    const deps = depsOf();
    const ask = {
      clientId,
      purpose: 'authenticate',
      peopleId,
      locale: 'en',
      redirectUrl: undefined,
    } as const;
    const { id, captureUrl } = await createSession(deps, ask);
    const begun = await beginSession(deps, {
      sessionId: id,
      code: new URLSearchParams(new URL(captureUrl).hash.slice(1)).get('c')!,
      nonce: undefined,
      consentVersion: undefined,
      device: { model: 'test' },
      sourceIp: '127.0.0.1',
      addressKey: '127.0.0.1',
    });
    return { deps, peopleId, key: { sessionId: id, secret: begun.secret } };
  }

  type Begun = Awaited<ReturnType<typeof begin>>;
  async function sendAll({ deps, key }: Begun) {
    for (let step = await nextStep(deps, key); step !== undefined; step = await nextStep(deps, key)) {
      for (let frame = 0; frame < step.frames; frame++) {
        await receiveFrame(deps, key, { step: step.number, frame, bytes: await drawStill() });
      }
    }
  }
  const stateOf = async ({ deps, key }: Begun) => (await findSession(deps.db, key.sessionId))?.state;
  const listFiles = async () => new Set((await Array.fromAsync(faces().store.list())).map(({ id }) => id));

  it('a session whose process ended before the verdict is judged by the job', async () => {
    const begun = await begin();
    await sendAll(begun);
    faces().engine.failWith(new Error('gone'));
    assert.deepEqual(await finishSession(begun.deps, begun.key), { outcome: 'done' });
    assert.equal(await stateOf(begun), 'JUDGING');
    faces().engine.failWith(undefined);
    await settleSessions(begun.deps);
    assert.equal(await stateOf(begun), 'JUDGING', 'the request may still be judging');
    faces().advance(31_000);
    await settleSessions(begun.deps);
    assert.equal(await stateOf(begun), 'FAILED');
    assert.equal(recorded.filter((one) => one === `liveness.fail ${begun.key.sessionId}`).length, 1);
  });

  it('one that cannot be judged for long fails as not judged', async () => {
    const begun = await begin();
    await sendAll(begun);
    faces().engine.failWith(new Error('gone'));
    await finishSession(begun.deps, begun.key);
    faces().advance(16 * 60_000);
    await settleSessions(begun.deps);
    faces().engine.failWith(undefined);
    const session = await findSession(begun.deps.db, begun.key.sessionId);
    assert.deepEqual(session?.verdict?.reasons, ['not_judged']);
  });

  it('one whose time is over is expired once', async () => {
    const begun = await begin();
    await settleSessions(begun.deps);
    assert.equal(await stateOf(begun), 'STARTED');
    faces().advance(91_000);
    await settleSessions(begun.deps);
    await settleSessions(begun.deps);
    assert.equal(await stateOf(begun), 'EXPIRED');
    assert.equal(recorded.filter((one) => one === `liveness.expire ${begun.key.sessionId}`).length, 1);
  });

  it('unused ones go after a day with their files; used ones when their days are over', async () => {
    const [unused, used] = [await begin(), await begin()];
    await sendAll(unused);
    await sendAll(used);
    const { db, clock, cpfIndex } = used.deps;
    const id = used.key.sessionId;
    await db.transaction().execute((tx) => updateSession(tx, id, { state: 'PASSED', endedAt: clock.now() }));
    const sessions = createLivenessSessions(used.deps);
    const use = { by: 'att_test', cpfIndex: cpfIndex(used.peopleId) };
    await db.transaction().execute((tx) => sessions.use(tx, id, use));
    await assert.rejects(
      db.transaction().execute((tx) => sessions.use(tx, id, use)),
      { code: 'liveness_session_unusable' },
    );
    const frames = [...(await listFrames(db, unused.key.sessionId))].map(({ imageId }) => imageId);
    assert.equal(frames.length, 18);
    await purgeUnusedSessions(used.deps);
    assert.equal(await stateOf(unused), 'CAPTURING', 'not a day old');
    faces().advance(25 * 3_600_000);
    await purgeUnusedSessions(used.deps);
    assert.equal(await stateOf(unused), undefined);
    const files = await listFiles();
    assert.ok(frames.every((imageId) => !files.has(imageId)));
    assert.equal(await stateOf(used), 'PASSED');
    const erase = (cpfIndexes: readonly Uint8Array[]) =>
      db
        .transaction()
        .execute((tx) =>
          retentionRule(1).eraseBatch(tx, clock.now(), 10, clock.now(), { ids: [], cpfIndexes }),
        );
    await erase([used.deps.cpfIndex(used.peopleId)]);
    assert.equal(await stateOf(used), 'PASSED', 'its person is held');
    const erased = await erase([]);
    assert.ok(erased.count >= 1 && erased.files.length >= 18);
    assert.equal(await stateOf(used), undefined);
  });

  it('those of a person are in the copy, and are erased with the person', async () => {
    const begun = await begin();
    await sendAll(begun);
    const { deps, peopleId } = begun;
    const copies = await Array.fromAsync(exportPart(deps).list({ id: 'per_x', cpf: peopleId }));
    assert.equal(copies.length, 1);
    const copy = copies[0] as { device: object; sourceIp: string; photos: object[] };
    assert.deepEqual(copy.device, { model: 'test' });
    assert.equal(copy.photos.length, 18);
    const person = { id: 'per_x', rows: [{ id: 'per_x', cpfIndex: deps.cpfIndex(peopleId) }] };
    const part = await deps.db.transaction().execute((tx) => erasePart(tx, person));
    assert.deepEqual(part.erased, { livenessSessions: 1 });
    assert.equal(part.imageIds?.length, 18);
    assert.equal(await stateOf(begun), undefined);
  });
});
