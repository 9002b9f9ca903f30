import { type Generated, type Selectable, sql } from 'kysely';
import { type Db, fromRow, jsonb, type ToRow, type Tx, toRow } from '../platform/db/index.ts';
import { findSealedColumns, type RecordCipher } from '../platform/encryption/index.ts';
import { isId } from '../platform/ids.ts';
import { livenessSessionIdKind, sealedSession } from './declarations.ts';
import type { LivenessSession, LivenessState, SessionSecrets } from './types.ts';

type SessionsTable = ToRow<Omit<LivenessSession, 'extensions'>> & {
  camera: Generated<string | null>;
  app_version: Generated<string | null>;
  extensions: Generated<number>;
  device_index: Uint8Array | null;
  address_index: Uint8Array | null;
  key_id: string | null;
  wrapped_key: Uint8Array | null;
  ciphertext: Uint8Array | null;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    liveness_sessions: SessionsTable;
  }
}

/** Writes a new session. */
export async function insertSession(
  tx: Tx,
  session: Pick<LivenessSession, 'id' | 'clientId' | 'cpfIndex' | 'purpose' | 'locale' | 'redirectUrl'> &
    Pick<LivenessSession, 'createdAt' | 'expiresAt' | 'steps' | 'test' | 'codeHash'>,
): Promise<void> {
  const { steps, test, ...others } = session;
  await tx
    .insertInto('liveness_sessions')
    .values({ ...toRow(others), state: 'created', steps: jsonb(steps), ...(test && { test: jsonb(test) }) })
    .execute();
}

/** The session of an id, or undefined, also for a text that is no id. One read by primary key. */
export async function findSession(db: Db, id: string): Promise<LivenessSession | undefined> {
  if (!isId(livenessSessionIdKind, id)) return undefined;
  const row = await db.selectFrom('liveness_sessions').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toSession(row);
}

/** The same, locked until the transaction ends: whatever changes a session reads it by this. */
export async function lockSession(tx: Tx, id: string): Promise<LivenessSession | undefined> {
  if (!isId(livenessSessionIdKind, id)) return undefined;
  const query = tx.selectFrom('liveness_sessions').selectAll().where('id', '=', id).forUpdate();
  const row = await query.executeTakeFirst();
  return row && toSession(row);
}

/** The changes of a transition. Absent members stay; undefined clears. */
export type SessionChanges = Partial<
  Omit<LivenessSession, 'id' | 'clientId' | 'createdAt'> & {
    readonly camera: string;
    readonly appVersion: string;
    readonly deviceIndex: Uint8Array | undefined;
    readonly addressIndex: Uint8Array;
  }
>;

/** Changes a session that is locked. */
export async function updateSession(tx: Tx, id: string, changes: SessionChanges): Promise<void> {
  const { steps, verdict, ...others } = changes;
  await tx
    .updateTable('liveness_sessions')
    .set({
      ...toRow(others),
      ...(steps && { steps: jsonb(steps) }),
      ...(verdict && { verdict: jsonb(verdict) }),
    })
    .where('id', '=', id)
    .execute();
}

/** Keeps the device and the address of a session, sealed. */
export async function putSessionSecrets(
  tx: Tx,
  cipher: RecordCipher,
  id: string,
  secrets: SessionSecrets,
): Promise<void> {
  await tx
    .updateTable('liveness_sessions')
    .set(sealedSession.sealJson(cipher, id, secrets))
    .where('id', '=', id)
    .execute();
}

/** The device and the address of a session; undefined before it was begun. */
export async function findSessionSecrets(
  db: Db,
  cipher: RecordCipher,
  id: string,
): Promise<SessionSecrets | undefined> {
  const row = await db
    .selectFrom('liveness_sessions')
    .select(['key_id', 'wrapped_key', 'ciphertext'])
    .where('id', '=', id)
    .executeTakeFirst();
  const columns = row && findSealedColumns(row);
  return columns && sealedSession.openJson<SessionSecrets>(cipher, id, columns);
}

/**
 * Marks a session that passed, or that holds a photo file, as used, for that person from now on. False when it was used
 * meanwhile, or did not end like that within the time: then nothing was written.
 */
export async function markUsed(
  tx: Tx,
  id: string,
  use: { readonly by: string; readonly cpfIndex: Uint8Array; readonly now: Date; readonly endedAfter: Date },
): Promise<boolean> {
  const result = await tx
    .updateTable('liveness_sessions')
    .set({ used_at: use.now, used_by: use.by, cpf_index: use.cpfIndex })
    .where('id', '=', id)
    .where('state', 'in', ['passed', 'not_performed'])
    .where('test', 'is', null)
    .where('used_at', 'is', null)
    .where('ended_at', '>', use.endedAfter)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Ids of sessions in some states with a moment that is not after another, by that moment. */
export async function listDue(
  db: Db,
  by: { readonly states: readonly LivenessState[]; readonly moment: 'expires_at' | 'ended_at' },
  until: Date,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('liveness_sessions')
    .select('id')
    .where('state', 'in', by.states)
    .where(by.moment, '<=', until)
    .orderBy(by.moment)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of sessions made before a moment, oldest first: those that were used, or those that were not. */
export async function listOldSessions(
  db: Db,
  madeBefore: Date,
  options: {
    readonly used: boolean;
    /** Only those whose person's time was over before. */
    readonly openBefore?: Date;
    readonly limit: number;
    /** Values that sessions of people to leave out are found by. */
    readonly butOf?: readonly Uint8Array[];
  },
): Promise<readonly string[]> {
  const butOf = (options.butOf ?? []).map((index) => Buffer.from(index).toString('hex'));
  const rows = await db
    .selectFrom('liveness_sessions')
    .select('id')
    .where('created_at', '<', madeBefore)
    .$if(options.openBefore !== undefined, (query) => query.where('expires_at', '<', options.openBefore!))
    .where('used_at', options.used ? 'is not' : 'is', null)
    .where(sql<boolean>`(cpf_index is null or encode(cpf_index, 'hex') <> all(${butOf}::text[]))`)
    .orderBy('created_at')
    .limit(options.limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of all sessions of a CPF, oldest first. */
export async function listSessionsOfCpf(db: Db, cpfIndex: Uint8Array): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('liveness_sessions')
    .select('id')
    .where('cpf_index', '=', cpfIndex)
    .orderBy('created_at')
    .execute();
  return rows.map(({ id }) => id);
}

/** Removes a session's row and with it those of its frames; their images are the caller's to delete first. */
export async function deleteSessionRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('liveness_sessions').where('id', '=', id).execute();
}

/** The number of sessions in each state, for metrics. */
export async function countStates(db: Db): Promise<readonly { state: LivenessState; count: number }[]> {
  return await db
    .selectFrom('liveness_sessions')
    .select(['state', sql<number>`count(*)::int`.as('count')])
    .where('test', 'is', null)
    .groupBy('state')
    .execute();
}

/** The number of kept sessions that failed for each reason, for metrics. */
export async function countReasons(db: Db): Promise<readonly { reason: string; count: number }[]> {
  const { rows } = await sql<{ reason: string; count: number }>`
    SELECT reason, count(*)::int AS count
    FROM liveness_sessions, jsonb_array_elements_text(verdict -> 'reasons') AS reason
    WHERE state = 'failed' AND test IS NULL
    GROUP BY reason`.execute(db);
  return rows;
}

function toSession(row: Selectable<SessionsTable>): LivenessSession {
  return fromRow(row, 'camera', 'app_version', 'device_index', 'address_index');
}
