import type { Generated, Selectable } from 'kysely';
import { type Db, deleteRows } from '../platform/db/index.ts';
import { type Cpf, parseCpf } from '../platform/documents.ts';
import { findSealedColumns, type RecordCipher } from '../platform/encryption/index.ts';
import { sealedAttempt } from './declarations.ts';
import type { Attempt, AttemptSecrets, Decision } from './types.ts';

type AttemptsTable = {
  id: string;
  created_at: Date;
  client_id: string;
  person_id: string;
  registered_image_id: string | null;
  received_image_id: string | null;
  similarity: number;
  is_face_match: boolean;
  liveness_probability: number;
  is_alive: boolean;
  is_match: boolean;
  decision: Decision;
  /** Null once the person was erased or the attempt's time was over. */
  key_id: string | null;
  wrapped_key: Uint8Array | null;
  ciphertext: Uint8Array | null;
  erased_at: Generated<Date | null>;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    attempts: AttemptsTable;
    attempt_idempotency_keys: {
      client_id: string;
      idempotency_key: string;
      request_digest: Uint8Array;
      attempt_id: string;
      created_at: Date;
    };
  }
}

/** An attempt by its id, its personal parts opened; undefined when there is none. One round trip. */
export async function findAttempt(db: Db, cipher: RecordCipher, id: string): Promise<Attempt | undefined> {
  const row = await db.selectFrom('attempts').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toAttempt(cipher, row);
}

/** Attempts of a person, oldest first, with their personal parts. Those whose personal part is erased are left out. */
export async function listAttemptsOfPerson(
  db: Db,
  cipher: RecordCipher,
  personId: string,
  page: { readonly after: string; readonly limit: number },
): Promise<readonly Attempt[]> {
  const rows = await db
    .selectFrom('attempts')
    .selectAll()
    .where('person_id', '=', personId)
    .where('erased_at', 'is', null)
    .where('id', '>', page.after)
    .orderBy('id')
    .limit(page.limit)
    .execute();
  return rows.map((row) => toAttempt(cipher, row));
}

/**
 * Attempts, newest first by their ids, which begin with their time. Attempts of erased people have no personal data.
 */
export async function listNewestAttempts(
  db: Db,
  cipher: RecordCipher,
  filter: {
    readonly personId: string | undefined;
    readonly clientId: string | undefined;
    readonly isMatch: boolean | undefined;
    /** From this id on. */
    readonly fromId: string | undefined;
    /** Before this id. */
    readonly toId: string | undefined;
    /** Before this id. */
    readonly before: string | undefined;
    readonly limit: number;
  },
): Promise<readonly Attempt[]> {
  let query = db.selectFrom('attempts').selectAll();
  if (filter.personId !== undefined) query = query.where('person_id', '=', filter.personId);
  if (filter.clientId !== undefined) query = query.where('client_id', '=', filter.clientId);
  if (filter.isMatch !== undefined) query = query.where('is_match', '=', filter.isMatch);
  if (filter.fromId !== undefined) query = query.where('id', '>=', filter.fromId);
  if (filter.toId !== undefined) query = query.where('id', '<', filter.toId);
  if (filter.before !== undefined) query = query.where('id', '<', filter.before);
  const rows = await query.orderBy('id', 'desc').limit(filter.limit).execute();
  return rows.map((row) => toAttempt(cipher, row));
}

/** The attempt that a client's idempotency key led to, with the digest of the request that made it. */
export async function findAttemptByIdempotencyKey(
  db: Db,
  cipher: RecordCipher,
  clientId: string,
  key: string,
): Promise<{ readonly attempt: Attempt; readonly requestDigest: Uint8Array } | undefined> {
  const row = await db
    .selectFrom('attempt_idempotency_keys')
    .innerJoin('attempts', 'attempts.id', 'attempt_idempotency_keys.attempt_id')
    .selectAll('attempts')
    .select('attempt_idempotency_keys.request_digest')
    .where('attempt_idempotency_keys.client_id', '=', clientId)
    .where('attempt_idempotency_keys.idempotency_key', '=', key)
    .executeTakeFirst();
  return row && { attempt: toAttempt(cipher, row), requestDigest: row.request_digest };
}

/** Forgets idempotency keys made before a moment; the attempts stay. Gives how many. */
export async function deleteIdempotencyKeys(db: Db, madeBefore: Date): Promise<number> {
  return await deleteRows(db.deleteFrom('attempt_idempotency_keys').where('created_at', '<', madeBefore));
}

function openSecrets(cipher: RecordCipher, row: Selectable<AttemptsTable>): AttemptSecrets | undefined {
  const columns = findSealedColumns(row);
  return columns && sealedAttempt.openJson<AttemptSecrets>(cipher, row.id, columns);
}

function toAttempt(cipher: RecordCipher, row: Selectable<AttemptsTable>): Attempt {
  const secrets = openSecrets(cipher, row);
  return {
    id: row.id,
    personId: row.person_id,
    createdAt: row.created_at,
    peopleId: secrets && (parseCpf(secrets.peopleId) as Cpf),
    sourceIp: secrets?.sourceIp,
    executionOriginId: row.client_id,
    device: secrets?.device,
    registeredImageId: row.registered_image_id ?? undefined,
    receivedImageId: row.received_image_id ?? undefined,
    faceMatch: { similarity: row.similarity, isFaceMatch: row.is_face_match },
    liveness: { probability: row.liveness_probability, isAlive: row.is_alive },
    isMatch: row.is_match,
    decision: row.decision,
  };
}
