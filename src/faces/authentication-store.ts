import { type ImageRecord, imageValues, insertImageSql } from '../images/index.ts';
import { selectPersonIdByCpfIndex } from '../people/index.ts';
import { type PlacedEvent, placedEventSql } from '../platform/audit/index.ts';
import { type Db, type NamedValues, planNamed } from '../platform/db/index.ts';
import { findSealedColumns, type RecordCipher } from '../platform/encryption/index.ts';
import { insertOutboxSql, outboxValues, toOutboxEvent } from '../platform/events/index.ts';
import type { RequestIdentity } from '../platform/idempotency.ts';
import { attemptIdKind, firstIdAt } from '../platform/ids.ts';
import { listToSumSql } from './attempt-sums-store.ts';
import {
  type CohortMoment,
  type CohortMomentRow,
  type CohortState,
  cohortMomentColumns,
  isCohortStateSql,
  toCohortMoment,
} from './cohort/index.ts';
import { attemptMade, sealedAttempt } from './declarations.ts';
import { type FacesTable, toReferenceFace } from './faces-store.ts';
import type { AttemptSecrets, NewAttempt, ReferenceFace } from './types.ts';

/*
 * The queries of an authentication: one before the photo is analysed, one after, both planned once for each
 * connection. Each includes the face lock, so that the lock needs no statement of its own.
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
 * SQL for the moment until which a person is locked, or null. Its parameters are those of `lockValues`. Attempts before
 * `lockFrom` can lock nobody any more; without this limit every month would be asked.
 */
function lockedUntil(person: string): string {
  return `(select max(newest.created_at) + :lockSeconds::float8 * interval '1 second'
    from (select created_at, is_match from attempts where person_id = ${person} and id >= :lockFrom::text
      order by id desc limit :lockFailures::int) as newest
    having count(*) = :lockFailures::int and count(*) > 0 and not bool_or(newest.is_match)
      and max(newest.created_at) - min(newest.created_at) <= :lockWindow::float8 * interval '1 second'
      and max(newest.created_at) + :lockSeconds::float8 * interval '1 second' > :now::timestamptz)`;
}

const neverLocked: LockRule = { afterFailures: 0, windowSeconds: 0, lockSeconds: 0 };

function lockValues(
  { afterFailures, windowSeconds, lockSeconds }: LockRule = neverLocked,
  now: Date,
): NamedValues {
  const lockFrom = firstIdAt(
    attemptIdKind,
    Math.max(0, now.getTime() - (windowSeconds + lockSeconds) * 1_000),
  );
  return { lockFailures: afterFailures, lockWindow: windowSeconds, lockSeconds, lockFrom, now };
}

const selectLock = planNamed<{ readonly until: Date | null }>(
  `select ${lockedUntil(':personId::text')} as until`,
);

/** Until when a person may not be authenticated, or undefined. A match ends the row of failures. */
export async function findFaceLock(
  db: Db,
  personId: string,
  rule: LockRule | undefined,
  now: Date,
): Promise<Date | undefined> {
  const [row] = await selectLock(db, { personId, ...lockValues(rule, now) });
  return row?.until ?? undefined;
}

type ReferenceRow = FacesTable &
  CohortMomentRow & {
    readonly locked_until: Date | null;
    readonly fingerprint_key_id: string | null;
    readonly fingerprint_wrapped_key: Uint8Array | null;
    readonly fingerprint_ciphertext: Uint8Array | null;
  };

const selectReferences = planNamed<ReferenceRow>(`
  select faces.id, faces.person_id, faces.image_id, faces.template_model, faces.key_id,
    faces.wrapped_key, faces.ciphertext, faces.quality, faces.legal_basis, faces.created_at,
    ${lockedUntil('person.id')} as locked_until, drawn.key_id as fingerprint_key_id,
    drawn.wrapped_key as fingerprint_wrapped_key, drawn.ciphertext as fingerprint_ciphertext,
    ${cohortMomentColumns}
  from ${selectPersonIdByCpfIndex(':cpfIndex::bytea')} as person join faces on faces.person_id = person.id
    left join face_fingerprints as drawn on drawn.id = faces.id and drawn.method = :fingerprintMethod::text
    cross join face_cohort
  order by faces.created_at desc, faces.id desc`);

