import { CompiledQuery } from 'kysely';
import { type ImageRecord, toImageColumns } from '../images/index.ts';
import { planOnce } from '../platform/db/index.ts';
import type { Db } from '../platform/db/types.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import { type FacesTable, toReferenceFace } from './faces-store.ts';
import { attemptContext } from './sealed-tables.ts';
import type { AttemptSecrets, NewAttempt, ReferenceFace } from './types.ts';

/*
 * What an authentication asks of the database: one statement before the photo is looked at, one after, both planned once
 * for each connection. Whether the face is locked is part of both, so that it costs no statement of its own.
 */

/** After which attempts a face is locked, and for how long. */
export type LockRule = {
  /** So many newest attempts in a row without a match; 0: never. */
  readonly afterFailures: number;
  /** The first and the last of them at most so far apart. */
  readonly windowSeconds: number;
  readonly lockSeconds: number;
};

/**
 * SQL for the moment until which a person is locked, or null. Takes four parameters from `$first` on; see
 * `lockValues`.
 */
function lockedUntil(person: string, first: number): string {
  const [failures, window, lock, now] = [0, 1, 2, 3].map((index) => `$${first + index}`);
  return `(select max(newest.created_at) + ${lock}::float8 * interval '1 second'
    from (select created_at, is_match from attempts where person_id = ${person}
      order by created_at desc limit ${failures}::int) as newest
    having count(*) = ${failures}::int and count(*) > 0 and not bool_or(newest.is_match)
      and max(newest.created_at) - min(newest.created_at) <= ${window}::float8 * interval '1 second'
      and max(newest.created_at) + ${lock}::float8 * interval '1 second' > ${now}::timestamptz)`;
}

const neverLocked: LockRule = { afterFailures: 0, windowSeconds: 0, lockSeconds: 0 };

function lockValues({ afterFailures, windowSeconds, lockSeconds }: LockRule = neverLocked, now: Date) {
  return [afterFailures, windowSeconds, lockSeconds, now];
}

const findLockSql = planOnce(`select ${lockedUntil('$1', 2)} as until`);

/** Until when a person may not be authenticated, or undefined. A match ends the row of failures. */
export async function findFaceLock(
  db: Db,
  personId: string,
  rule: LockRule | undefined,
  now: Date,
): Promise<Date | undefined> {
  const { rows } = await db.executeQuery<{ until: Date | null }>(
    CompiledQuery.raw(findLockSql, [personId, ...lockValues(rule, now)]),
  );
  return rows[0]?.until ?? undefined;
}

const findReferencesSql =
  planOnce(`select faces.id, faces.person_id, faces.image_id, faces.template_model, faces.key_id,
    faces.wrapped_key, faces.ciphertext, faces.quality, faces.legal_basis, faces.created_at,
    ${lockedUntil('people.id', 2)} as locked_until
  from people join faces on faces.person_id = people.id
  where people.cpf_index = $1::bytea
  order by faces.created_at desc, faces.id desc`);

/** What a photo is going to be compared with. */
export type References = {
  /** Newest first, their templates opened; empty when the CPF has none or is unknown. */
  readonly faces: readonly ReferenceFace[];
  /** Until when the person may not be authenticated. */
  readonly lockedUntil: Date | undefined;
};

/** The reference photos of a CPF, and whether the face is locked. */
export async function findReferences(
  db: Db,
  cipher: RecordCipher,
  cpfIndex: Uint8Array,
  lock: { readonly rule: LockRule | undefined; readonly now: Date },
): Promise<References> {
  const { rows } = await db.executeQuery<FacesTable & { readonly locked_until: Date | null }>(
    CompiledQuery.raw(findReferencesSql, [cpfIndex, ...lockValues(lock.rule, lock.now)]),
  );
  return {
    faces: rows.map((row) => toReferenceFace(cipher, row)),
    lockedUntil: rows[0]?.locked_until ?? undefined,
  };
}

/** The `Idempotency-Key` of a request and the digest of what was asked. */
export type IdempotencyKey = { readonly key: string; readonly requestDigest: Uint8Array };

/** What an attempt is stored with: the received photo's row, or the capture that holds it already. */
export type ReceivedPhoto =
  | { readonly kind: 'new'; readonly image: ImageRecord }
  | { readonly kind: 'capture'; readonly captureId: string; readonly imageId: string };

/** How storing an attempt ended. `capture-used` and `locked`: nothing was written. */
export type AttemptStored =
  | { readonly kind: 'stored' }
  /** Another attempt used the capture meanwhile. */
  | { readonly kind: 'capture-used' }
  /** Photos were sent at the same time, and others of them locked the face meanwhile. */
  | { readonly kind: 'locked'; readonly until: Date };

