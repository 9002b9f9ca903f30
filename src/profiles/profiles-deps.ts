import { createCipheriv, createDecipheriv, createHmac, createSecretKey } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/index.ts';
import { type Cnpj, parseCnpj } from '../platform/documents.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import { companyIdKind, isId } from '../platform/ids.ts';
import type { JobQueue } from '../platform/jobs/index.ts';
import type { AwaitsSecondPerson, NoteGoneReviews, RequestReview } from '../platform/reviews.ts';
import { splitName } from './attributes/compare-names.ts';
import type { Execution } from './executions/execution.ts';
import type { RulesEngine } from './rules/rules-engine.ts';
import type { SourceDesk } from './sources/source-desk.ts';
import type { DataDay, FaceState, PartnerPeople, RegistryState, SourcePolicy } from './types.ts';

/**
 * Takes note of an execution that ended, in the transaction that ends it. `outcome` is a text that is the same for two
 * executions of one subject with the same status, reason, basic data and entries of lists; it is personal.
 */
export type ExecutionEnded = (tx: Tx, execution: Execution, outcome: string) => Promise<void>;

/** Limits of executions that have no setting. */
export type ExecutionLimits = {
  /** Time for one run of an execution, all its sources together, in seconds. */
  readonly runTimeoutSeconds: number;
  /** Longest wait between two runs, in milliseconds. */
  readonly maxRetryDelayMs: number;
  /** Executions that a profile shows; the others are in the list of executions. */
  readonly shownExecutions: number;
  /** The policy of sources without one of their own. */
  readonly sourcePolicy: SourcePolicy;
};

export const usualExecutionLimits: ExecutionLimits = {
  runTimeoutSeconds: 300,
  maxRetryDelayMs: 3_600_000,
  shownExecutions: 100,
  sourcePolicy: { retries: 2, retryDelayMs: 200, breakerFailures: 10, breakerPauseMs: 10_000 },
};

/** The limits of executions, those with a setting and those without. */
export type ProfileLimits = Pick<ExecutionLimits, 'maxRetryDelayMs' | 'shownExecutions'> & {
  /** Runs of one execution before it is given up. */
  readonly maxAttempts: number;
  /** Wait after the first run without the answers it needed, in milliseconds; doubled after each further one. */
  readonly retryDelayMs: number;
  /** Partners of one company that executions are started for. */
  readonly maxPartners: number;
};

/** The dependencies of executions. */
export type ProfilesDeps = {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly nameIndex: NameIndex;
  readonly clock: Clock;
  readonly jobs: JobQueue;
  readonly sources: SourceDesk;
  readonly rules: RulesEngine;
  readonly people: PartnerPeople;
  readonly companyIds: CompanyIds;
  readonly faces: FaceState;
  readonly registry: RegistryState;
  /** True for data of a day that is longer ago than its source may be old. Without it nothing is old by its day. */
  readonly isDataOld?: (day: DataDay, now: Date) => boolean;
  readonly limits: ProfileLimits;
  readonly onEnded?: () => readonly ExecutionEnded[];
  /** Asks people to look. Without it nobody does. */
  readonly requestReview?: RequestReview | undefined;
  /** Tells people that what they were asked to look at is gone. */
  readonly noteGoneReviews?: NoteGoneReviews | undefined;
  /** While true, no execution raises a status. Without it every execution may. */
  readonly awaitsSecondPerson?: AwaitsSecondPerson | undefined;
};

/** Turns a name into the values that its words are found by, each once, in an order that says nothing of theirs. */
export type NameIndex = (name: string) => readonly string[];

/** The name of its key among the deployment's named keys. */
export const nameIndexKey = 'name-index';

/** Bytes of a word's hash that are stored: two words meet by chance once in 2^64 pairs. */
const wordBytes = 16;

/**
 * Keyed hashes (HMAC-SHA256) of the words of names, without case, accents and particles. Equal words have equal values:
 * whoever reads the database sees which profiles share words, and how frequent each is. Without the key it says no word.
 */
export function createNameIndex(key: Uint8Array): NameIndex {
  const secret = createSecretKey(key);
  const hash = (word: string) =>
    createHmac('sha256', secret).update(word).digest().toString('base64url', 0, wordBytes);
  return (name) => [...new Set(splitName(name).map(hash))].sort();
}

/** The ids of companies, made of their numbers and read back. */
export type CompanyIds = {
  /** The same for a CNPJ on every replica, whether or not anything is stored of it. */
  idOf(cnpj: Cnpj): string;
  /** Undefined for an id that no CNPJ has here. */
  cnpjOf(id: string): Cnpj | undefined;
};

const algorithm = 'aes-256-ecb';
const blockBytes = 16;

/**
 * Encrypts the fourteen characters of a CNPJ, with two zero bytes behind them, as one block of AES: a permutation, so
 * that an id is a number's own and can be turned back. The key keeps an id in a log or an address from naming the
 * company. It must never change: `loadNamedKey`.
 */
export function createCompanyIds(key: Uint8Array): CompanyIds {
  const secret = createSecretKey(key);
  return {
    idOf(cnpj) {
      const block = Buffer.alloc(blockBytes);
      block.write(cnpj, 'latin1');
      const cipher = createCipheriv(algorithm, secret, null).setAutoPadding(false);
      return `${companyIdKind.prefix}_${cipher.update(block, undefined, 'hex')}${cipher.final('hex')}`;
    },
    cnpjOf(id) {
      if (!isId(companyIdKind, id)) return undefined;
      const decipher = createDecipheriv(algorithm, secret, null).setAutoPadding(false);
      const block = Buffer.concat([decipher.update(id.slice(4), 'hex'), decipher.final()]);
      return block.readUInt16BE(14) === 0 ? parseCnpj(block.toString('latin1', 0, 14)) : undefined;
    },
  };
}
