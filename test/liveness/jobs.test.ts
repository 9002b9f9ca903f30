import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { createRulesOfClients } from '../../src/access/client-rules.ts';
import { authenticateFace } from '../../src/faces/authenticate-face.ts';
import { beginSession } from '../../src/liveness/begin-session.ts';
import { type CreateSessionRequest, createSession } from '../../src/liveness/create-session.ts';
import { deleteSession } from '../../src/liveness/delete-session.ts';
import { cancelSession, endWithoutCamera } from '../../src/liveness/end-without-camera.ts';
import { extendSession } from '../../src/liveness/extend-session.ts';
import { finishSession } from '../../src/liveness/finish-session.ts';
import { listFrames } from '../../src/liveness/frames-store.ts';
import { handOverSession } from '../../src/liveness/hand-over-session.ts';
import { purgeUnusedSessions, settleSessions } from '../../src/liveness/jobs.ts';
import { judgeSession } from '../../src/liveness/judge-session.ts';
import { nextStep } from '../../src/liveness/next-step.ts';
import { erasePart, exportParts, retentionRule } from '../../src/liveness/personal-parts.ts';
import { receiveFrame } from '../../src/liveness/receive-frame.ts';
import { findSession, updateSession } from '../../src/liveness/sessions-store.ts';
import type { LivenessDeps } from '../../src/liveness/types.ts';
import { uploadPhoto } from '../../src/liveness/upload-photo.ts';
import { createLivenessSessions } from '../../src/liveness/use-session.ts';
import { type Cpf, generateCpf } from '../../src/platform/documents.ts';
import { createRateLimiter } from '../../src/platform/rate-limits/index.ts';
import { clientId, useFaces } from '../faces/open-faces.ts';
import { describeDatabases } from '../support/database.ts';
import { loseAnswer } from '../support/lossy-database.ts';

/** A still that no other is equal to. */
async function drawStill(): Promise<Uint8Array> {
  return await sharp(randomBytes(32 * 32 * 3), { raw: { width: 32, height: 32, channels: 3 } })
    .jpeg()
    .toBuffer();
}

