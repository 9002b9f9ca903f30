import { type Generated, type Selectable, sql } from 'kysely';
import { jsonb } from '../platform/db/index.ts';
import type { Db, Tx } from '../platform/db/types.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import { sessionContext } from './declarations.ts';
import type {
  LivenessLocale,
  LivenessPurpose,
  LivenessSession,
  LivenessState,
  LivenessStep,
  LivenessTest,
  LivenessVerdict,
  SessionSecrets,
} from './types.ts';

type SessionsTable = {
  id: string;
  client_id: string;
  cpf_index: Uint8Array | null;
  purpose: LivenessPurpose;
  state: LivenessState;
  locale: LivenessLocale;
  redirect_url: string | null;
  created_at: Date;
  expires_at: Date;
  code_hash: Uint8Array | null;
  capture_hash: Uint8Array | null;
  watch_hash: Uint8Array | null;
  consent_version: string | null;
  consented_at: Date | null;
  steps: readonly LivenessStep[];
  tried_at: Date | null;
  camera: Generated<string | null>;
  app_version: Generated<string | null>;
  extensions: Generated<number>;
  verdict: LivenessVerdict | null;
  ended_at: Date | null;
  used_at: Date | null;
  used_by: string | null;
  test: LivenessTest | null;
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
  session: Pick<
    LivenessSession,
    | 'id'
    | 'clientId'
    | 'cpfIndex'
    | 'purpose'
    | 'locale'
    | 'redirectUrl'
    | 'createdAt'
    | 'expiresAt'
    | 'steps'
    | 'test'
  > & { readonly codeHash: Uint8Array },
): Promise<void> {
  await tx
    .insertInto('liveness_sessions')
    .values({
      id: session.id,
      client_id: session.clientId,
      cpf_index: session.cpfIndex ?? null,
      purpose: session.purpose,
      state: 'created',
      locale: session.locale,
      redirect_url: session.redirectUrl ?? null,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
      code_hash: session.codeHash,
      steps: jsonb(session.steps),
      ...(session.test === undefined ? {} : { test: jsonb(session.test) }),
    })
    .execute();
}

/** The session of an id, or undefined. One read by primary key. */
export async function findSession(db: Db, id: string): Promise<LivenessSession | undefined> {
  const row = await db.selectFrom('liveness_sessions').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toSession(row);
}

/** The same, locked until the transaction ends: whatever changes a session reads it by this. */
export async function lockSession(tx: Tx, id: string): Promise<LivenessSession | undefined> {
  const row = await tx
    .selectFrom('liveness_sessions')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && toSession(row);
}

/** The changes of a transition. Absent members stay; null clears. */
export type SessionChanges = {
  readonly state?: LivenessState;
  readonly expiresAt?: Date;
  readonly codeHash?: Uint8Array | null;
  readonly captureHash?: Uint8Array | null;
  readonly watchHash?: Uint8Array | null;
  readonly consentVersion?: string;
  readonly consentedAt?: Date;
  readonly steps?: readonly LivenessStep[];
  readonly triedAt?: Date;
  readonly camera?: string;
  readonly appVersion?: string;
  readonly extensions?: number;
  readonly verdict?: LivenessVerdict;
  readonly endedAt?: Date | null;
  readonly deviceIndex?: Uint8Array | null;
  readonly addressIndex?: Uint8Array;
};

/** Changes a session that is locked. */
export async function updateSession(tx: Tx, id: string, changes: SessionChanges): Promise<void> {
  const { steps, verdict } = changes;
  await tx
    .updateTable('liveness_sessions')
    .set({
      state: changes.state,
      expires_at: changes.expiresAt,
      code_hash: changes.codeHash,
      capture_hash: changes.captureHash,
      watch_hash: changes.watchHash,
      consent_version: changes.consentVersion,
      consented_at: changes.consentedAt,
      tried_at: changes.triedAt,
      camera: changes.camera,
      app_version: changes.appVersion,
      extensions: changes.extensions,
      ended_at: changes.endedAt,
      device_index: changes.deviceIndex,
      address_index: changes.addressIndex,
      ...(steps === undefined ? {} : { steps: jsonb(steps) }),
      ...(verdict === undefined ? {} : { verdict: jsonb(verdict) }),
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
  const sealed = cipher.seal(Buffer.from(JSON.stringify(secrets)), sessionContext(id));
  await tx
    .updateTable('liveness_sessions')
    .set({ key_id: sealed.keyId, wrapped_key: sealed.wrappedKey, ciphertext: sealed.ciphertext })
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
  if (row?.key_id == null || row.wrapped_key === null || row.ciphertext === null) return undefined;
  const sealed = { keyId: row.key_id, wrappedKey: row.wrapped_key, ciphertext: row.ciphertext };
  return JSON.parse(Buffer.from(cipher.open(sealed, sessionContext(id))).toString()) as SessionSecrets;
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

/** Ids of sessions whose time is over and that have not ended, oldest first. */
export async function listOverdue(db: Db, now: Date, limit: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('liveness_sessions')
    .select('id')
    .where('state', 'in', ['created', 'started', 'capturing'])
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of sessions that were finished before a moment and still have no verdict, oldest first. */
export async function listUnjudged(db: Db, finishedBefore: Date, limit: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('liveness_sessions')
    .select('id')
    .where('state', '=', 'judging')
    .where('ended_at', '<=', finishedBefore)
    .orderBy('ended_at')
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
  const rows = await db
    .selectFrom('liveness_sessions')
    .select(['state', sql<number>`count(*)::int`.as('count')])
    .where('test', 'is', null)
    .groupBy('state')
    .execute();
  return rows;
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
  return {
    id: row.id,
    clientId: row.client_id,
    cpfIndex: row.cpf_index ?? undefined,
    purpose: row.purpose,
    state: row.state,
    locale: row.locale,
    redirectUrl: row.redirect_url ?? undefined,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    codeHash: row.code_hash ?? undefined,
    captureHash: row.capture_hash ?? undefined,
    watchHash: row.watch_hash ?? undefined,
    consentVersion: row.consent_version ?? undefined,
    consentedAt: row.consented_at ?? undefined,
    steps: row.steps,
    triedAt: row.tried_at ?? undefined,
    extensions: row.extensions,
    verdict: row.verdict ?? undefined,
    endedAt: row.ended_at ?? undefined,
    usedAt: row.used_at ?? undefined,
    usedBy: row.used_by ?? undefined,
    test: row.test ?? undefined,
  };
}
