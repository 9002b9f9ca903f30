import type { AccountDirectory } from '../accounts/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { ConfigOf } from '../platform/config/index.ts';
import type { Db, Tx } from '../platform/db/index.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import type { casesSettings } from './settings.ts';
import type { CaseOutcome } from './types.ts';

/** The parts that the operations of cases work with. */
export type CasesDeps = {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly clock: Clock;
  readonly auditKey: Uint8Array;
  readonly settings: ConfigOf<typeof casesSettings>['cases'];
  readonly accounts: AccountDirectory;
  /** Makes a decision the profile's, in the transaction of the decision; false when there is no profile. */
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
  /** The query template that an execution ran. */
  readonly templateOf: (tx: Tx, executionId: string) => Promise<string | undefined>;
  /** True when there is such a person or company. */
  readonly isSubject: (id: string) => Promise<boolean>;
};
