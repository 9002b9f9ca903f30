import type { Clock } from '../platform/clock.ts';
import type { LockRule } from './authentication-store.ts';
import { FaceError } from './errors.ts';

/** When a person's face is locked: after so many attempts in a row that were no match. */
export type FaceLock = LockRule & {
  /** Told when a person has just been locked; the attempt is the one that did it. */
  readonly onLocked?: (lock: {
    readonly attemptId: string;
    readonly personId: string;
    readonly until: Date;
  }) => void;
};

/** `face_locked`, with the seconds until it ends. */
export function faceLocked(until: Date, clock: Clock): FaceError {
  const seconds = Math.ceil((until.getTime() - clock.now().getTime()) / 1000);
  return new FaceError('face_locked', { retryAfterSeconds: Math.max(1, seconds) });
}
