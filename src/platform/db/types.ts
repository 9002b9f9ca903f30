import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** The database, or a transaction in it: what a store function that needs no atomicity takes first. */
export type Db = Kysely<Tables>;

/** A transaction: what a store function takes whose statements must stand or fall together. */
export type Tx = Transaction<Tables>;
