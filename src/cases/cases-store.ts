import { type Selectable, sql } from 'kysely';
import { type Db, fromRow, type ToRow, type Tx, toRow } from '../platform/db/index.ts';
import type { ReviewKind } from '../platform/reviews.ts';
import { CasesError } from './errors.ts';
import type { Case, CaseState } from './types.ts';

type CasesTable = ToRow<Omit<Case, 'subject'>> & {
  person_id: string | null;
  company_id: string | null;
  origin: string;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    cases: CasesTable;
    case_links: { case_id: string; other_id: string };
  }
}

export type NewCase = Pick<
  Case,
  'id' | 'kind' | 'priority' | 'subject' | 'attemptId' | 'executionId' | 'reasons' | 'dueAt' | 'openedAt'
> & {
  /** The occasion: while a case of that origin is not decided there is no second one. */
  readonly origin: string;
};

/** Writes a new case. False, with nothing written, while one of the same origin is not decided. */
export async function insertCase(tx: Tx, made: NewCase): Promise<boolean> {
  const { subject, ...own } = made;
  const row = await tx
    .insertInto('cases')
    .values({
      ...toRow(own),
      ...toRow(subject),
      state: 'open',
      is_escalated: false,
      revision: 1,
    })
    .onConflict((conflict) => conflict.column('origin').where('state', '<>', 'decided').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

const undecided = ['open', 'awaiting_confirmation', 'snoozed'] as const;

/** Reasons that a case keeps. */
export const mostReasons = 20;

/** Keeps cases of some origins that are not decided as they are until the transaction ends, locked by their ids. */
export async function lockOpenCases(tx: Tx, origins: readonly string[]): Promise<readonly Case[]> {
  const rows = await tx
    .selectFrom('cases')
    .selectAll()
    .where('origin', 'in', [...origins])
    .where('state', '<>', 'decided')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(toCase);
}

/** Marks a case whose reason went away, or takes the mark from it. Its revision goes up. */
export async function markReasonGone(tx: Tx, id: string, at: Date | null): Promise<void> {
  await tx
    .updateTable('cases')
    .set((eb) => ({ reason_gone_at: at, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/**
 * Adds reasons to the cases of some origins that are not decided, as many as a case keeps. Gives those that had not all
 * of them; their revision goes up. One that has as many as it keeps is given only while a proposal about it waits.
 */
export async function addReasons(
  tx: Tx,
  origins: readonly string[],
  reasons: readonly string[],
): Promise<readonly { readonly id: string; readonly state: Case['state'] }[]> {
  const { rows } = await sql<{ id: string; state: Case['state'] }>`
    update cases set revision = revision + 1, reasons = (
        select array_agg(reason order by place) from (
          select reason, min(place) as place from unnest(reasons || ${[...reasons]}::text[])
            with ordinality as given (reason, place) group by reason order by place limit ${mostReasons}) as kept)
     where origin = any(${[...origins]}::text[]) and state <> 'decided'
       and not reasons @> ${[...reasons]}::text[]
       and (cardinality(reasons) < ${mostReasons} or state = 'awaiting_confirmation')
    returning id, state`.execute(tx);
  return rows;
}

/** The kinds of all cases of a person or company, or of those that are not decided. By an index. */
export async function listKindsOfSubject(
  db: Db,
  subject: Case['subject'],
  { isUndecided = false }: { readonly isUndecided?: boolean } = {},
): Promise<readonly ReviewKind[]> {
  const rows = await db
    .selectFrom('cases')
    .select('kind')
    .distinct()
    .where((eb) =>
      'personId' in subject
        ? eb('person_id', '=', subject.personId)
        : eb('company_id', '=', subject.companyId),
    )
    .$if(isUndecided, (query) => query.where('state', '<>', 'decided'))
    .execute();
  return rows.map(({ kind }) => kind);
}

/** Rejects with `case_not_found`. */
export async function getCase(db: Db, id: string): Promise<Case> {
  const row = await db.selectFrom('cases').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new CasesError('case_not_found');
  return toCase(row);
}

/** The same, locked until the transaction ends, by their ids with another one that must be there as well. */
export async function lockCase(tx: Tx, id: string, otherId = id): Promise<Case> {
  const query = tx.selectFrom('cases').selectAll().where('id', 'in', [id, otherId]);
  const rows = await query.orderBy('id').forUpdate().execute();
  const row = rows.find((each) => each.id === id);
  const isWhole = otherId === id || rows.length === 2;
  if (row === undefined || !isWhole) throw new CasesError('case_not_found');
  return toCase(row);
}

/**
 * Claims the oldest open case that nobody has. Rows that another claim holds are passed over, so that two analysts never
 * get the same.
 */
export async function claimOldest(tx: Tx, accountId: string): Promise<Case | undefined> {
  const row = await tx
    .updateTable('cases')
    .set((eb) => ({ assignee_id: accountId, revision: eb('revision', '+', 1) }))
    .where('id', '=', (query) =>
      query
        .selectFrom('cases')
        .select('id')
        .where('state', '=', 'open')
        .where('assignee_id', 'is', null)
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
  return row && toCase(row);
}

/** The changes of a case. Absent members stay, and undefined clears. */
export type CaseChanges = Partial<
  Pick<Case, 'state' | 'assigneeId' | 'snoozedUntil' | 'isEscalated' | 'priority' | 'decidedAt'>
>;

/** Changes a case that is locked; its revision goes up. */
export async function updateCase(tx: Tx, id: string, changes: CaseChanges): Promise<void> {
  await tx
    .updateTable('cases')
    .set((eb) => ({ revision: eb('revision', '+', 1), ...toRow(changes) }))
    .where('id', '=', id)
    .execute();
}

/** The account that cases wait for: open ones that it has, and where it may decide proposals of others. */
export type WaitedFor = { readonly accountId: string; readonly mayDecide: boolean };

export type CaseFilter = {
  readonly state?: CaseState | undefined;
  readonly kind?: ReviewKind | undefined;
  /** An account; `none` for those that nobody has. */
  readonly assignee?: string | undefined;
  readonly subjectId?: string | undefined;
  readonly waitsFor?: WaitedFor | undefined;
  /** Those that are not decided and whose time was over before. */
  readonly dueBefore?: Date | undefined;
  readonly executionId?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
};

/** Cases, oldest first. */
export async function listCases(db: Db, filter: CaseFilter): Promise<readonly Case[]> {
  const { state, kind, assignee, subjectId, executionId, after } = filter;
  let query = db.selectFrom('cases').selectAll();
  if (state !== undefined) query = query.where('state', '=', state);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (assignee === 'none') query = query.where('assignee_id', 'is', null);
  else if (assignee !== undefined) query = query.where('assignee_id', '=', assignee);
  if (subjectId !== undefined) {
    query = query.where(subjectId.startsWith('per_') ? 'person_id' : 'company_id', '=', subjectId);
  }
  if (filter.waitsFor !== undefined) query = query.where(waitsFor(filter.waitsFor));
  if (filter.dueBefore !== undefined) {
    query = query.where('due_at', '<', filter.dueBefore).where('state', '<>', 'decided');
  }
  if (executionId !== undefined) query = query.where('execution_id', '=', executionId);
  if (after !== undefined) query = query.where('id', '>', after);
  return (await query.orderBy('id').limit(filter.limit).execute()).map(toCase);
}

function waitsFor({ accountId, mayDecide }: WaitedFor) {
  return sql<boolean>`(state = 'open' and assignee_id = ${accountId}
    or ${mayDecide}::boolean and state = 'awaiting_confirmation' and exists (
    select from case_decisions where case_id = cases.id and needs_confirmation and confirmed_by is null
      and withdrawn_at is null and proposed_by <> ${accountId}))`;
}

/** The number of cases that wait for an account, and of those the ones whose time is over. */
export async function countWaiting(
  db: Db,
  awaited: WaitedFor,
  now: Date,
): Promise<{ readonly count: number; readonly overdue: number }> {
  return await db
    .selectFrom('cases')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`(count(*) filter (where due_at < ${now}))::int`.as('overdue'),
    ])
    .where(waitsFor(awaited))
    .executeTakeFirstOrThrow();
}

/** The accounts that have cases which are not decided. */
export async function listAssignees(db: Db): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('cases')
    .select('assignee_id')
    .distinct()
    .where('state', 'in', undecided)
    .where('assignee_id', 'is not', null)
    .execute();
  return rows.map((row) => row.assignee_id!);
}

/** Takes the cases that are not decided from an account; gives their ids. */
export async function unassignCases(tx: Tx, accountId: string): Promise<readonly string[]> {
  const rows = await tx
    .updateTable('cases')
    .set((eb) => ({ assignee_id: null, revision: eb('revision', '+', 1) }))
    .where('assignee_id', '=', accountId)
    .where('state', 'in', undecided)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Wakes cases whose time to sleep is over; gives their ids. */
export async function wakeCases(db: Db, now: Date): Promise<readonly string[]> {
  const rows = await db
    .updateTable('cases')
    .set((eb) => ({ state: 'open', snoozed_until: null, revision: eb('revision', '+', 1) }))
    .where('state', '=', 'snoozed')
    .where('snoozed_until', '<=', now)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The number of cases that are not decided, by state. */
export async function countCases(
  db: Db,
): Promise<readonly { readonly state: CaseState; readonly count: number }[]> {
  return await db
    .selectFrom('cases')
    .select(['state', sql<number>`count(*)`.as('count')])
    .where('state', '<>', 'decided')
    .groupBy('state')
    .execute();
}

/** False when the two are linked already. */
export async function insertLink(tx: Tx, one: string, other: string): Promise<boolean> {
  const [first, second] = [one, other].sort() as [string, string];
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('case_links')
    .values({ case_id: first, other_id: second })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function listLinks(db: Db, id: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('case_links')
    .selectAll()
    .where((eb) => eb.or([eb('case_id', '=', id), eb('other_id', '=', id)]))
    .execute();
  return rows.map((row) => (row.case_id === id ? row.other_id : row.case_id)).sort();
}

function toCase(row: Selectable<CasesTable>): Case {
  const { person_id: personId, company_id: companyId, ...own } = row;
  return { ...fromRow(own, 'origin'), subject: personId === null ? { companyId: companyId! } : { personId } };
}