export type References = {
  /** Newest first, their templates opened, with their fingerprints; empty when the CPF has none or is unknown. */
  readonly faces: readonly ReferenceFace[];
  /** Until when the person may not be authenticated. */
  readonly lockedUntil: Date | undefined;
  /** Undefined without faces. */
  readonly cohort: CohortMoment | undefined;
};

/** The reference photos of a CPF with their fingerprints of a method, and whether the face is locked. */
export async function findReferences(
  db: Db,
  cipher: RecordCipher,
  cpfIndex: Uint8Array,
  options: { readonly fingerprintMethod: string; readonly lock: LockRule | undefined; readonly now: Date },
): Promise<References> {
  const { fingerprintMethod, lock, now } = options;
  const rows = await selectReferences(db, { cpfIndex, fingerprintMethod, ...lockValues(lock, now) });
  return {
    faces: rows.map((row) => ({
      ...toReferenceFace(cipher, row),
      sealedFingerprint: findSealedColumns({
        key_id: row.fingerprint_key_id,
        wrapped_key: row.fingerprint_wrapped_key,
        ciphertext: row.fingerprint_ciphertext,
      }),
    })),
    lockedUntil: rows[0]?.locked_until ?? undefined,
    cohort: rows[0] && toCohortMoment(rows[0]),
  };
}

/** The photo of an attempt: the received photo's row, or the capture that holds it already. */
export type ReceivedPhoto =
  | { readonly kind: 'new'; readonly image: ImageRecord }
  | { readonly kind: 'capture'; readonly captureId: string; readonly imageId: string };

/** The outcome of storing an attempt. All but `stored`: nothing was written. */
export type AttemptStored =
  | {
      readonly kind: 'stored';
      /** True when its audit event was stored with it. */
      readonly isAudited: boolean;
    }
  /** Another attempt used the capture meanwhile. */
  | { readonly kind: 'capture-used' }
  /** Photos were sent at the same time, and others of them locked the face meanwhile. */
  | { readonly kind: 'locked'; readonly until: Date }
  /** The cohort has another state than the attempt was judged by. */
  | { readonly kind: 'cohort-moved' };

/** The cohort's state that an attempt was judged by, and the model of the compared templates. */
export type JudgedBy = { readonly state: CohortState; readonly templateModel: string };

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

type Columns = readonly (readonly [string, string])[];

/** An insert of one row from what stands behind `from`. Its parameters are those of `valuesOf`. */
function insertFrom(table: string, columns: Columns, from: string): string {
  const names = columns.map(([name]) => name).join(', ');
  const values = columns.map(([name, type]) => `:${table}_${name}::${type}`).join(', ');
  return `insert into ${table} (${names}) select ${values} ${from}`;
}

function valuesOf<Name extends string>(
  table: string,
  columns: readonly (readonly [Name, string])[],
  row: Readonly<Record<Name, unknown>>,
): NamedValues {
  return Object.fromEntries(columns.map(([name]) => [`${table}_${name}`, row[name]]));
}

type StoredRow = {
  readonly until: Date | null;
  readonly is_cohort_same: boolean;
  readonly is_stored: boolean;
};

const allowed = `locked as (select ${lockedUntil(':attempts_person_id::text')} as until),
  judged as (select ${isCohortStateSql} as is_cohort_same)`;
const isAllowed = '(select until from locked) is null and (select is_cohort_same from judged)';
const keyed = `keyed as (insert into attempt_idempotency_keys
    (client_id, idempotency_key, request_digest, attempt_id, created_at)
    select :attempts_client_id::text, :key::text, :digest::bytea, id, :attempts_created_at::timestamptz from made
    where :key::text is not null)`;
