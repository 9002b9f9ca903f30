import type { DropPartitionsOptions, Tx } from './db/index.ts';
import { define } from './errors.ts';
import { type Contributions, defineExtensionPoint } from './extension-points.ts';

/** The rows that are one person: the one asked for, and those that turned out to be the same. Locked. */
export type PersonRows = {
  /** The id that the person is known by. */
  readonly id: string;
  readonly rows: readonly { readonly id: string; readonly cpfIndex: Uint8Array | undefined }[];
};

export type ErasedPart = {
  /** The number of erased records of each kind, for the receipt. */
  readonly erased: Readonly<Record<string, number>>;
  /** Photos whose rows are gone: their files are deleted after the commit. */
  readonly imageIds?: readonly string[];
  /** Work for after the commit that may fail without losing the erasure. */
  readonly afterCommit?: () => Promise<unknown>;
};

/** Erases a module's part of a person, in the transaction of the erasure. */
export type ErasePart = (tx: Tx, person: PersonRows, erasedAt: Date) => Promise<ErasedPart>;

/** The erasures of the modules that keep something of people. */
export const erasurePoint = defineExtensionPoint<ErasePart>('erasure');

/** One member of the copy that a person gets of everything known of him. */
export type ExportPart = {
  /** The member's name. */
  readonly name: string;
  list(person: { readonly id: string; readonly cpf: string | undefined }): AsyncIterable<unknown>;
};

/** The members of a person's copy. */
export const exportPoint = defineExtensionPoint<ExportPart>('export');

/** The answer to every operation that would erase something of a held person. */
export const heldErrorCatalogue = {
  person_held: define.conflict(
    'A hold stands on the person',
    'Wait until the hold is over, or let whoever set it end it: GET /v1/people/{personId}/holds.',
  ),
};

/** People under a hold: every row that is one of them, and the values that rows of theirs are found by. */
export type HeldPeople = { readonly ids: readonly string[]; readonly cpfIndexes: readonly Uint8Array[] };

/** Passes when the person may be erased; rejects while a hold stands. The person's row must be locked. */
export type RefuseHeld = (tx: Tx, personId: string) => Promise<void>;

/** The checks that erasing a part of a person must pass. */
export const refuseHeldPoint = defineExtensionPoint<RefuseHeld>('refuse held');

/** Asks every module that may hold people. */
export function createHoldCheck(context: Contributions): RefuseHeld {
  return async (tx, personId) => {
    for (const refuse of context.contributions(refuseHeldPoint)) await refuse(tx, personId);
  };
}

export type RetentionRule = {
  /** The erased records, and the variable that says when: `photos (RETENTION_IMAGES_DAYS)`. */
  readonly name: string;
  /** Days that it is kept; undefined: until the person is erased. */
  readonly days: number | undefined;
  /**
   * The table that the rule takes rows from, when it is partitioned by month: months that ended before go whole, if they
   * may. See docs/decisions/0166.
   */
  readonly months?: Pick<DropPartitionsOptions, 'table' | 'mayGo'>;
  /** Runs once before the batches; `lockHeld` gives a transaction of it the people to leave out. */
  prepare?(before: Date, signal: AbortSignal, lockHeld: (tx: Tx) => Promise<HeldPeople>): Promise<void>;
  /**
   * Erases at most `limit` of what is older and of nobody who is held; gives how many, and the photos without a row
   * whose files are to go.
   */
  eraseBatch(
    tx: Tx,
    before: Date,
    limit: number,
    now: Date,
    held: HeldPeople,
  ): Promise<{ readonly count: number; readonly files: readonly string[] }>;
};

export const retentionPoint = defineExtensionPoint<RetentionRule>('retention');
