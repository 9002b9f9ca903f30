import type { AccountDirectory } from '../accounts/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { ConfigOf } from '../platform/config/index.ts';
import type { Db, Tx } from '../platform/db/index.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import type { ReviewKind } from '../platform/reviews.ts';
import type { casesSettings } from './settings.ts';

export type CasesDeps = {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly clock: Clock;
  readonly auditKey: Uint8Array;
  readonly settings: ConfigOf<typeof casesSettings>['cases'];
  readonly accounts: AccountDirectory;
  /** Makes a decision the profile's, in the transaction of the decision; false when there is no such subject. */
  readonly settleProfile: (
    tx: Tx,
    decision: {
      readonly profileId: string;
      readonly outcome: Exclude<CaseOutcome, 'dismiss'>;
      readonly executionId: string | undefined;
      readonly decisionId: string;
      readonly now: Date;
    },
  ) => Promise<boolean>;
  readonly templateOf: (tx: Tx, executionId: string) => Promise<string | undefined>;
  readonly isSubject: (id: string) => Promise<boolean>;
};

export const caseStates = ['open', 'awaiting_confirmation', 'decided', 'snoozed'] as const;
export type CaseState = (typeof caseStates)[number];

export const caseOutcomes = ['approve', 'reprove', 'request_documents', 'dismiss'] as const;
export type CaseOutcome = (typeof caseOutcomes)[number];

/** Why a decision was made, in words that figures can be made of. */
export const reasonCodes = [
  'identity_confirmed',
  'documents_sufficient',
  'documents_missing',
  'data_mismatch',
  'list_hit_confirmed',
  'list_hit_other_person',
  'duplicate_confirmed',
  'duplicate_other_person',
  'photo_insufficient',
  'fraud_suspected',
  'rule_overruled',
  'no_action_needed',
  'other',
] as const;
export type ReasonCode = (typeof reasonCodes)[number];

/** A reason that begins so goes on with the id of a person who may be the same. */
export const likePrefix = 'like:';

export type Case = {
  readonly id: string;
  readonly kind: ReviewKind;
  readonly state: CaseState;
  /** The higher, the more urgent; 0 to 100. */
  readonly priority: number;
  readonly subject: { readonly personId: string } | { readonly companyId: string };
  readonly attemptId: string | undefined;
  readonly executionId: string | undefined;
  readonly reasons: readonly string[];
  readonly assigneeId: string | undefined;
  readonly dueAt: Date;
  readonly snoozedUntil: Date | undefined;
  readonly isEscalated: boolean;
  readonly openedAt: Date;
  readonly decidedAt: Date | undefined;
  /** When a later execution did not find the reason any more. */
  readonly reasonGoneAt: Date | undefined;
  /** Goes up with each change. */
  readonly revision: number;
};

/** The id of the person or company of a case. */
export function subjectIdOf({ subject }: Pick<Case, 'subject'>): string {
  return 'personId' in subject ? subject.personId : subject.companyId;
}

/** Who does something to a case: a person who is signed in, or a program. */
export type CaseActor = { readonly kind: 'account' | 'client'; readonly id: string };

export type CaseDecision = {
  readonly id: string;
  readonly caseId: string;
  readonly outcome: CaseOutcome;
  readonly reasonCode: ReasonCode;
  readonly note: string;
  readonly proposedBy: CaseActor;
  readonly proposedAt: Date;
  readonly isConfirmationNeeded: boolean;
  /** New facts were added to the case before anybody confirmed the proposal. */
  readonly withdrawnAt: Date | undefined;
  readonly confirmation:
    | {
        readonly by: string;
        readonly at: Date;
        readonly isConfirmed: boolean;
        readonly note: string | undefined;
      }
    | undefined;
};

export type FourEyesRule = {
  readonly outcomes: readonly CaseOutcome[];
  readonly kinds: readonly ReviewKind[];
};
