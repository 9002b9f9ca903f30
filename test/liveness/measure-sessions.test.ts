import assert from 'node:assert/strict';
import { it } from 'node:test';
import { livenessSessionIdKind } from '../../src/liveness/declarations.ts';
import { measureSessions } from '../../src/liveness/measure-sessions.ts';
import { insertSession, updateSession } from '../../src/liveness/sessions-store.ts';
import { countEnd, deleteOldSums } from '../../src/liveness/sums-store.ts';
import type { LivenessReason, LivenessState } from '../../src/liveness/types.ts';
import { createId } from '../../src/platform/ids.ts';
import { describeDatabases, openTestDatabase } from '../support/database.ts';

const day = '2026-02-10';
const noon = Date.parse(`${day}T12:00:00Z`);
const hourMs = 3_600_000;

type Ended = {
  readonly person: string;
  readonly at: number;
  readonly state: LivenessState;
  readonly reasons?: readonly LivenessReason[];
  readonly camera?: string;
  readonly appVersion?: string;
  readonly isShown?: boolean;
  readonly isTest?: boolean;
};

describeDatabases('figures of liveness sessions', (kind) => {
  it('count sessions by outcome, and people by the try at which they passed', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    const end = async ({ person, at, state, isShown = true, ...ended }: Ended) => {
      const id = createId(livenessSessionIdKind, at);
      const when = new Date(at);
      await db.transaction().execute(async (tx) => {
        await insertSession(tx, {
          id,
          clientId: 'cli_1',
          cpfIndex: Buffer.from(person),
          purpose: 'check',
          locale: 'en',
          redirectUrl: undefined,
          createdAt: when,
          expiresAt: new Date(at + hourMs),
          steps: [],
          codeHash: Buffer.from(id),
          test: ended.isTest === true ? ({ label: 'live', subject: 's1' } as never) : undefined,
        });
        const reasons = ended.reasons ?? [];
        await updateSession(tx, id, {
          state,
          endedAt: when,
          ...(isShown ? { triedAt: when } : {}),
          ...(ended.camera === undefined ? {} : { camera: ended.camera }),
          ...(ended.appVersion === undefined ? {} : { appVersion: ended.appVersion }),
          verdict: {
            probability: 1,
            isAlive: state === 'passed',
            engine: 'e',
            threshold: 0.5,
            reasons,
            steps: [],
          },
        });
        await countEnd(tx, id, when);
      });
    };
    const front = { camera: 'Front camera', appVersion: 'Chrome 131' };
    await end({ person: 'a', at: noon, state: 'failed', reasons: ['flat', 'too_late'], ...front });
    await end({ person: 'a', at: noon + 60_000, state: 'passed', ...front });
    await end({ person: 'b', at: noon, state: 'passed', camera: 'Webcam' });
    await end({ person: 'c', at: noon, state: 'expired' });
    for (const minutes of [1, 2, 3, 4]) {
      await end({
        person: 'c',
        at: noon + minutes * 60_000,
        state: minutes === 4 ? 'passed' : 'failed',
        reasons: minutes === 4 ? [] : ['flat'],
      });
    }
    // Tomorrow c is somebody who tries for the first time.
    await end({ person: 'c', at: noon + 25 * hourMs, state: 'abandoned' });
    // After one that passed, a person tries for the first time again.
    await end({ person: 'f', at: noon, state: 'failed' });
    await end({ person: 'f', at: noon + 60_000, state: 'passed' });
    await end({ person: 'f', at: noon + 120_000, state: 'passed' });
    // Neither showed a step, nor was of a person.
    await end({ person: 'd', at: noon, state: 'expired', isShown: false });
    await end({ person: 'e', at: noon, state: 'passed', isTest: true });

    const { days, reasons, cameras, appVersions, ...whole } = await measureSessions(db, {
      first: day,
      last: '2026-02-11',
    });
    assert.deepEqual(whole, {
      sessions: 12,
      passed: 5,
      failed: 5,
      expired: 1,
      abandoned: 1,
      notPerformed: 0,
      people: 6,
      passedAtFirst: 2,
      passedWithinThree: 4,
    });
    assert.deepEqual(
      days.map(({ day: of, sessions, people }) => [of, sessions, people]),
      [
        [day, 11, 5],
        ['2026-02-11', 1, 1],
      ],
    );
    assert.deepEqual(reasons, [
      { reason: 'flat', sessions: 4 },
      { reason: 'too_late', sessions: 1 },
    ]);
    assert.deepEqual(
      cameras.map(({ camera, sessions, passed }) => [camera, sessions, passed]),
      [
        ['', 9, 3],
        ['Front camera', 2, 1],
        ['Webcam', 1, 1],
      ],
    );
    assert.deepEqual(
      appVersions.map(({ appVersion, sessions }) => [appVersion, sessions]),
      [
        ['', 10],
        ['Chrome 131', 2],
      ],
    );
    await deleteOldSums(db, '2026-02-11');
    assert.equal((await measureSessions(db, { first: day, last: '2026-02-11' })).sessions, 1);
  });
});
