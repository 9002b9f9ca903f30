import type { PhotoConverter, PhotoFetcher } from '../images/index.ts';
import type { LivenessSessions } from '../liveness/index.ts';
import type { CpfIndex } from '../people/index.ts';
import type { AuditLog } from '../platform/audit/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { RefuseHeld } from '../platform/personal-data.ts';
import type { RequestReview } from '../platform/reviews.ts';
import type { LockRule } from './authentication-store.ts';
import type { FaceCohort } from './cohort/index.ts';
import type { DuplicateSearch } from './duplicates/index.ts';
import type { LookAgainDeps } from './types.ts';

/** The parts of the service that operations on faces work with; each takes those it needs. */
export type FaceDeps = LookAgainDeps & {
  readonly cpfIndex: CpfIndex;
  readonly clock: Clock;
  readonly photos: PhotoFetcher;
  readonly converter: PhotoConverter;
  readonly limits: { readonly maxBytes: number; readonly maxPixels: number };
  /** The largest turn of the head to a side in a compared photo, in degrees. */
  readonly maxYawDegrees: number;
  /** Maximum reference photos of a person; a new one replaces the oldest. */
  readonly maxReferences: number;
  /** The check for holds on a person. */
  readonly refuseHeld: RefuseHeld;
  /** Without it nobody is locked. */
  readonly faceLock?: FaceLock;
  /** Without it the calibration alone decides. */
  readonly cohort?: FaceCohort;
  /** Absent when the configuration has it off. */
  readonly duplicates?: DuplicateSearch | undefined;
  /** Without it photos are taken alone, and no sessions. */
  readonly liveness?: LivenessSessions;
  /** Without it the caller records every event. */
  readonly audit?: Pick<AuditLog, 'place'>;
  /** Asks people to look at an attempt, a photo file or a possible duplicate. Without it nobody does. */
  readonly requestReview?: RequestReview;
  /** The distance of a similarity from 0.5 within which they are asked. */
  readonly reviewBand?: number;
};

/** When a person's face is locked: after so many attempts in a row that were no match. */
export type FaceLock = LockRule & {
  /** Told when a person has just been locked; the attempt is the one that did it. */
  readonly onLocked?: (lock: {
    readonly attemptId: string;
    readonly personId: string;
    readonly until: Date;
  }) => void;
};
