import type { Generated } from 'kysely';
import { jsonb } from '../../platform/db/index.ts';
import type { Db, Tx } from '../../platform/db/types.ts';
import type { ClientFalseMatches, FalseMatchMeasurement } from './measurement.ts';

type FaceMeasurementsTable = {
  id: Generated<number>;
  at: Date;
  template_model: string;
  people: number;
  pairs: number;
  matches: number;
  possible_duplicates: number;
  promised: number;
  score_threshold: number;
  histogram: readonly number[];
  by_client: readonly ClientFalseMatches[];
};

declare module '../../platform/db/tables.ts' {
  interface Tables {
    face_measurements: FaceMeasurementsTable;
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
      at: measurement.at,
      template_model: measurement.templateModel,
      people: measurement.people,
      pairs: measurement.pairs,
      matches: measurement.matches,
      possible_duplicates: measurement.possibleDuplicates,
      promised: measurement.promised,
      score_threshold: measurement.scoreThreshold,
      histogram: jsonb(measurement.histogram),
      by_client: jsonb(measurement.byClient),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .deleteFrom('face_measurements')
    .where('id', '<=', Number(id) - keptMeasurements)
    .execute();
}

/** The newest measurement of a model. */
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

/** The client of each person's newest attempt. People without an attempt are left out. */
export async function findLastClients(
  db: Db,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (personIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('attempts')
    .distinctOn('person_id')
    .select(['person_id', 'client_id'])
    .where('person_id', 'in', personIds)
    .orderBy('person_id')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.person_id, row.client_id]));
}

/** Raises what is added to the score threshold, and gives what it was. Never lowers it. */
export async function raiseThreshold(tx: Tx, raise: number): Promise<number> {
  const before = await lockThreshold(tx);
  await tx
    .updateTable('face_cohort')
    .set({ threshold_raise: raise })
    .where('threshold_raise', '<', raise)
    .execute();
  return before;
}

/** Lowers what is added to the score threshold, and gives what it was. Never raises it. */
export async function lowerThreshold(tx: Tx, raise: number): Promise<number> {
  const before = await lockThreshold(tx);
  await tx
    .updateTable('face_cohort')
    .set({ threshold_raise: raise })
    .where('threshold_raise', '>', raise)
    .execute();
  return before;
}

async function lockThreshold(tx: Tx): Promise<number> {
  const { threshold_raise } = await tx
    .selectFrom('face_cohort')
    .select('threshold_raise')
    .forUpdate()
    .executeTakeFirstOrThrow();
  return threshold_raise;
}
