import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/types.ts';
import { listNewestVerdicts } from './attempts-store.ts';
import { FaceError } from './errors.ts';

/** When a person's face is locked: after so many attempts in a row that were no match. */
export type FaceLock = {
  /** 0: never. */
  readonly afterFailures: number;
  readonly windowSeconds: number;
  readonly lockSeconds: number;
  /** Told when a person has just been locked; the attempt is the one that did it. */
  readonly onLocked?: (lock: { readonly attemptId: string; readonly until: Date }) => void;
};

export type FaceLockDeps = { readonly db: Db; readonly clock: Clock; readonly faceLock?: FaceLock };

/**
 * Until when a person may not be authenticated, or undefined. Read from the stored attempts, so it is the same in
 * every process and outlives a restart; a match ends the row.
 */
export async function findFaceLock(deps: FaceLockDeps, personId: string): Promise<Date | undefined> {
  const { faceLock: lock } = deps;
  if (lock === undefined || lock.afterFailures === 0) return undefined;
  const newest = await listNewestVerdicts(deps.db, personId, lock.afterFailures);
  if (newest.length < lock.afterFailures || newest.some(({ isMatch }) => isMatch)) return undefined;
  const last = newest[0]!.createdAt.getTime();
  const first = newest.at(-1)!.createdAt.getTime();
  if (last - first > lock.windowSeconds * 1000) return undefined;
  const until = new Date(last + lock.lockSeconds * 1000);
  return until > deps.clock.now() ? until : undefined;
}

/** Passes when the person is not locked; otherwise `face_locked`, with the seconds until it ends. */
export async function requireNoFaceLock(deps: FaceLockDeps, personId: string): Promise<void> {
  const until = await findFaceLock(deps, personId);
  if (until === undefined) return;
  const seconds = Math.ceil((until.getTime() - deps.clock.now().getTime()) / 1000);
  throw new FaceError('face_locked', { retryAfterSeconds: Math.max(1, seconds) });
}