const attemptColumns = [
  ['id', 'text'],
  ['created_at', 'timestamptz'],
  ['client_id', 'text'],
  ['person_id', 'text'],
  ['registered_image_id', 'text'],
  ['received_image_id', 'text'],
  ['similarity', 'float8'],
  ['is_face_match', 'boolean'],
  ['liveness_probability', 'float8'],
  ['is_alive', 'boolean'],
  ['is_match', 'boolean'],
  ['decision', 'jsonb'],
  ['key_id', 'text'],
  ['wrapped_key', 'bytea'],
  ['ciphertext', 'bytea'],
] as const;

const imageColumns = [
  ['id', 'text'],
  ['created_at', 'timestamptz'],
  ['content_type', 'text'],
  ['width', 'integer'],
  ['height', 'integer'],
  ['size_bytes', 'integer'],
  ['sha256', 'bytea'],
  ['key_id', 'text'],
  ['wrapped_key', 'bytea'],
] as const;

type Columns = readonly (readonly [string, string])[];

/** An insert of one row of parameters from `$first` on, from what stands behind `from`. */
function insertFrom(table: string, columns: Columns, first: number, from: string): string {
  const names = columns.map(([name]) => name).join(', ');
  const values = columns.map(([, type], index) => `$${first + index}::${type}`).join(', ');
  return `insert into ${table} (${names}) select ${values} ${from}`;
}

/** Parameters 1 to 21: the attempt's columns, four of the lock, and what the idempotency key has of its own. */
const [attemptAt, lockAt, keyAt, digestAt] = [1, 16, 20, 21];
/** From here on, what the photo is stored with. */
const photoAt = 22;
const locked = `locked as (select ${lockedUntil('$4::text', lockAt)} as until)`;
const unlocked = '(select until from locked) is null';
const keyed = `keyed as (insert into attempt_idempotency_keys
    (client_id, idempotency_key, request_digest, attempt_id, created_at)
    select $3::text, $${keyAt}::text, $${digestAt}::bytea, id, $2::timestamptz from made
    where $${keyAt}::text is not null)`;
const outcome = 'select (select until from locked) as until, exists (select from made) as is_stored';

const insertWithImageSql = planOnce(`with ${locked},
  image as (${insertFrom('images', imageColumns, photoAt, `where ${unlocked}`)}),
  made as (${insertFrom('attempts', attemptColumns, attemptAt, `where ${unlocked}`)} returning id),
  ${keyed} ${outcome}`);

const insertWithCaptureSql = planOnce(`with ${locked},
  used as (update captures set used_at = $2::timestamptz
    where id = $${photoAt}::text and used_at is null and ${unlocked} returning id),
  made as (${insertFrom('attempts', attemptColumns, attemptAt, 'from used')} returning id),
  ${keyed} ${outcome}`);

/**
 * Writes an attempt with everything that belongs to it: received photo's row, used capture, idempotency key. All of
 * it or nothing, in one statement.
 *
 * Rejects with the database's unique violation when the idempotency key was used meanwhile, and with a foreign key
 * violation when the registered image is gone.
 */
export async function insertAttempt(
  db: Db,
  cipher: RecordCipher,
  attempt: NewAttempt,
  options: {
    readonly personId: string;
    readonly received: ReceivedPhoto;
    readonly lock: LockRule | undefined;
    readonly idempotency?: IdempotencyKey | undefined;
  },
): Promise<AttemptStored> {
  const { personId, received, idempotency } = options;
  const secrets: AttemptSecrets = {
    peopleId: attempt.peopleId,
    sourceIp: attempt.sourceIp,
    ...(attempt.device === undefined ? {} : { device: attempt.device }),
  };
  const sealed = cipher.seal(Buffer.from(JSON.stringify(secrets)), attemptContext(attempt.id));
  const row: Readonly<Record<(typeof attemptColumns)[number][0], unknown>> = {
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
    decision: JSON.stringify(attempt.decision),
    key_id: sealed.keyId,
    wrapped_key: sealed.wrappedKey,
    ciphertext: sealed.ciphertext,
  };
  const [statement, photoValues] =
    received.kind === 'new'
      ? [insertWithImageSql, valuesOf(imageColumns, toImageColumns(received.image))]
      : [insertWithCaptureSql, [received.captureId]];
  const { rows } = await db.executeQuery<{ until: Date | null; is_stored: boolean }>(
    CompiledQuery.raw(statement, [
      ...valuesOf(attemptColumns, row),
      ...lockValues(options.lock, attempt.createdAt),
      idempotency?.key ?? null,
      idempotency?.requestDigest ?? null,
      ...photoValues,
    ]),
  );
  const { until, is_stored: isStored } = rows[0]!;
  if (until !== null) return { kind: 'locked', until };
  return { kind: isStored ? 'stored' : 'capture-used' };
}

function valuesOf<Name extends string>(
  columns: readonly (readonly [Name, string])[],
  row: Readonly<Record<Name, unknown>>,
): unknown[] {
  return columns.map(([name]) => row[name]);
}
