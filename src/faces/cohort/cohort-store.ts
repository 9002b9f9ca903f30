import { sql } from 'kysely';
import { countRows, type Db, planNamed, type Tx } from '../../platform/db/index.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    face_cohort_members: { person_id: string; face_id: string; template_model: string };
    face_cohort: { is_the_one: boolean; version: number };
    face_threshold_raises: { template_model: string; raise: number };
  }
}

/** The cohort's version and what the deployment adds to the score threshold of a model. */
export type CohortState = { readonly version: number; readonly thresholdRaise: number };

const selectState = planNamed<{ readonly version: number; readonly raise: number | null }>(`
  select face_cohort.version, raised.raise
  from face_cohort left join face_threshold_raises as raised on raised.template_model = :templateModel::text`);

export async function readCohortState(db: Db, templateModel: string): Promise<CohortState> {
  const [row] = await selectState(db, { templateModel });
  if (row === undefined) throw new TypeError('the database has no cohort');
  return { version: Number(row.version), thresholdRaise: row.raise ?? 0 };
}

/** True for a template of a model, and for one of two networks that has that of the model as a part. */
function hasTemplateOf(column: string, templateModel: string) {
  return sql<boolean>`${templateModel} = any(string_to_array(${sql.ref(column)}, '&') || ${sql.ref(column)})`;
}

export type CohortMoment = {
  readonly version: number;
  readonly thresholdRaises: Readonly<Record<string, number>>;
};

/** The columns of a `CohortMoment`, for a statement that reads `face_cohort` along with other things. */
export const cohortMomentColumns = `face_cohort.version as cohort_version,
  (select jsonb_object_agg(template_model, raise) from face_threshold_raises) as cohort_raises`;

export type CohortMomentRow = {
  readonly cohort_version: number;
  readonly cohort_raises: Readonly<Record<string, number>> | null;
};

/** The moment of a row with `cohortMomentColumns`. */
export function toCohortMoment(row: CohortMomentRow): CohortMoment {
  return { version: Number(row.cohort_version), thresholdRaises: row.cohort_raises ?? {} };
}

export function cohortStateOf(moment: CohortMoment, templateModel: string): CohortState {
  return { version: moment.version, thresholdRaise: moment.thresholdRaises[templateModel] ?? 0 };
}

/**
 * SQL that is true while a model's state is the one of the parameters `cohortVersion`, `cohortModel` and `cohortRaise`,
 * and always without a version.
 */
export const isCohortStateSql = `(:cohortVersion::bigint is null or exists (
    select from face_cohort where version = :cohortVersion::bigint and coalesce(
      (select raise from face_threshold_raises where template_model = :cohortModel::text), 0) = :cohortRaise::float8))`;

/**
 * The members with templates of a model, whole or as a part, and the version they are of: one statement, so one
 * snapshot.
 */
export async function listCohortMembers(
  db: Db,
  templateModel: string,
): Promise<{
  readonly version: number;
  readonly members: readonly { readonly faceId: string; readonly personId: string }[];
}> {
  const rows = await db
    .selectFrom('face_cohort')
    .leftJoin('face_cohort_members as member', (join) =>
      join.on(hasTemplateOf('member.template_model', templateModel)),
    )
    .select(['face_cohort.version', 'member.face_id', 'member.person_id'])
    .orderBy('member.face_id')
    .execute();
  return {
    version: Number(rows[0]!.version),
    members: rows.flatMap(({ face_id: faceId, person_id: personId }) =>
      faceId === null || personId === null ? [] : [{ faceId, personId }],
    ),
  };
}

export async function countCohortMembers(db: Db, templateModel: string): Promise<number> {
  return await countRows(
    db.selectFrom('face_cohort_members').where(hasTemplateOf('template_model', templateModel)),
  );
}

/** Adds a person by a face while there is room. Nothing happens when the person is in it. */
export async function joinCohort(
  tx: Tx,
  face: { readonly id: string; readonly personId: string; readonly templateModel: string },
  mostPeople: number,
): Promise<void> {
  await sql`
    insert into face_cohort_members (person_id, face_id, template_model)
    select ${face.personId}, ${face.id}, ${face.templateModel}
    where (select count(*) from face_cohort_members) < ${mostPeople}
    on conflict do nothing`.execute(tx);
}

/**
 * Sets the members to the people with the lowest hashes of their ids, each with the oldest face that has a template
 * of one of the models, whole or as a part. A member with another such face keeps it. Writes only differences and counts
 * one version for each.
 */
export async function drawCohort(
  tx: Tx,
  templateModels: readonly string[],
  mostPeople: number,
): Promise<void> {
  // Not the row of the version: whoever removes a member locks that one last.
  await sql`select pg_advisory_xact_lock(hashtextextended('face_cohort', 0))`.execute(tx);
  const isComparable = (column: string) =>
    sql.join(
      templateModels.map((templateModel) => hasTemplateOf(column, templateModel)),
      sql` or `,
    );
  const wanted = sql`
    select person_id, min(id) as face_id from faces where ${isComparable('template_model')}
    group by person_id order by sha256(convert_to(person_id, 'UTF8')) limit ${mostPeople}`;
  await sql`
    delete from face_cohort_members member
    where not (${isComparable('member.template_model')})
      or member.person_id not in (select person_id from (${wanted}) as wanted)`.execute(tx);
  await sql`
    insert into face_cohort_members (person_id, face_id, template_model)
    select wanted.person_id, wanted.face_id, faces.template_model
    from (${wanted}) as wanted join faces on faces.id = wanted.face_id
    on conflict do nothing`.execute(tx);
}
