import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/types.ts';
import type { LivenessState } from './types.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    liveness_tries: {
      session_id: string;
      cpf_index: Uint8Array | null;
      device_index: Uint8Array | null;
      address_index: Uint8Array | null;
      created_at: Date;
      tried_at: Date;
      state: LivenessState;
    };
  }
}

/** Whose tries are listed; each column has an index with the time. */
export type TriesBy = {
  readonly column: 'cpf_index' | 'device_index' | 'address_index';
  readonly value: Uint8Array;
};

/** The time of a try, and its outcome. */
export type Try = { readonly at: Date; readonly hasPassed: boolean };

const decidedStates: readonly LivenessState[] = ['passed', 'failed', 'expired'];

/**
 * The newest sessions that showed a step, the newest first, removed ones among them. Open ones count as not passed once
 * their time is over, and those that a person ended do not count; with `isOfOne` both count at once.
 */
export async function listTries(
  db: Db,
  by: TriesBy,
  options: {
    readonly since: Date;
    readonly now: Date;
    readonly limit: number;
    readonly isOfOne: boolean;
  },
): Promise<readonly Try[]> {
  const { since, now, limit, isOfOne } = options;
  let present = db
    .selectFrom('liveness_sessions')
    .select(['created_at', 'tried_at', 'state'])
    .where(by.column, '=', by.value)
    .where('created_at', '>', since)
    .where('tried_at', 'is not', null)
    .where('test', 'is', null);
  let removed = db
    .selectFrom('liveness_tries')
    .select(['created_at', 'tried_at', 'state'])
    .where(by.column, '=', by.value)
    .where('created_at', '>', since);
  if (!isOfOne) {
    present = present.where((eb) =>
      eb.or([
        eb('state', 'in', decidedStates),
        eb.and([eb('state', '=', 'capturing'), eb('expires_at', '<=', now)]),
      ]),
    );
    removed = removed.where('state', 'in', decidedStates);
  }
  return [
    ...(await present.orderBy('created_at', 'desc').limit(limit).execute()),
    ...(await removed.orderBy('created_at', 'desc').limit(limit).execute()),
  ]
    .sort((a, b) => b.created_at.getTime() - a.created_at.getTime())
    .slice(0, limit)
    .map(({ tried_at: at, state }) => ({ at: at as Date, hasPassed: state === 'passed' }));
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
    .columns(['session_id', 'cpf_index', 'device_index', 'address_index', 'created_at', 'tried_at', 'state'])
    .expression((eb) =>
      eb
        .selectFrom('liveness_sessions')
        .select(['id', 'cpf_index', 'device_index', 'address_index', 'created_at', 'tried_at', 'state'])
        .where('id', '=', sessionId)
        .where('tried_at', 'is not', null)
        .where('test', 'is', null),
    )
    .execute();
}

/**
 * The clients of which at least so many sessions that showed a step failed or ran out since a moment while none passed;
 * of one client when it is given.
 */
export async function listFailingClients(
  db: Db,
  which: {
    readonly since: Date;
    readonly now: Date;
    readonly least: number;
    readonly clientId?: string | undefined;
  },
): Promise<readonly string[]> {
  const { since, now, least, clientId } = which;
  let query = db
    .selectFrom('liveness_sessions')
    .select('client_id')
    .where('created_at', '>', since)
    .where('tried_at', 'is not', null)
    .where('test', 'is', null)
    .groupBy('client_id')
    .having(
      sql<boolean>`count(*) filter (where state in ('failed', 'expired')
        or (state = 'capturing' and expires_at <= ${now})) >= ${least}`,
    )
    .having(sql<boolean>`count(*) filter (where state = 'passed') = 0`);
  if (clientId !== undefined) query = query.where('client_id', '=', clientId);
  return (await query.execute()).map((row) => row.client_id);
}

/** The tries of a person's removed sessions, the oldest first, for the person's copy. */
export async function listKeptTries(db: Db, cpfIndex: Uint8Array) {
  const rows = await db
    .selectFrom('liveness_tries')
    .select(['session_id', 'created_at', 'tried_at', 'state'])
    .where('cpf_index', '=', cpfIndex)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({
    sessionId: row.session_id,
    createdAt: row.created_at,
    at: row.tried_at,
    hasPassed: row.state === 'passed',
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