describeDatabases('what becomes of liveness sessions', (kind) => {
  const faces = useFaces(kind);
  const depsOf = (): LivenessDeps => ({
    ...faces(),
    photoLimits: faces().limits,
    auditKey: Buffer.alloc(32, 5),
    limiter: createRateLimiter({}),
    rulesOfClients: createRulesOfClients(faces().db, { authentication: 'passive', registration: 'passive' }),
    frameKey: Buffer.alloc(32, 3),
    secretKey: Buffer.alloc(32, 4),
    settings: {
      beginSeconds: 180,
      finishSeconds: 90,
      lockAfterFailures: 0,
      extensions: 10,
      replayDays: 30,
      operatorName: 'Test',
    } as LivenessDeps['settings'],
    mobileBaseUrl: 'http://localhost',
    onBackgroundError: () => {},
  });

  const askFor = (peopleId: Cpf | undefined): CreateSessionRequest => ({
    clientId,
    purpose: 'authenticate',
    peopleId,
    locale: 'en',
    redirectUrl: undefined,
    requester: { actor: { kind: 'client', id: clientId } },
  });

  async function create(peopleId: Cpf | undefined, settings: Partial<LivenessDeps['settings']> = {}) {
    const deps: LivenessDeps = { ...depsOf(), settings: { ...depsOf().settings, ...settings } };
    const { id, captureUrl } = await createSession(deps, askFor(peopleId));
    return { deps, id, code: new URLSearchParams(new URL(captureUrl).hash.slice(1)).get('c')! };
  }

  async function beginCreated({ id, code }: Awaited<ReturnType<typeof create>>, deps: LivenessDeps) {
    const begun = await beginSession(deps, {
      sessionId: id,
      code,
      nonce: undefined,
      consentVersion: undefined,
      device: { model: 'test' },
      sourceIp: '127.0.0.1',
      addressKey: '127.0.0.1',
    });
    return { deps, key: { sessionId: id, secret: begun.secret } };
  }

  async function begin(peopleId: Cpf | undefined) {
    const created = await create(peopleId);
    return await beginCreated(created, created.deps);
  }

  type Begun = Awaited<ReturnType<typeof begin>>;
  async function sendAll({ deps, key }: Begun, draw: () => Promise<Uint8Array> = drawStill) {
    for (let step = await nextStep(deps, key); step !== undefined; step = await nextStep(deps, key)) {
      for (let frame = 0; frame < step.frames; frame++) {
        await receiveFrame(deps, key, { step: step.number, frame, bytes: await draw() });
      }
    }
  }
  const listActions = async ({ deps, key }: Begun) => {
    const events = await deps.db
      .selectFrom('audit_events')
      .select('action')
      .where('target', '=', key.sessionId)
      .execute();
    return events.map(({ action }) => action).sort();
  };
  const settle = (deps: Parameters<typeof settleSessions>[0]) =>
    settleSessions(deps, { signal: new AbortController().signal });
  const stateOf = async ({ deps, key }: Begun) => (await findSession(deps.db, key.sessionId))?.state;
  const listFiles = async () => new Set((await Array.fromAsync(faces().store.list())).map(({ id }) => id));

  it('a judgement that comes after the session went on decides nothing about what was sent since', async () => {
    const begun = await begin(generateCpf());
    const { deps, key } = begun;
    await sendAll(begun);
    faces().engine.failWith(new Error('gone'));
    await finishSession(deps, key);
    faces().engine.failWith(undefined);
    const held = faces().engine.hold();
    const late = judgeSession(deps, key.sessionId);
    while (faces().engine.pending() === 0) await delay(10);
    // As another judgement that asks for a movement again.
    const { steps } = (await findSession(deps.db, key.sessionId))!;
    const more = [...steps, { kind: 'center', frames: 3, again: 'too_dark' } as const];
    await deps.db
      .transaction()
      .execute((tx) =>
        updateSession(tx, key.sessionId, { state: 'capturing', steps: more, endedAt: undefined }),
      );
    await sendAll(begun);
    faces().advance(1);
    const finished = finishSession(deps, key);
    while ((await stateOf(begun)) !== 'judging') await delay(10);
    held.release();
    await Promise.all([late, finished]);
    assert.equal((await findSession(deps.db, key.sessionId))?.verdict?.steps.length, more.length);
  });

  it('a session whose process ended before the verdict is judged by the job', async () => {
    const begun = await begin(generateCpf());
    await sendAll(begun);
    faces().engine.failWith(new Error('gone'));
    assert.deepEqual(await finishSession(begun.deps, begun.key), { outcome: 'done' });
    assert.equal(await stateOf(begun), 'judging');
    faces().engine.failWith(undefined);
    await settle(begun.deps);
    assert.equal(await stateOf(begun), 'judging', 'the request may still be judging');
    faces().advance(31_000);
    await settle(begun.deps);
    assert.equal(await stateOf(begun), 'failed');
    assert.deepEqual(await listActions(begun), [
      'liveness.begin',
      'liveness.capture',
      'liveness.create',
      'liveness.fail',
      'liveness.finish',
    ]);
  });

  it('every session whose time is over expires at the next look, however many', async () => {
    const ids: string[] = [];
    for (let made = 0; made < 230; made += 1) ids.push((await create(undefined)).id);
    faces().advance(181_000);
    await settle(depsOf());
    const states = await Promise.all(ids.map(async (id) => (await findSession(faces().db, id))?.state));
    assert.deepEqual(new Set(states), new Set(['expired']));
  });

  it('sessions whose time is over wait where the process is about to end', async () => {
    const { id } = await create(undefined);
    faces().advance(181_000);
    const stopped = await settleSessions(depsOf(), { signal: AbortSignal.abort() });
    assert.deepEqual(stopped, { outcome: 'failed', retryable: true, reason: 'interrupted' });
    assert.equal((await findSession(faces().db, id))?.state, 'created');
    await settle(depsOf());
    assert.equal((await findSession(faces().db, id))?.state, 'expired');
  });

  it('a session that begins late in a day is left to its person, and to whom it is for', async () => {
    const created = await create(generateCpf(), { beginSeconds: 86_400 });
    faces().advance(86_390_000);
    const begun = await beginCreated(created, created.deps);
    await sendAll(begun);
    faces().advance(60_000);
    await purgeUnusedSessions(begun.deps);
    assert.equal(await stateOf(begun), 'capturing');
    await finishSession(begun.deps, begun.key);
    await purgeUnusedSessions(begun.deps);
    assert.equal(await stateOf(begun), 'failed');
    faces().advance(3_600_000);
    await purgeUnusedSessions(begun.deps);
    assert.equal(await stateOf(begun), undefined);
  });

  it('a photo stays whose row was committed without an answer', async () => {
    const cpf = generateCpf();
    const { deps, key } = await begin(cpf);
    const lossy = { ...deps, db: loseAnswer(faces().database, async () => true).db };
    const lost = { code: 'database_unavailable' };
    const step = await nextStep(deps, key);
    const bytes = await drawStill();
    await assert.rejects(receiveFrame(lossy, key, { step: step!.number, frame: 0, bytes }), lost);
    const other = await begin(cpf);
    await assert.rejects(uploadPhoto(lossy, other.key, { bytes }), lost);
    await faces().register(cpf, bytes);
    const using = { ...faces(), db: lossy.db, liveness: createLivenessSessions(deps) };
    const request = { peopleId: cpf, photo: undefined, device: {}, sourceIp: '203.0.113.9', clientId };
    const livenessSessionId = other.key.sessionId;
    await assert.rejects(authenticateFace(using, { ...request, livenessSessionId }), lost);
    const files = await listFiles();
    for (const { sessionId } of [key, other.key]) {
      const [frame] = await listFrames(deps.db, sessionId);
      assert.ok(files.has(frame!.imageId));
    }
    const { id } = await create(cpf);
    await assert.rejects(endWithoutCamera(lossy, id, { reasons: [], frame: bytes }), lost);
    const session = await findSession(deps.db, id);
    assert.equal(session?.state, 'passed');
    assert.ok((await listFiles()).has(session.verdict!.referenceImageId!));
    const attempts = await deps.db.selectFrom('attempts').select('received_image_id').execute();
    assert.deepEqual(
      attempts.map(({ received_image_id: id }) => files.has(id!)),
      [true],
    );
  });

  it('a session that began before it was to end by itself leaves no file', async () => {
    const { deps, key } = await begin(generateCpf());
    const before = await listFiles();
    await endWithoutCamera(deps, key.sessionId, { reasons: [], frame: await drawStill() });
    assert.deepEqual(await listFiles(), before);
  });

  it('one that cannot be judged for long fails as not judged', async () => {
    const begun = await begin(generateCpf());
    await sendAll(begun);
    faces().engine.failWith(new Error('gone'));
    await finishSession(begun.deps, begun.key);
    faces().advance(16 * 60_000);
    await settle(begun.deps);
    faces().engine.failWith(undefined);
    const session = await findSession(begun.deps.db, begun.key.sessionId);
    assert.deepEqual(session?.verdict?.reasons, ['not_judged']);
  });

  it('one whose time is over is expired once', async () => {
    const begun = await begin(generateCpf());
    await settle(begun.deps);
    assert.equal(await stateOf(begun), 'started');
    faces().advance(91_000);
    await settle(begun.deps);
    await settle(begun.deps);
    assert.equal(await stateOf(begun), 'expired');
    assert.deepEqual(await listActions(begun), ['liveness.begin', 'liveness.create', 'liveness.expire']);
  });

  it('unused ones go after a day with their files; used ones when their days are over', async () => {
    const usedBy = generateCpf();
    const [unused, used] = [await begin(generateCpf()), await begin(usedBy)];
    await sendAll(unused);
    await sendAll(used);
    const { db, clock, cpfIndex } = used.deps;
    const id = used.key.sessionId;
    await db.transaction().execute((tx) => updateSession(tx, id, { state: 'passed', endedAt: clock.now() }));
    const sessions = createLivenessSessions(used.deps);
    const use = { by: 'att_test', cpfIndex: cpfIndex(usedBy) };
    await db.transaction().execute((tx) => sessions.use(tx, id, use));
    await assert.rejects(
      db.transaction().execute((tx) => sessions.use(tx, id, use)),
      { code: 'liveness_session_unusable' },
    );
    const frames = [...(await listFrames(db, unused.key.sessionId))].map(({ imageId }) => imageId);
    assert.equal(frames.length, 18);
    await purgeUnusedSessions(used.deps);
    assert.equal(await stateOf(unused), 'capturing', 'not a day old');
    faces().advance(25 * 3_600_000);
    await purgeUnusedSessions(used.deps);
    assert.equal(await stateOf(unused), undefined);
    const files = await listFiles();
    assert.ok(frames.every((imageId) => !files.has(imageId)));
    assert.equal(await stateOf(used), 'passed');
    const erase = (cpfIndexes: readonly Uint8Array[]) =>
      db
        .transaction()
        .execute((tx) =>
          retentionRule(1).eraseBatch(tx, clock.now(), 10, clock.now(), { ids: [], cpfIndexes }),
        );
    await erase([cpfIndex(usedBy)]);
    assert.equal(await stateOf(used), 'passed', 'its person is held');
    const erased = await erase([]);
    assert.ok(erased.count >= 1 && erased.files.length >= 18);
    assert.equal(await stateOf(used), undefined);
  });

  it('those of a person are in the copy, and are erased with the person', async () => {
    const peopleId = generateCpf();
    const begun = await begin(peopleId);
    await sendAll(begun);
    const { deps } = begun;
    const copies = await Array.fromAsync(exportParts(deps)[0]!.list({ id: 'per_x', cpf: peopleId }));
    assert.equal(copies.length, 1);
    const copy = copies[0] as { device: object; sourceIp: string; photos: object[] };
    assert.deepEqual(copy.device, { model: 'test' });
    assert.equal(copy.photos.length, 18);
    const person = { id: 'per_x', rows: [{ id: 'per_x', cpfIndex: deps.cpfIndex(peopleId) }] };
    const part = await deps.db.transaction().execute((tx) => erasePart(tx, person));
    assert.deepEqual(part.erased, { livenessSessions: 1, livenessFingerprints: 0 });
    assert.equal(part.imageIds?.length, 18);
    assert.equal(await stateOf(begun), undefined);
  });

  it('the try of a removed session is kept as long as a lock lasts, and is erased with its person', async () => {
    const { db, cpfIndex } = faces();
    const requester = { actor: { kind: 'client', id: clientId } } as const;
    const tryAndRemove = async (peopleId: Cpf, isShown: boolean) => {
      const { deps, key } = await begin(peopleId);
      if (isShown) await nextStep(deps, key);
      await deleteSession(deps, key.sessionId, { clientId }, requester);
    };
    const count = async () => (await db.selectFrom('liveness_tries').select('session_id').execute()).length;
    const [one, other] = [generateCpf(), generateCpf()];
    await tryAndRemove(one, false);
    assert.equal(await count(), 0, 'it showed no step');
    await tryAndRemove(one, true);
    await tryAndRemove(other, true);
    assert.equal(await count(), 2);
    const person = { id: 'per_x', rows: [{ id: 'per_x', cpfIndex: cpfIndex(one) }] };
    await db.transaction().execute((tx) => erasePart(tx, person));
    assert.equal(await count(), 1);
    faces().advance(29 * 60_000);
    await purgeUnusedSessions(depsOf());
    assert.equal(await count(), 1);
    faces().advance(2 * 60_000);
    await purgeUnusedSessions(depsOf());
    assert.equal(await count(), 0);
  });

  it('a transition that the audit log cannot hold is not made', async () => {
    const created = await create(generateCpf());
    const deaf = { ...created.deps, auditKey: undefined as unknown as Uint8Array };
    await assert.rejects(beginCreated(created, deaf));
    assert.equal((await findSession(created.deps.db, created.id))?.state, 'created');
    const begun = await beginCreated(created, created.deps);
    const [files, upload] = [await listFiles(), { bytes: await drawStill() }];
    await assert.rejects(uploadPhoto(deaf, begun.key, upload));
    assert.equal(await stateOf(begun), 'started');
    assert.deepEqual(await listFrames(begun.deps.db, created.id), []);
    assert.deepEqual(await listFiles(), files);
    const uploading = await begin(generateCpf());
    await uploadPhoto(uploading.deps, uploading.key, upload);
    assert.equal(await stateOf(uploading), 'not_performed');
    await assert.rejects(nextStep(deaf, begun.key));
    await assert.rejects(extendSession(deaf, begun.key));
    await assert.rejects(handOverSession(deaf, begun.key));
    await assert.rejects(cancelSession(deaf, begun.key));
    assert.equal(await stateOf(begun), 'started');
    await sendAll(begun);
    await assert.rejects(finishSession(deaf, begun.key));
    assert.equal(await stateOf(begun), 'capturing');
    faces().engine.failWith(new Error('gone'));
    await finishSession(begun.deps, begun.key);
    faces().engine.failWith(undefined);
    await assert.rejects(judgeSession(deaf, begun.key.sessionId));
    assert.equal(await stateOf(begun), 'judging');
    await judgeSession(begun.deps, begun.key.sessionId);
    assert.equal(await stateOf(begun), 'failed');
    const { deps } = begun;
    const left = await begin(generateCpf());
    faces().advance(91_000);
    await assert.rejects(settle({ ...deaf, onBackgroundError: () => {} }));
    assert.equal(await stateOf(left), 'started');
    await assert.rejects(createSession(deaf, askFor(generateCpf())));
    const { sessionId } = left.key;
    const requester = { actor: { kind: 'client', id: clientId } } as const;
    await assert.rejects(deleteSession(deaf, sessionId, { clientId }, requester));
    assert.equal(await stateOf(left), 'started');
    await deleteSession(deps, sessionId, { clientId }, requester);
    assert.deepEqual(await listActions(left), ['liveness.begin', 'liveness.create', 'liveness.delete']);
  });

  it('frames of a session that is gone are recognised for 30 days, of the same CPF, and erased with it', async () => {
    faces().engine.seeCopies(true);
    const stills = await Promise.all(Array.from({ length: 18 }, () => drawStill()));
    const perform = async (peopleId: Cpf | undefined, reversed = false) => {
      const begun = await begin(peopleId);
      const left = reversed ? stills.toReversed() : [...stills];
      await sendAll(begun, async () => left.shift()!);
      await finishSession(begun.deps, begun.key);
      await purgeAfterADay(begun);
      return reasonsOf.get(begun.key.sessionId)?.includes('frames_seen_before') ? 'seen' : 'new';
    };
    const reasonsOf = new Map<string, readonly string[]>();
    const purgeAfterADay = async (begun: Begun) => {
      const { verdict } = (await findSession(begun.deps.db, begun.key.sessionId))!;
      reasonsOf.set(begun.key.sessionId, verdict!.reasons);
      faces().advance(25 * 3_600_000);
      await purgeUnusedSessions(begun.deps);
      assert.equal(await stateOf(begun), undefined, 'exact repeats are not found any more');
    };
    const [one, other] = [generateCpf(), generateCpf()];
    assert.equal(await perform(one), 'new');
    assert.equal(await perform(other), 'new', 'another CPF');
    assert.equal(await perform(one, true), 'seen', 'in another order');
    assert.equal(await perform(undefined), 'seen', 'of nobody: the client has sessions of people');
    faces().advance(31 * 24 * 3_600_000);
    assert.equal(await perform(one), 'new', 'after 30 days');
    const { db, cpfIndex } = faces();
    const count = async () =>
      (await db.selectFrom('liveness_fingerprints').select('session_id').execute()).length;
    assert.equal(await count(), 1);
    const person = { id: 'per_x', rows: [{ id: 'per_x', cpfIndex: cpfIndex(one) }] };
    const part = await db.transaction().execute((tx) => erasePart(tx, person));
    assert.deepEqual(part.erased, { livenessSessions: 0, livenessFingerprints: 1 });
    assert.equal(await count(), 0);
    faces().engine.seeCopies(false);
  });

  it('of two near copies that are judged at the same moment only one is new', async () => {
    for (const cpfs of [[undefined, undefined], Array.from({ length: 2 }).fill(generateCpf())] as Cpf[][]) {
      const copies = async (_: unknown, __: unknown, enough: number) => enough;
      const deps = { ...depsOf(), engine: { ...faces().engine, countCopiedFrames: copies } };
      const both = await Promise.all(cpfs.map(begin));
      for (const begun of both) await sendAll(begun);
      const held = faces().engine.hold();
      const finished = both.map(({ key }) => finishSession(deps, key));
      while (faces().engine.pending() < 36) await delay(10);
      held.release();
      await Promise.all(finished);
      const seen = await Promise.all(
        both.map(async ({ key }) => {
          const { verdict } = (await findSession(deps.db, key.sessionId))!;
          return verdict!.reasons.includes('frames_seen_before');
        }),
      );
      assert.deepEqual(seen.sort(), [false, true]);
      faces().advance(31 * 24 * 3_600_000);
    }
  });
});
