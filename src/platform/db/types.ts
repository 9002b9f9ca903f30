import type { PGlite } from '@electric-sql/pglite';
import type { Kysely, Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from '../log.ts';
import type { ReplicaState } from './follow-replica.ts';
import type { Tables } from './tables.ts';

export type OpenDatabaseOptions = {
  /** A `postgres:` address. Without it the embedded database in `<dataDir>/database` is opened. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  /**
   * The same database past a pooler that lends connections for a transaction: for migrations, locks of work, imports
   * and backups. Without it everything goes to `databaseUrl`, and such a pooler is refused.
   */
  readonly directUrl?: string | undefined;
  /** A prepared database, which a new embedded one begins as. Without it PostgreSQL makes one, which takes seconds. */
  readonly prepared?: string | undefined;
  /** A streaming standby for reads that may be `readMaxLagMs` old (default 2,000). It need not answer at the start. */
  readonly readUrl?: string | undefined;
  readonly readMaxLagMs?: number;
  /** Connections at most, PostgreSQL only. Default 10. */
  readonly poolSize?: number;
  /** Time limit of one statement, PostgreSQL only. Default 30,000; 0 means no limit. */
  readonly statementTimeoutMs?: number;
  /** Time limit for getting a connection of the pool. Default 5,000. */
  readonly connectTimeoutMs?: number;
  /** Time limit for the first connection to PostgreSQL. Default 30,000. */
  readonly startupTimeoutMs?: number;
  readonly logger: Logger;
};

export type OpenDatabaseCommon = {
  readonly db: Db;
  /** Resolves when the database answers; throws `database_unavailable` or `database_timeout`. */
  ping(): Promise<void>;
  /**
   * Runs SQL text apart from Kysely: one statement with parameters, or several without. Answers the rows of all.
   * For what Kysely has no words for; a failed text leaves no transaction open behind it.
   */
  execute(text: string, parameters?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  /** Reads that may go to a standby; undefined without one. */
  readonly reads?: Reads;
  /** Waits for running statements and closes. May be called again. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

export type PostgresDatabase = OpenDatabaseCommon & {
  readonly kind: 'postgres';
  /** For statements and short transactions. */
  readonly pool: Pool;
  /** For transactions that stay open for long, and locks: past a pooler whose connections are few. */
  readonly sessions: Pool;
};

/** NOTE: one connection; never use `pglite` while a Kysely transaction of the same call waits for it. */
export type EmbeddedDatabase = OpenDatabaseCommon & {
  readonly kind: 'embedded';
  readonly pglite: PGlite;
  /** Rejects when PostgreSQL has given itself up, as without room for its log: every statement fails until a new start. */
  readonly crashed: Promise<never>;
};

/** An open database. `kind` tells how to reach what only one of them has, such as `COPY`. */
export type OpenDatabase = PostgresDatabase | EmbeddedDatabase;

export type Reads = {
  /**
   * Runs work whose statements may go to the replica: while its data are fresh enough, and have every change that the
   * caller was answered. `reader` names the caller: a client, or an account.
   */
  from<T>(reader: string, work: () => Promise<T>): Promise<T>;
  /** To be called when a change of the caller is committed, before it is answered. */
  noteChange(reader: string): Promise<void>;
  state(): ReplicaState;
  /** Upper bound of the age of the replica's data, in milliseconds; undefined while nothing is known. */
  lagMs(): number | undefined;
};

/** The database, or a transaction in it: what a store function that needs no atomicity takes first. */
export type Db = Kysely<Tables>;

/** A transaction: what a store function takes whose statements must stand or fall together. */
export type Tx = Transaction<Tables>;
