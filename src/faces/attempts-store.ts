import type { Generated, InsertObject, Selectable } from 'kysely';
import { type ImageRecord, toImageColumns } from '../images/index.ts';
import { jsonb, type Tables } from '../platform/db/index.ts';
import type { Db } from '../platform/db/types.ts';
import { type Cpf, parseCpf } from '../platform/documents/index.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import { attemptContext } from './sealed-tables.ts';
import type { Attempt, Decision, Device, NewAttempt } from './types.ts';

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

type AttemptIdempotencyKeysTable = {
  client_id: string;
  idempotency_key: string;
  request_digest: Uint8Array;
  attempt_id: string;
  created_at: Date;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    attempts: AttemptsTable;
    attempt_idempotency_keys: AttemptIdempotencyKeysTable;
  }
}

/** The `Idempotency-Key` of a request and the digest of what was asked. */
export type IdempotencyKey = { readonly key: string; readonly requestDigest: Uint8Array };

/** What an attempt is stored with: the received photo's row, or the capture that holds it already. */
export type ReceivedPhoto =
  | { readonly kind: 'new'; readonly image: ImageRecord }
  | { readonly kind: 'capture'; readonly captureId: string; readonly imageId: string };

/** Personal parts of an attempt: sealed, so that erasing the row's key leaves only the verdict. */
type AttemptSecrets = { peopleId: string; sourceIp: string; device?: Device };

/**
 * Writes an attempt with everything that belongs to it: received photo's row, used capture, idempotency key. All of
 * it or nothing, and without a capture in one round trip. False, with nothing written, when another attempt used
 * the capture meanwhile.
 *
 * Rejects with the database's unique violation when the idempotency key was used meanwhile, and with a foreign key
 * violation when the registered image is gone.
 */
export async function insertAttempt(
  db: Db,
  cipher: RecordCipher,
  attempt: NewAttempt,
  personId: string,
  received: ReceivedPhoto,
  idempotency?: IdempotencyKey,
): Promise<boolean> {
  const secrets: AttemptSecrets = {
    peopleId: attempt.peopleId,
    sourceIp: attempt.sourceIp,
    ...(attempt.device === undefined ? {} : { device: attempt.device }),
  };
  const sealed = cipher.seal(Buffer.from(JSON.stringify(secrets)), attemptContext(attempt.id));
  const row = {
    id: attempt.id,
    created_at: attempt.createdAt,
    client_id: attempt.executionOriginId,
    person_id: personId,
    registered_image_id: attempt.registeredImageId,
    received_image_id: attempt.receivedImageId,
    similarity: attempt.faceMatch.similarity,
    is_face_match: attempt.faceMatch.isFaceMatch,
    liveness_probability: attempt.liveness.probability,
    is_alive: attempt.liveness.isAlive,
    is_match: attempt.isMatch,
    decision: jsonb(attempt.decision),
    key_id: sealed.keyId,
    wrapped_key: sealed.wrappedKey,
    ciphertext: sealed.ciphertext,
  };
  const keyRow = idempotency && {
    client_id: attempt.executionOriginId,
    idempotency_key: idempotency.key,
    request_digest: idempotency.requestDigest,
    attempt_id: attempt.id,
    created_at: attempt.createdAt,
  };
  if (received.kind === 'new') {
    const image = toImageColumns(received.image);
    const statement = db.with('written', (qb) => qb.insertInto('images').values(image).returning('id'));
    await insertRows(statement as Db, row, keyRow);
    return true;
  }
  return await db.transaction().execute(async (tx) => {
    const used = await tx
      .updateTable('captures')
      .set({ used_at: attempt.createdAt })
      .where('id', '=', received.captureId)
      .where('used_at', 'is', null)
      .executeTakeFirst();
    if (used.numUpdatedRows === 0n) return false;
    await insertRows(tx, row, keyRow);
    return true;
  });
}

/** Both rows in one statement. */
async function insertRows(
  db: Pick<Db, 'with' | 'insertInto'>,
  row: InsertObject<Tables, 'attempts'>,
  keyRow: AttemptIdempotencyKeysTable | undefined,
): Promise<void> {
  const statement =
    keyRow === undefined
      ? db
      : db.with('keyed', (qb) =>
          qb.insertInto('attempt_idempotency_keys').values(keyRow).returning('attempt_id'),
        );
  await statement.insertInto('attempts').values(row).execute();
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

/** When and how the newest attempts of a person ended, newest first: by index, without opening anything. */
export async function listNewestVerdicts(
  db: Db,
  personId: string,
  limit: number,
): Promise<readonly { readonly createdAt: Date; readonly isMatch: boolean }[]> {
  const rows = await db
    .selectFrom('attempts')
    .select(['created_at', 'is_match'])
    .where('person_id', '=', personId)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ createdAt: row.created_at, isMatch: row.is_match }));
}

/** Forgets idempotency keys made before a moment; the attempts stay. Gives how many. */
export async function deleteIdempotencyKeys(db: Db, madeBefore: Date): Promise<number> {
  const result = await db
    .deleteFrom('attempt_idempotency_keys')
    .where('created_at', '<', madeBefore)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

function openSecrets(cipher: RecordCipher, row: Selectable<AttemptsTable>): AttemptSecrets | undefined {
  const { key_id: keyId, wrapped_key: wrappedKey, ciphertext } = row;
  if (keyId === null || wrappedKey === null || ciphertext === null) return undefined;
  const opened = cipher.open({ keyId, wrappedKey, ciphertext }, attemptContext(row.id));
  return JSON.parse(Buffer.from(opened).toString()) as AttemptSecrets;
}

function toAttempt(cipher: RecordCipher, row: Selectable<AttemptsTable>): Attempt {
  const secrets = openSecrets(cipher, row);
  return {
    id: row.id,
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
