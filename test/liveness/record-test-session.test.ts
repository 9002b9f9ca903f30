import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import sharp from 'sharp';
import { createRulesOfClients } from '../../src/access/client-rules.ts';
import { beginSession } from '../../src/liveness/begin-session.ts';
import { cancelSession } from '../../src/liveness/end-without-camera.ts';
import { readLabelledSequences } from '../../src/liveness/evaluation/read-labelled-sequences.ts';
import { finishSession } from '../../src/liveness/finish-session.ts';
import { nextStep } from '../../src/liveness/next-step.ts';
import type { CaptureKey } from '../../src/liveness/open-capture.ts';
import { receiveFrame } from '../../src/liveness/receive-frame.ts';
import { recordTestSession } from '../../src/liveness/record-test-session.ts';
import { findFailingClients } from '../../src/liveness/refuse-locked.ts';
import { countReasons, countStates, updateSession } from '../../src/liveness/sessions-store.ts';
import type { Challenge, LivenessDeps, LivenessTest } from '../../src/liveness/types.ts';
import { createLivenessSessions } from '../../src/liveness/use-session.ts';
import { createRateLimiter } from '../../src/platform/rate-limits/index.ts';
import { useFaces } from '../faces/open-faces.ts';
import { describeDatabases } from '../support/database.ts';

const print = { label: 'attack', species: 'print on paper', instrument: 'laser A4', subject: 's01' } as const;

