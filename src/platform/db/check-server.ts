import { randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from '../log.ts';
import { codeOf } from './driver-errors.ts';

/** The pooler between the service and PostgreSQL, if any. */
export type PoolerFacts = {
  /**
   * `none`: PostgreSQL itself, or something that only forwards bytes. `transaction`: a pooler that was seen lending the
   * same connection of PostgreSQL to two clients. `unknown`: a pooler that was not, so probably one that pools by session.
   */
  readonly kind: 'none' | 'transaction' | 'unknown';
  /** False for a pooler that hands named statements through as they are, as PgBouncer before version 1.21. */
  readonly keepsPlans: boolean;
};

const tries = 5;

/**
 * Finds out whether a pool leads to PostgreSQL or to a pooler. PostgreSQL tells each client the id of the process that
 * serves it; a pooler tells an id of its own, which is not the one that `pg_backend_pid()` gives.
 *
 * NOTE: takes two connections at a time. A busy pooler, or one that lends its connections in turns, may stay `unknown`.
 */
export async function probePooler(pool: Pool): Promise<PoolerFacts> {
  const one = await pool.connect();
  try {
    const told = (one as PoolClient & { readonly processID?: number | null }).processID;
    if (told === (await readServerProcess(one))) return { kind: 'none', keepsPlans: true };
    const keepsPlans = await renamesStatements(one);
    const other = await pool.connect();
    try {
      for (let attempt = 0; attempt < tries; attempt += 1) {
        if ((await readServerProcess(one)) === (await readServerProcess(other))) {
          return { kind: 'transaction', keepsPlans };
        }
      }
    } finally {
      other.release();
    }
    return { kind: 'unknown', keepsPlans };
  } finally {
    one.release();
  }
}

async function readServerProcess(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]!.pid;
}

/** A pooler that keeps plans for its clients gives them names of its own, which no two clients share. */
async function renamesStatements(client: PoolClient): Promise<boolean> {
  const name = `confere_probe_${randomBytes(8).toString('hex')}`;
  await client.query('begin');
  const { rows } = await client.query<{ is_plain: boolean }>({
    name,
    text: 'select exists (select from pg_prepared_statements where name = $1::text) as is_plain',
    values: [name],
  });
  const isPlain = rows[0]!.is_plain;
  if (isPlain) await client.query(`deallocate ${name}`);
  await client.query('commit');
  return !isPlain;
}

/** SQLSTATE of a server whose disk is full; see appendix A of the PostgreSQL manual. */
const diskFullCode = '53100';

/**
 * Some hundred kilobytes on the server's disk, which are gone at the end of the statement. A server takes the room of a
 * page when the page is made, also for a temporary table.
 */
const takeRoom =
  'create temporary table confere_room on commit drop as select n from generate_series(1, 10000) n';

/**
 * Knows whether a server's disk is full: it answers reads then, and a readiness check that only reads would call a
 * process ready whose every write fails. A right to make temporary tables is needed; without it the first check after a
 * failure forgets the failure.
 */
export function watchDisk(logger: Logger) {
  let isFull = false;
  return {
    /** Remembers that the server had no room, when `error` says so. */
    note(error: unknown): void {
      if (codeOf(error) !== diskFullCode || isFull) return;
      isFull = true;
      logger.error('the disk of the database server is full');
    },
    /**
     * Nothing while no statement failed for lack of room. After one did, makes the server take some room, and rejects
     * with its error as long as there is none.
     */
    async check(run: (text: string) => Promise<unknown>): Promise<void> {
      if (!isFull) return;
      try {
        await run(takeRoom);
      } catch (error) {
        if (codeOf(error) !== '42501') throw error;
      }
      isFull = false;
      logger.info('the disk of the database server has room again');
    },
  };
}
