import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/types.ts';
import type { LivenessState } from './types.ts';

type TriesTable = {
  session_id: string;
  client_id: string;
  cpf_index: Uint8Array | null;
  device_index: Uint8Array | null;
  address_index: Uint8Array | null;
  created_at: Date;
  tried_at: Date;
  has_passed: boolean;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    liveness_tries: TriesTable;
  }
}

/** Whose tries are listed; each column has an index with the time. */
export type TriesBy =
  | { readonly column: 'cpf_index' | 'device_index' | 'address_index'; readonly value: Uint8Array }
  | { readonly column: 'client_id'; readonly value: string };

/** The time of a try, and its outcome. */
export type Try = { readonly at: Date; readonly hasPassed: boolean };

const endedStates: readonly LivenessState[] = ['PASSED', 'FAILED', 'EXPIRED', 'ABANDONED', 'NOT_PERFORMED'];

/**
 * The newest sessions that showed a step, the newest first, removed ones among them. Open ones count as not passed once
 * their time is over; with `isOpenCounted` at once.
 */
export async function listTries(
  db: Db,
  by: TriesBy,
  options: {
    readonly since: Date;
    readonly now: Date;
    readonly limit: number;
    readonly isOpenCounted: boolean;
  },
): Promise<readonly Try[]> {
  const { since, now, limit, isOpenCounted } = options;
  let query = db
    .selectFrom('liveness_sessions')
    .select(['created_at', 'tried_at', 'state'])
    .where(by.column, '=', by.value)
    .where('created_at', '>', since)
    .where('tried_at', 'is not', null)
    .where('test', 'is', null);
  if (!isOpenCounted) {
    query = query.where((eb) =>
      eb.or([
        eb('state', 'in', endedStates),
        eb.and([eb('state', '=', 'CAPTURING'), eb('expires_at', '<=', now)]),
      ]),
    );
  }
  const present = await query.orderBy('created_at', 'desc').limit(limit).execute();
  const removed = await db
    .selectFrom('liveness_tries')
    .select(['created_at', 'tried_at', 'has_passed'])
    .where(by.column, '=', by.value)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return [
    ...present.map((row) => ({ ...row, hasPassed: row.state === 'PASSED' })),
    ...removed.map((row) => ({ ...row, hasPassed: row.has_passed })),
  ]
    .sort((a, b) => b.created_at.getTime() - a.created_at.getTime())
    .slice(0, limit)
    .map(({ tried_at: at, hasPassed }) => ({ at: at as Date, hasPassed }));
}

/**
 * The CPF and the device of a session, as far as it has them. Until the commit no other session of these shows its first
 * step, so that sessions begun at once count each other.
 */
export async function lockTriers(tx: Tx, sessionId: string): Promise<readonly TriesBy[]> {
  const row = await tx
    .selectFrom('liveness_sessions')
    .select(['cpf_index', 'device_index'])
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  const triers = (['cpf_index', 'device_index'] as const).flatMap((column) => {
    const value = row[column];
    return value === null ? [] : [{ column, value }];
  });
  // The CPF first in every session: two of them never wait for each other.
  for (const { column, value } of triers) {
    const name = `liveness tries/${column}/${Buffer.from(value).toString('hex')}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
  }
  return triers;
}

/** Keeps the try of a session that is removed; nothing for one that showed no step, and for a test. */
export async function keepTry(tx: Tx, sessionId: string): Promise<void> {
  await tx
    .insertInto('liveness_tries')
    .columns([
      'session_id',
      'client_id',
      'cpf_index',
      'device_index',
      'address_index',
      'created_at',
      'tried_at',
      'has_passed',
    ])
    .expression((eb) =>
      eb
        .selectFrom('liveness_sessions')
        .select([
          'id',
          'client_id',
          'cpf_index',
          'device_index',
          'address_index',
          'created_at',
          'tried_at',
          sql<boolean>`state = 'PASSED'`.as('has_passed'),
        ])
        .where('id', '=', sessionId)
        .where('tried_at', 'is not', null)
        .where('test', 'is', null),
    )
    .execute();
}

/** A try of a session that was removed. */
export type KeptTry = Try & { readonly sessionId: string; readonly createdAt: Date };

/** The tries of a person's removed sessions, the oldest first, for the person's copy. */
export async function listKeptTries(db: Db, cpfIndex: Uint8Array): Promise<readonly KeptTry[]> {
  const rows = await db
    .selectFrom('liveness_tries')
    .select(['session_id', 'created_at', 'tried_at', 'has_passed'])
    .where('cpf_index', '=', cpfIndex)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({
    sessionId: row.session_id,
    createdAt: row.created_at,
    at: row.tried_at,
    hasPassed: row.has_passed,
  }));
}

/** Erases the tries of a person's removed sessions. */
export async function deleteTriesOfCpf(tx: Tx, cpfIndex: Uint8Array): Promise<void> {
  await tx.deleteFrom('liveness_tries').where('cpf_index', '=', cpfIndex).execute();
}

/** Erases tries of sessions made before a moment. */
export async function deleteOldTries(db: Db, madeBefore: Date): Promise<void> {
  await db.deleteFrom('liveness_tries').where('created_at', '<=', madeBefore).execute();
}
