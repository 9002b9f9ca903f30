import type { Tables } from '../db/index.ts';

/**
 * A table whose rows hold sealed records in the columns `key_id` and `wrapped_key`, for whoever works on all of
 * them. An erased record has no `wrapped_key`.
 */
export type SealedTable = {
  readonly table: keyof Tables & string;
  /** The primary key, one column of text. */
  readonly idColumn: string;
  /** The context that the row of an id was sealed with. */
  readonly contextOf: (id: string) => string;
};