describeDatabases('recorded test sessions', (kind) => {
  const faces = useFaces(kind);
  const depsOf = (): LivenessDeps => ({
    ...faces(),
    photoLimits: faces().limits,
    auditKey: Buffer.alloc(32, 5),
    limiter: createRateLimiter({}),
    frameKey: Buffer.alloc(32, 3),
    secretKey: Buffer.alloc(32, 4),
    settings: {
      beginSeconds: 180,
      finishSeconds: 90,
      lockAfterFailures: 1,
      replayDays: 30,
      operatorName: 'Test',
    } as LivenessDeps['settings'],
    rulesOfClients: createRulesOfClients(faces().db, { authentication: 'passive', registration: 'passive' }),
    mobileBaseUrl: 'http://localhost',
    onBackgroundError: () => {},
  });

  /** Records while somebody opens the link and does what is asked for by `capture`. */
  async function record(
    folder: string,
    test: LivenessTest,
    capture: (key: CaptureKey) => Promise<unknown>,
    { challenge = 'turns', light = 'off' }: { challenge?: Challenge; light?: 'off' | 'offered' } = {},
  ) {
    const deps = { ...depsOf(), settings: { ...depsOf().settings, light } };
    let captured: Promise<unknown> | undefined;
    const { signal } = new AbortController();
    const session = await recordTestSession(
      deps,
      { folder, test, challenge },
      {
        signal,
        onLink(captureUrl) {
          const link = new URLSearchParams(new URL(captureUrl).hash.slice(1));
          const opened = {
            sessionId: link.get('s')!,
            code: link.get('c')!,
            nonce: undefined,
            consentVersion: undefined,
            device: { id: 'a' },
            sourceIp: '127.0.0.1',
            addressKey: '127.0.0.1',
          };
          captured = beginSession(deps, opened).then(({ secret }) =>
            capture({ sessionId: opened.sessionId, secret }),
          );
        },
      },
    );
    await captured;
    return session;
  }

  async function sendAll(key: CaptureKey): Promise<void> {
    const deps = depsOf();
    for (let step = await nextStep(deps, key); step !== undefined; step = await nextStep(deps, key)) {
      for (let frame = 0; frame < step.frames; frame++) {
        const raw = { width: 32, height: 32, channels: 3 } as const;
        const bytes = await sharp(randomBytes(32 * 32 * 3), { raw })
          .jpeg()
          .toBuffer();
        await receiveFrame(deps, key, { step: step.number, frame, bytes });
      }
    }
    await finishSession(deps, key);
  }

  it('are written as evaluate reads them, each into a folder of its own', async (t) => {
    const folder = join(await mkdtemp(join(tmpdir(), 'confere-record-')), 'new');
    t.after(() => rm(folder, { recursive: true }));
    const first = await record(folder, print, sendAll);
    assert.deepEqual(
      { ...first, reasons: [] },
      {
        name: 'print-on-paper-laser-a4-s01-001',
        state: 'failed',
        reasons: [],
        frames: 18,
      },
    );
    assert.ok(first.reasons.includes('wrong_direction'), first.reasons.join());
    const live = await record(folder, { label: 'live', light: 'window' }, sendAll);
    assert.equal(live.name, 'live-001');
    assert.equal((await record(folder, print, sendAll)).name, 'print-on-paper-laser-a4-s01-002');
    const cancelled = await record(folder, print, (key) => cancelSession(depsOf(), key));
    assert.deepEqual(cancelled, { name: undefined, state: 'abandoned', reasons: [], frames: 0 });

    const sequences = await readLabelledSequences(folder);
    assert.deepEqual(
      sequences.map(({ name, label, species, instrument, files }) => [
        ...[name, label, species, instrument],
        files.length,
      ]),
      [
        ['print-on-paper-laser-a4-s01-001', 'attack', 'print on paper', 'laser A4', 18],
        ['live-001', 'live', '', '', 18],
        ['print-on-paper-laser-a4-s01-002', 'attack', 'print on paper', 'laser A4', 18],
      ],
    );
    const names = (await readdir(join(folder, 'live-001'))).sort();
    assert.ok(names[0] === '01-center.jpg' && names[3]!.startsWith('04-'), names.join());
    assert.match(await readFile(join(folder, 'labels.csv'), 'utf8'), /\nlive-001,live,,,,window,failed,/);
  });

  it('count in no lock and no metric, tell no event, leave no fingerprints, and are never used', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'confere-record-'));
    t.after(() => rm(folder, { recursive: true }));
    let id = '';
    await record(folder, print, async (key) => {
      id = key.sessionId;
      await sendAll(key);
    });
    const deps = depsOf();
    const { db } = deps;
    assert.deepEqual(await findFailingClients(deps), []);
    assert.deepEqual(await countStates(db), []);
    assert.deepEqual(await countReasons(db), []);
    assert.deepEqual(await db.selectFrom('event_outbox').selectAll().execute(), []);
    assert.deepEqual(await db.selectFrom('liveness_fingerprints').selectAll().execute(), []);
    await db.transaction().execute((tx) => updateSession(tx, id, { state: 'passed' }));
    const sessions = createLivenessSessions(deps);
    const cpfIndex = Buffer.alloc(32);
    await assert.rejects(sessions.findUsable(id, { purpose: 'check', clientId: 'operator', cpfIndex }), {
      code: 'liveness_session_not_found',
    });
    await assert.rejects(
      db.transaction().execute((tx) => sessions.use(tx, id, { by: 'att_x', cpfIndex })),
      { code: 'liveness_session_unusable' },
    );
  });

  it('show the light of the screen where it is offered, and are not made elsewhere', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'confere-record-'));
    t.after(() => rm(folder, { recursive: true }));
    const challenge = 'turns_and_light';
    const none = async () => assert.fail('there is a session');
    await assert.rejects(record(folder, print, none, { challenge }), { code: 'liveness_light_off' });

    const lit = await record(folder, { label: 'live' }, sendAll, { challenge, light: 'offered' });
    assert.equal(lit.frames, 24);
    assert.ok(lit.reasons.includes('light_unclear'), lit.reasons.join());
    const names = (await readdir(join(folder, 'live-001'))).sort();
    assert.deepEqual(
      names.slice(18),
      [19, 20, 21, 22, 23, 24].map((number) => `${number}-light.jpg`),
    );
    const [sequence] = await readLabelledSequences(folder);
    assert.equal(sequence?.files.length, 24);
  });

  it('need a folder to write to, and a list of their own, before there is a session', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'confere-record-'));
    t.after(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'labels.csv'), 'sequence,label,species\n');
    const none = async () => assert.fail('there is a session');
    await assert.rejects(record(folder, print, none), { code: 'liveness_recording_unwritable' });
    const file = join(folder, 'labels.csv', 'below a file');
    await assert.rejects(record(file, print, none), { code: 'liveness_recording_unwritable' });
  });
});
