import type { AuditFault } from '../platform/audit/index.ts';

export type VerifiedPart = {
  readonly chain: string;
  readonly events: number;
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly firstAt?: string;
  readonly lastAt?: string;
};

/** The findings of a verification, and the events that it read. */
export type VerificationResult = {
  readonly events: number;
  readonly chains: number;
  /** Notes of heads and of the beginning that were compared with the events they name. */
  readonly anchors: number;
  readonly firstAt?: string;
  readonly lastAt?: string;
  /** The chains that were written last, at most `mostParts`. */
  readonly parts: readonly VerifiedPart[];
  readonly faultCount: number;
  /** The first ones, at most `mostFaults`. */
  readonly faults: readonly AuditFault[];
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
