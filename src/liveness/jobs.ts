import type { Job, JobOutcome } from '../platform/jobs/index.ts';
import { removeSession } from './delete-session.ts';
import { deleteOldFingerprints } from './fingerprints-store.ts';
import { stateAt } from './get-session.ts';
import { type JudgeDeps, judgeSession } from './judge-session.ts';
import { sumsDays } from './measure-sessions.ts';
import { recordTransition } from './record-transition.ts';
import { lockSeconds } from './refuse-locked.ts';
import { listDue, listOldSessions, lockSession, updateSession } from './sessions-store.ts';
import { deleteOldSums, tellOfEnd } from './sums-store.ts';
import { deleteOldTries } from './tries-store.ts';
import { type LivenessDeps, openStates } from './types.ts';

const batch = 100;
const overdue = { states: openStates, moment: 'expires_at' } as const;
const unjudged = { states: ['judging'], moment: 'ended_at' } as const;
/** Time for the request that finished a session to judge it itself. */
const graceMs = 30_000;
/** Time that an unused session is kept. */
const unusedLifetimeMs = 24 * 60 * 60 * 1000;
/** Longest time, after that of the person, to judge a session and to use it. */
const longestUseMs = 30 * 60_000;

/** Writes `expired` where time is over, and judges what a process that ended left unjudged. */
export async function settleSessions(
  deps: JudgeDeps & Pick<LivenessDeps, 'onBackgroundError'>,
  { signal }: Pick<Job, 'signal'>,
): Promise<JobOutcome> {
  const now = deps.clock.now();
  const interrupted = { outcome: 'failed', retryable: true, reason: 'interrupted' } as const;
  for (;;) {
    const ids = await listDue(deps.db, overdue, now, batch);
    for (const id of ids) {
      if (signal.aborted) return interrupted;
      await expire(deps, id, now);
    }
    if (ids.length < batch) break;
  }
  for (const id of await listDue(deps.db, unjudged, new Date(now.getTime() - graceMs), batch)) {
    if (signal.aborted) return interrupted;
    // One that cannot be judged must not keep the others waiting.
    await judgeSession(deps, id).catch(deps.onBackgroundError);
  }
  return { outcome: 'done' };
}

async function expire(deps: Pick<JudgeDeps, 'db' | 'auditKey'>, id: string, now: Date): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const session = await lockSession(tx, id);
    if (session === undefined || session.state === 'expired' || stateAt(session, now) !== 'expired') return;
    await updateSession(tx, id, { state: 'expired', endedAt: session.expiresAt, codeHash: undefined });
    await tellOfEnd(tx, session, now);
    await recordTransition(tx, deps, session, { by: 'service', action: 'liveness.expire', at: now });
  });
}

/**
 * Deletes sessions of more than a day ago that nothing used and nothing can use any more, with their frames, and
 * fingerprints, tries and sums past their time.
 */
export async function purgeUnusedSessions(
  deps: Pick<LivenessDeps, 'db' | 'clock' | 'store' | 'settings'>,
): Promise<JobOutcome> {
  const now = deps.clock.now().getTime();
  await deleteOldFingerprints(deps.db, new Date(now - deps.settings.replayDays * 24 * 60 * 60 * 1000));
  await deleteOldTries(deps.db, new Date(now - lockSeconds * 1000));
  await deleteOldSums(deps.db, new Date(now - sumsDays * 24 * 60 * 60 * 1000).toISOString().slice(0, 10));
  const before = new Date(now - unusedLifetimeMs);
  const openBefore = new Date(now - longestUseMs);
  for (;;) {
    const ids = await listOldSessions(deps.db, before, { used: false, openBefore, limit: batch });
    for (const id of ids) {
      const imageIds = await deps.db.transaction().execute((tx) => removeSession(tx, id));
      await Promise.all(imageIds.map((imageId) => deps.store.delete(imageId)));
    }
    if (ids.length < batch) return { outcome: 'done' };
  }
}
