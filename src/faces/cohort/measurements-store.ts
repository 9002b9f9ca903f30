import type { Generated } from 'kysely';
import { type Db, jsonb, type ToRow, type Tx, toRow } from '../../platform/db/index.ts';
import { findSealedColumns, type RecordCipher } from '../../platform/encryption/index.ts';
import { sealedAttempt } from '../declarations.ts';
import type { AttemptSecrets, Device } from '../types.ts';

/** The pairs of different people of one client, and those that match. */
type ClientFalseMatches = FalseMatchCounts & { readonly clientId: string };

/** The same of people whose newest attempt came from one kind of device: manufacturer and model, or operating system. */
type DeviceFalseMatches = FalseMatchCounts & { readonly device: string };

type FalseMatchCounts = { readonly people: number; readonly pairs: number; readonly matches: number };

/** The false match rate that a deployment really has: its registered people compared with each other. */
export type FalseMatchMeasurement = {
  readonly at: Date;
  readonly templateModel: string;
  readonly people: number;
  /** Pairs of different people, possible duplicates not among them. */
  readonly pairs: number;
  readonly matches: number;
  /** Pairs so alike that both may be one person under two CPFs. */
  readonly possibleDuplicates: number;
  readonly promised: number;
  readonly scoreThreshold: number;
  /** Counts of scores in steps of 0.05 from -1 on. */
  readonly histogram: readonly number[];
  /** By the client of each person's newest attempt, where it has enough people. */
  readonly byClient: readonly ClientFalseMatches[];
  /** By its device, where enough people have the same kind. */
  readonly byDevice: readonly DeviceFalseMatches[];
};

export type MeasurementOutcome = {
  /** Undefined with too few people. */
  readonly measurement: FalseMatchMeasurement | undefined;
  /** The share that matched, and its interval. */
  readonly rate: { readonly share: number; readonly low: number; readonly high: number } | undefined;
  readonly warnings: readonly FalseMatchWarning[];
  /** Added to the calibrated score threshold from now on. */
  readonly thresholdRaise: number;
};

/**
 * `above_promise`: even the low end of the interval is above the promised rate. `drift`: the interval lies above that of
 * the measurement before.
 */
export type FalseMatchWarning = 'above_promise' | 'drift';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    face_measurements: ToRow<FalseMatchMeasurement> & { id: Generated<number> };
  }
}

/** Keeps a measurement, and of the older ones the newest that many. */
export async function keepMeasurement(
  tx: Tx,
  measurement: FalseMatchMeasurement,
  keptMeasurements: number,
): Promise<void> {
  const { id } = await tx
    .insertInto('face_measurements')
    .values({
      ...toRow(measurement),
      histogram: jsonb(measurement.histogram),
      by_client: jsonb(measurement.byClient),
      by_device: jsonb(measurement.byDevice),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .deleteFrom('face_measurements')
    .where('id', '<=', Number(id) - keptMeasurements)
    .execute();
}

export async function findLastMeasurement(
  db: Db,
  templateModel: string,
): Promise<Pick<FalseMatchMeasurement, 'pairs' | 'matches'> | undefined> {
  return await db
    .selectFrom('face_measurements')
    .select(['pairs', 'matches'])
    .where('template_model', '=', templateModel)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The origin of an attempt. `device` is undefined where the client named none, or where it is erased. */
export type AttemptOrigin = { readonly clientId: string; readonly device: string | undefined };

/** The origin of each person's newest attempt. People without an attempt are left out. */
export async function findLastOrigins(
  db: Db,
  cipher: RecordCipher,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, AttemptOrigin>> {
  if (personIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('attempts')
    .distinctOn('person_id')
    .select(['person_id', 'client_id', 'id', 'key_id', 'wrapped_key', 'ciphertext'])
    .where('person_id', 'in', personIds)
    .orderBy('person_id')
    .orderBy('id', 'desc')
    .execute();
  return new Map(
    rows.map((row) => {
      const columns = findSealedColumns(row);
      const secrets = columns && sealedAttempt.openJson<AttemptSecrets>(cipher, row.id, columns);
      return [row.person_id, { clientId: row.client_id, device: nameOf(secrets?.device) }];
    }),
  );
}

const longestDeviceName = 100;

/** The kind of a device: never its fingerprint, which would name one person's. */
function nameOf(device: Device | undefined): string | undefined {
  if (device === undefined) return undefined;
  const { manufacturer, model, operatingSystem } = device;
  const kind = model === undefined ? operatingSystem : [manufacturer, model].filter(Boolean).join(' ');
  return kind?.slice(0, longestDeviceName);
}

/** Raises what is added to the score threshold of a model, and gives what it was. Never lowers it. */
export async function raiseThreshold(tx: Tx, templateModel: string, raise: number): Promise<number> {
  const before = await lockThreshold(tx, templateModel);
  if (raise > before) await setThreshold(tx, templateModel, raise);
  return before;
}

/** Lowers what is added to the score threshold of a model, and gives what it was. Never raises it. */
export async function lowerThreshold(tx: Tx, templateModel: string, raise: number): Promise<number> {
  const before = await lockThreshold(tx, templateModel);
  if (raise < before) await setThreshold(tx, templateModel, raise);
  return before;
}

async function setThreshold(tx: Tx, templateModel: string, raise: number): Promise<void> {
  await tx
    .updateTable('face_threshold_raises')
    .set({ raise })
    .where('template_model', '=', templateModel)
    .execute();
}

async function lockThreshold(tx: Tx, templateModel: string): Promise<number> {
  await tx
    .insertInto('face_threshold_raises')
    .values({ template_model: templateModel, raise: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { raise } = await tx
    .selectFrom('face_threshold_raises')
    .select('raise')
    .where('template_model', '=', templateModel)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return raise;
}
