import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it, test } from 'node:test';
import { sql } from 'kysely';
import sharp from 'sharp';
import { createOnnxFaceEngine } from '../../src/engine/create-onnx-face-engine.ts';
import { EngineError } from '../../src/engine/errors.ts';
import {
  authenticateFace,
  leastInsideShare,
  mostWidthShare,
  refuseIncomparablePhoto,
} from '../../src/faces/authenticate-face.ts';
import { capturePhoto } from '../../src/faces/capture-photo.ts';
import { purgeExpiredCaptures } from '../../src/faces/jobs.ts';
import { registerFace } from '../../src/faces/register-face.ts';
import { deleteRegisteredFaces } from '../../src/faces/registered-faces.ts';
import { readImage } from '../../src/images/index.ts';
import { LivenessError } from '../../src/liveness/errors.ts';
import { type AuditEvent, createAuditLog, verifyAudit } from '../../src/platform/audit/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import { attemptIdKind, createId } from '../../src/platform/ids.ts';
import { describeDatabases } from '../support/database.ts';
import { cutFacePhotos } from '../support/face-photos.ts';
import { createStandInEngine } from '../support/service-engine.ts';
import { clientId, createDistinctPhoto, useFaces } from './open-faces.ts';

const key = randomBytes(32);

describeDatabases('authenticateFace', (kind) => {
  const faces = useFaces(kind);

  const countAttempts = async () =>
    Number(
      (await faces().db.selectFrom('attempts').select(sql`count(*)`.as('n')).executeTakeFirstOrThrow()).n,
    );

  it('the most similar of several reference photos decides, whichever is newer', async () => {
    const cpf = generateCpf();
    const [first, second] = [await createDistinctPhoto(), await createDistinctPhoto()];
    const { face } = await faces().register(cpf, first);
    await faces().register(cpf, second);
    const { attempt } = await faces().authenticate(cpf, first);
    assert.equal(attempt.isMatch, true);
    assert.equal(attempt.registeredImageId, face.imageId);
    assert.equal(attempt.decision.references, 2);
  });

  it('a photo turned further than may be compared is refused, sent now or before, and leaves nothing', async () => {
    const cpf = generateCpf();
    const photo = await createDistinctPhoto();
    await faces().register(cpf, photo);
    const files = (await Array.fromAsync(faces().store.list())).length;
    const before = await countAttempts();
    faces().engine.seeQuality({ yawDegrees: -40.5 });
    await assert.rejects(faces().authenticate(cpf, photo), { code: 'face_turned_away' });
    assert.equal((await Array.fromAsync(faces().store.list())).length, files);
    await capturePhoto(faces(), { peopleId: cpf, clientId, bytes: photo });
    await assert.rejects(faces().authenticate(cpf), { code: 'face_turned_away' });
    assert.equal(await countAttempts(), before);
    faces().engine.seeQuality({ yawDegrees: -40 });
    assert.equal((await faces().authenticate(cpf, photo)).attempt.isMatch, true);
    faces().engine.seeQuality({});
  });

  it('a received photo is analysed as such, sent now or before; a reference photo is not', async () => {
    const cpf = generateCpf();
    const photo = await createDistinctPhoto();
    const { engine } = faces();
    const areReceived: (boolean | undefined)[] = [];
    const deps = {
      ...faces(),
      engine: {
        ...engine,
        analyse: (...[bytes, options]: Parameters<typeof engine.analyse>) => {
          areReceived.push(options?.isReceived);
          return engine.analyse(bytes, options);
        },
      },
    };
    const source = { kind: 'bytes', bytes: photo } as const;
    await registerFace(deps, cpf, source, { clientId });
    const request = { peopleId: cpf, device: undefined, sourceIp: '203.0.113.9', clientId };
    await authenticateFace(deps, { ...request, photo: source });
    await capturePhoto(deps, { peopleId: cpf, clientId, bytes: photo });
    areReceived.splice(2);
    await authenticateFace(deps, { ...request, photo: undefined });
    assert.deepEqual(areReceived, [undefined, true, true]);
  });

  it('when the reference photo gives way to others during the comparison, those decide', async () => {
    const cpf = generateCpf();
    const old = await createDistinctPhoto();
    await faces().register(cpf, old);
    const held = faces().engine.hold();
    const authenticating = faces().authenticate(cpf, old);
    while (faces().engine.pending() === 0) await new Promise((resolve) => setImmediate(resolve));
    faces().engine.hold().release();
    await faces().register(cpf, await createDistinctPhoto());
    const { face } = await faces().register(cpf, await createDistinctPhoto());
    held.release();
    const { attempt } = await authenticating;
    assert.equal(attempt.isMatch, false);
    assert.equal(attempt.registeredImageId, face.imageId);
  });

  it('when others register again and again meanwhile, the photos that are left decide', async () => {
    const cpf = generateCpf();
    const old = await createDistinctPhoto();
    await faces().register(cpf, old);
    let registrations = 3;
    const cohort = {
      async judge() {
        if (registrations === 0) return;
        registrations -= 1;
        await faces().register(cpf, await createDistinctPhoto());
        await faces().register(cpf, await createDistinctPhoto());
      },
    };
    const request = { peopleId: cpf, device: undefined, sourceIp: '203.0.113.9', clientId };
    const photo = { kind: 'bytes', bytes: old } as const;
    const { attempt } = await authenticateFace(
      { ...faces(), cohort: cohort as never },
      { ...request, photo },
    );
    assert.deepEqual([attempt.isMatch, registrations], [false, 0]);
  });

  it('a capture that ends between its finding and its reading is none', async () => {
    const cpf = generateCpf();
    const bytes = await createDistinctPhoto();
    await faces().register(cpf, bytes);
    await capturePhoto(faces(), { peopleId: cpf, clientId, bytes });
    const { store } = faces();
    const get = async (id: string) => {
      const later = new Date(Date.now() + 3_600_000);
      await purgeExpiredCaptures({ ...faces(), clock: { now: () => later } });
      return await store.get(id);
    };
    const deps = { ...faces(), store: { ...store, get } };
    const request = { peopleId: cpf, photo: undefined, device: undefined, sourceIp: '203.0.113.9', clientId };
    await assert.rejects(authenticateFace(deps, request), { code: 'image_required' });
  });

  it('when all reference photos are removed during the comparison, nothing is stored', async () => {
    const cpf = generateCpf();
    const photo = await createDistinctPhoto();
    await faces().register(cpf, photo);
    const before = await countAttempts();
    const held = faces().engine.hold();
    const authenticating = faces().authenticate(cpf, photo);
    while (faces().engine.pending() === 0) await new Promise((resolve) => setImmediate(resolve));
    await deleteRegisteredFaces(faces(), cpf);
    held.release();
    await assert.rejects(authenticating, { code: 'face_not_registered' });
    assert.equal(await countAttempts(), before);
  });

  it('the audit event of an attempt is stored by its statement, once, or not with one that is not stored', async () => {
    const cpf = generateCpf();
    const photo = await createDistinctPhoto();
    await faces().register(cpf, photo);
    const { db } = faces();
    const audit = createAuditLog({ db, key, clock: systemClock });
    const eventOf = (target: string, personId: string): AuditEvent => ({
      actor: { kind: 'client', id: clientId },
      action: 'face.authenticate',
      target,
      subjects: [personId],
      outcome: 'done',
    });
    const send = (peopleId = cpf) =>
      authenticateFace(
        { ...faces(), audit },
        {
          peopleId,
          device: undefined,
          sourceIp: '203.0.113.9',
          clientId,
          photo: { kind: 'bytes', bytes: photo },
          auditEvent: ({ id, personId }) => eventOf(id, personId),
        },
      );
    const made: Awaited<ReturnType<typeof send>>[] = [];
    while (made.filter(({ isAudited }) => isAudited).length < 10) {
      made.push(...(await Promise.all(Array.from({ length: 5 }, () => send()))));
    }
    const { rows } = await sql<{ id: string; of_one: boolean; subjects: string[] }>`
      select attempt.id, attempt.xmin = event.xmin as of_one, event.subjects
      from attempts as attempt join audit_events as event on event.target = attempt.id`.execute(db);
    assert.deepEqual(
      rows.map(({ id }) => id).sort(),
      made
        .filter(({ isAudited }) => isAudited)
        .map(({ attempt }) => attempt.id)
        .sort(),
    );
    for (const row of rows) {
      assert.equal(row.of_one, true);
      assert.deepEqual(row.subjects, [made[0]!.attempt.personId]);
    }
    const other = generateCpf();
    await faces().register(other, photo);
    const held = faces().engine.hold();
    const refused = send(other);
    while (faces().engine.pending() === 0) await new Promise((resolve) => setImmediate(resolve));
    await deleteRegisteredFaces(faces(), other);
    held.release();
    await assert.rejects(refused, { code: 'face_not_registered' });
    await audit.close();
    const notes = await sql`select action from audit_events where action like 'audit.%'`.execute(db);
    const { events, chains, faults } = await verifyAudit(db, key);
    assert.deepEqual(
      { events, faults },
      { events: rows.length + notes.rows.length, faults: [] },
      'beside them the log has its notes alone',
    );
    const free = Array.from({ length: chains + 1 }, () => audit.place(eventOf('att_1', 'per_1')));
    await audit.close();
    // One chain is that of transactions, which has the notes.
    const own = chains - 1;
    assert.equal(free.filter((placed) => placed !== undefined).length, own, 'the refused one ended none');
  });

  // The embedded database has one connection: nothing there can wait for anything.
  const skip = kind === 'embedded' ? 'takes two connections' : false;
  it('a photo that an attempt is being written with is not removed from under it', {
    skip,
  }, async () => {
    const cpf = generateCpf();
    const photo = await createDistinctPhoto();
    await faces().register(cpf, photo);
    const earlier = await faces().authenticate(cpf, photo);
    await deleteRegisteredFaces(faces(), cpf);
    const { face } = await faces().register(cpf, photo);
    const id = createId(attemptIdKind);
    const { db } = faces();
    let removing: ReturnType<typeof deleteRegisteredFaces> | undefined;
    await db.transaction().execute(async (tx) => {
      const changes = JSON.stringify({ id, registered_image_id: face.imageId });
      await sql`
        insert into attempts
        select (jsonb_populate_record(a, ${changes}::jsonb)).* from attempts a where a.id = ${earlier.attempt.id}
      `.execute(tx);
      removing = deleteRegisteredFaces(faces(), cpf);
      removing.catch(() => {});
      for (;;) {
        // pg_stat_activity would show the same moment again and again within a transaction.
        const { rows } = await sql`
          select 1 from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))
        `.execute(tx);
        if (rows.length > 0) break;
      }
    });
    assert.match((await removing)?.personId ?? '', /^per_/);
    assert.deepEqual(Buffer.from((await readImage(faces(), face.imageId)).bytes), photo);
  });

  it('the same key twice at once gives one attempt, also when that attempt locks the face', async () => {
    const cpf = generateCpf();
    await faces().register(cpf, await createDistinctPhoto());
    const faceLock = { afterFailures: 1, windowSeconds: 60, lockSeconds: 60 };
    const photo = { kind: 'bytes', bytes: await createDistinctPhoto() } as const;
    const idempotency = { key: 'locks-the-face', digest: Buffer.alloc(32) };
    const request = { peopleId: cpf, photo, device: undefined, sourceIp: '203.0.113.9', clientId };
    const send = () => authenticateFace({ ...faces(), faceLock }, { ...request, idempotency });
    const files = (await Array.fromAsync(faces().store.list())).length;
    const held = faces().engine.hold();
    const both = Promise.all([send(), send()]);
    while (faces().engine.pending() < 2) await new Promise((resolve) => setImmediate(resolve));
    held.release();
    const [one, other] = await both;
    assert.equal(one.attempt.id, other.attempt.id);
    assert.deepEqual([one.replayed, other.replayed].sort(), [false, true]);
    assert.equal((await Array.fromAsync(faces().store.list())).length, files + 1);
  });

  it('a repeat that finds its liveness session used by the first request is answered with the attempt', async () => {
    const cpf = generateCpf();
    const photo = await createDistinctPhoto();
    await faces().register(cpf, photo);
    let first: Awaited<ReturnType<typeof authenticateFace>> | undefined;
    const liveness = {
      async findUsable() {
        first = await faces().authenticate(cpf, photo, 'uses-the-session');
        throw new LivenessError('liveness_session_unusable');
      },
    };
    const again = await authenticateFace(
      { ...faces(), liveness: liveness as never },
      {
        peopleId: cpf,
        photo: undefined,
        livenessSessionId: 'of both',
        device: undefined,
        sourceIp: '203.0.113.9',
        clientId,
        idempotency: { key: 'uses-the-session', digest: Buffer.alloc(32) },
      },
    );
    assert.deepEqual([again.attempt.id, again.replayed], [first?.attempt.id, true]);
  });

  it('a template of another model is made again from the stored photo', async () => {
    const cpf = generateCpf();
    const photo = await createDistinctPhoto();
    const { face } = await faces().register(cpf, photo);
    await faces()
      .db.updateTable('faces')
      .set({ template_model: 'older@1' })
      .where('id', '=', face.id)
      .execute();
    const { attempt } = await faces().authenticate(cpf, photo);
    assert.equal(attempt.isMatch, true);
    assert.equal(attempt.decision.templateModel, 'stand-in@1');
    const row = await faces()
      .db.selectFrom('faces')
      .select('template_model')
      .where('id', '=', face.id)
      .executeTakeFirstOrThrow();
    assert.equal(row.template_model, 'stand-in@1');
  });

  it('a reference photo that gives no template any more is left out; without another one nobody is registered', async () => {
    const cpf = generateCpf();
    const [lost, kept] = [await createDistinctPhoto(), await createDistinctPhoto()];
    const { face } = await faces().register(cpf, lost);
    const older = faces()
      .db.updateTable('faces')
      .set({ template_model: 'older@1' })
      .where('id', '=', face.id);
    await older.execute();
    const { engine } = faces();
    const request = {
      peopleId: cpf,
      photo: { kind: 'bytes', bytes: kept },
      device: undefined,
      sourceIp: '203.0.113.9',
      clientId,
    } as const;
    const refusing: typeof engine = {
      ...engine,
      async analyse(bytes, options) {
        if (Buffer.from(bytes).equals(lost)) throw new EngineError('face_not_found');
        return await engine.analyse(bytes, options);
      },
    };
    const authenticate = () => authenticateFace({ ...faces(), engine: refusing }, request);
    await assert.rejects(authenticate(), { code: 'face_not_registered' });
    await faces().register(cpf, kept);
    const { attempt } = await authenticate();
    assert.deepEqual([attempt.faceMatch.isFaceMatch, attempt.decision.references], [true, 1]);
  });

  it('only the commit of the attempt waits for no disk: later ones of its connection do', async () => {
    const cpf = generateCpf();
    const photo = await createDistinctPhoto();
    await faces().register(cpf, photo);
    for (let i = 0; i < 3; i += 1) await faces().authenticate(cpf, photo);
    const settings = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const { rows } = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(
          faces().db,
        );
        return rows[0]?.synchronous_commit;
      }),
    );
    assert.deepEqual([...new Set(settings)], ['on']);
  });

  it('CPF, source address and device stand nowhere readable in the database', async () => {
    const cpf = generateCpf();
    const photo = await createDistinctPhoto();
    await faces().register(cpf, photo);
    const { attempt } = await faces().authenticate(cpf, photo);
    assert.equal(attempt.sourceIp, '203.0.113.9');
    for (const table of [
      'people',
      'faces',
      'images',
      'attempts',
      'captures',
      'attempt_idempotency_keys',
    ] as const) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`.execute(
        faces().db,
      );
      // bytea prints as hexadecimal digits.
      const text = rows.map(({ row }) => row).join('\n');
      for (const value of [cpf, '203.0.113.9', 'model of the phone']) {
        assert.ok(!text.includes(value), `${table} shows ${value}`);
        assert.ok(!text.includes(Buffer.from(value).toString('hex')), `${table} shows ${value} as bytes`);
      }
    }
  });

  it('an attempt whose row was altered is not given out', async () => {
    const cpf = generateCpf();
    const photo = await createDistinctPhoto();
    await faces().register(cpf, photo);
    const one = await faces().authenticate(cpf, photo, 'key-one');
    const two = await faces().authenticate(cpf, photo, 'key-two');
    const other = await faces()
      .db.selectFrom('attempts')
      .select(['key_id', 'wrapped_key', 'ciphertext'])
      .where('id', '=', two.attempt.id)
      .executeTakeFirstOrThrow();
    await faces().db.updateTable('attempts').set(other).where('id', '=', one.attempt.id).execute();
    await assert.rejects(faces().authenticate(cpf, photo, 'key-one'));
    assert.equal((await faces().authenticate(cpf, photo, 'key-two')).attempt.executionOriginId, clientId);
  });
});

const { quality: good, liveness } = await createStandInEngine().analyse(new Uint8Array());
const photoOf = (quality: Partial<typeof good>) => ({ quality: { ...good, ...quality }, liveness });

test('a face of which a third is outside the photo is face_cut_off, not compared', () => {
  refuseIncomparablePhoto(photoOf({ faceInsideShare: leastInsideShare }), 60);
  for (const faceInsideShare of [0.52, 0.68]) {
    assert.throws(() => refuseIncomparablePhoto(photoOf({ faceInsideShare }), 60), { code: 'face_cut_off' });
  }
});

test('half a face is told to the app, by the networks as well', async (t) => {
  const engine = createOnnxFaceEngine({ workers: 1, timeoutMs: 600_000 });
  t.after(() => engine.close());
  const whole = Buffer.from((await cutFacePhotos()).sameWoman[0]);
  const [{ points }, { width, height }] = [await engine.observe(whole), await sharp(whole).metadata()];
  const [left, right] = rangeOf(points.filter((_, index) => index % 2 === 0));
  const [top, bottom] = rangeOf(points.filter((_, index) => index % 2 === 1));
  const [fromX, fromY] = [Math.round((left + right) / 2), Math.round((top + bottom) / 2)];
  const sides = [
    { left: fromX, top: 0, width: width - fromX, height },
    { left: 0, top: fromY, width, height: height - fromY },
  ];
  for (const side of sides) {
    const half = await engine.analyse(await sharp(whole).extract(side).jpeg().toBuffer());
    assert.throws(() => refuseIncomparablePhoto(half, 60), { code: 'face_cut_off' });
  }
  const file = join(import.meta.dirname, '../../../shared/data/cases/photos/forehead-cut-off.jpg');
  if (!existsSync(file)) return t.diagnostic('the folder of odd photos is not here');
  await assert.rejects(engine.analyse(readFileSync(file)), { code: 'face_not_found', kind: 'invalid' });
});

function rangeOf(values: Float32Array): readonly [number, number] {
  return [Math.min(...values), Math.max(...values)];
}

test('a head that is turned further than may be compared is face_turned_away', () => {
  refuseIncomparablePhoto(photoOf({ yawDegrees: -60 }), 60);
  assert.throws(() => refuseIncomparablePhoto(photoOf({ yawDegrees: -61 }), 60), {
    code: 'face_turned_away',
  });
});

test('a face that fills the photo and does not seem live is face_too_close, no suspected spoof', () => {
  const doubted = { ...liveness, isAlive: false };
  const close = photoOf({ faceWidthShare: mostWidthShare + 0.01 });
  refuseIncomparablePhoto(close, 60);
  refuseIncomparablePhoto({ ...photoOf({ faceWidthShare: mostWidthShare }), liveness: doubted }, 60);
  assert.throws(() => refuseIncomparablePhoto({ ...close, liveness: doubted }, 60), {
    code: 'face_too_close',
  });
});