const announced = `announced as (${insertOutboxSql('from made')})`;
const counted = `counted as (${listToSumSql('from made')})`;
const outcome = 'select until, is_cohort_same, exists (select from made) as is_stored';
/*
 * Without its audit event the commit does not wait for the disk. No answer leaves before that event, whose commit comes
 * later in the same log and waits: it takes the attempt along. See docs/decisions/0015.
 */
const outcomeAlone = `${outcome}, set_config('synchronous_commit', 'off', true) from locked, judged`;

const withImage = `with ${allowed},
  image as (${insertImageSql(isAllowed)}),
  made as (${insertFrom('attempts', attemptColumns, `where ${isAllowed}`)} returning id),
  ${keyed}, ${announced}, ${counted}`;

const insertWithImage = planNamed<StoredRow>(`${withImage} ${outcomeAlone}`);

const insertWithImageAndEvent = planNamed<StoredRow>(
  `${withImage}, ${placedEventSql('made')} ${outcome} from locked, judged`,
);

const insertWithCapture = planNamed<StoredRow>(`with ${allowed},
  used as (update captures set used_at = :attempts_created_at::timestamptz
    where id = :captureId::text and used_at is null and ${isAllowed} returning id),
  made as (${insertFrom('attempts', attemptColumns, 'from used')} returning id),
  ${keyed}, ${announced}, ${counted} ${outcomeAlone}`);

export type InsertAttemptOptions = {
  readonly personId: string;
  readonly received: ReceivedPhoto;
  readonly lock: LockRule | undefined;
  readonly idempotency?: RequestIdentity | undefined;
  /** Stores the attempt only while this is the cohort's state for the model. */
  readonly cohort?: JudgedBy | undefined;
};

/**
 * Writes an attempt with its received photo's row, used capture, idempotency key, event and place in the list of
 * attempts to sum, in one statement. With `placed`, which counts for a new photo only, the statement also writes that
 * audit event. Without it, a crash of the database may lose the attempt until the next commit that waits for the disk:
 * the caller stores an audit event before it answers.
 *
 * Rejects with the database's unique violation when the idempotency key was used meanwhile, and with a foreign key
 * violation when the registered image is gone.
 *
 * See docs/decisions/0015.
 */
export async function insertAttempt(
  db: Db,
  cipher: RecordCipher,
  attempt: NewAttempt,
  options: InsertAttemptOptions & { readonly placed?: PlacedEvent },
): Promise<AttemptStored> {
  const { personId, received, idempotency, cohort, placed } = options;
  const { peopleId, sourceIp, device } = attempt;
  const secrets: AttemptSecrets = { peopleId, sourceIp, device };
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
    ...sealedAttempt.sealJson(cipher, attempt.id, secrets),
  };
  const values = {
    ...valuesOf('attempts', attemptColumns, row),
    ...lockValues(options.lock, attempt.createdAt),
    ...outboxValues(
      toOutboxEvent(attemptMade, { attemptId: attempt.id, personId }, { at: attempt.createdAt }),
    ),
    key: idempotency?.key,
    digest: idempotency?.digest,
    cohortVersion: cohort?.state.version,
    cohortModel: cohort?.templateModel,
    cohortRaise: cohort?.state.thresholdRaise,
  };
  const rows = await insertReceived(db, values, received, placed);
  const { until, is_cohort_same: isCohortSame, is_stored: isStored } = rows[0]!;
  if (until !== null) return { kind: 'locked', until };
  if (!isCohortSame) return { kind: 'cohort-moved' };
  if (!isStored) return { kind: 'capture-used' };
  return { kind: 'stored', isAudited: received.kind === 'new' && placed !== undefined };
}

function insertReceived(
  db: Db,
  values: NamedValues,
  received: ReceivedPhoto,
  placed: PlacedEvent | undefined,
): Promise<readonly StoredRow[]> {
  if (received.kind === 'capture') return insertWithCapture(db, { ...values, captureId: received.captureId });
  const ofPhoto = { ...values, ...imageValues(received.image) };
  return placed === undefined
    ? insertWithImage(db, ofPhoto)
    : insertWithImageAndEvent(db, { ...ofPhoto, ...placed.values });
}
