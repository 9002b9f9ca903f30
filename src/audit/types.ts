import type { AuditVerification, VerifiedChain } from '../platform/audit/index.ts';
import type { Answer } from '../platform/to-answer.ts';

/** The findings of a verification, and the events that it read. */
export type VerificationResult = Omit<AuditVerification, 'dropped'> & {
  readonly firstAt?: string;
  readonly lastAt?: string;
  /** The chains that were written last, at most `mostParts`. */
  readonly parts: readonly Answer<VerifiedChain>[];
  /** All of them; `faults` has the first ones, at most `mostFaults`. */
  readonly faultCount: number;
};

export type Verification = {
  readonly id: string;
  readonly state: 'waiting' | 'running' | 'whole' | 'broken' | 'failed';
  /** Id of the account or the client. */
  readonly startedBy: string;
  readonly createdAt: Date;
  readonly finishedAt: Date | undefined;
  readonly readEvents: number;
  readonly totalEvents: number;
  readonly result: VerificationResult | undefined;
};

/** Chains that a result names. */
export const mostParts = 100;
/** Faults that a result names. */
export const mostFaults = 100;
