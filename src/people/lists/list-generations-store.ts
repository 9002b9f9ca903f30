import { type Db, fromRow, jsonb, type ToRow, type Tx } from '../../platform/db/index.ts';
import type { ListName } from '../list-entry.ts';
import type { FaultCounts } from '../rows/refused-rows-store.ts';

/** `previous`: out of service, and kept for a rollback. `withdrawn`: taken back by one. */
export type ListGenerationState = 'loading' | 'current' | 'previous' | 'replaced' | 'withdrawn' | 'failed';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    person_list_generations: ToRow<Omit<ListGeneration, 'id' | 'entries'>> & {
      id: import('kysely').Generated<number>;
      entry_count: number | null;
      replaced_by: number | null;
    };
  }
}

/** One import of a public list and its result. */
export type ListGeneration = {
  readonly id: number;
  readonly list: ListName;
  /** Year and state of an election; empty for the other lists. */
  readonly edition: string;
  readonly state: ListGenerationState;
  readonly listDate: string | undefined;
  readonly startedAt: Date;
  readonly finishedAt: Date | undefined;
  readonly entries: number | undefined;
  readonly refusedRows: FaultCounts | undefined;
  readonly failure: string | undefined;
};

/** Generations, the newest first; those that count, or all. */
export async function listListGenerations(
  db: Db | Tx,
  which: { readonly state?: ListGenerationState } = {},
): Promise<readonly ListGeneration[]> {
  const rows = await db
    .selectFrom('person_list_generations')
    .selectAll()
    .where((eb) => (which.state === undefined ? eb.val(true) : eb('state', '=', which.state)))
    .orderBy('id', 'desc')
    .limit(500)
    .execute();
  return rows.map(({ entry_count: entries, ...row }) => ({
    ...fromRow(row, 'replaced_by'),
    entries: entries ?? undefined,
  }));
}

export async function insertListGeneration(
  db: Db,
  values: { readonly list: ListName; readonly now: Date },
): Promise<number> {
  const row = await db
    .insertInto('person_list_generations')
    .values({ list: values.list, edition: '', state: 'loading', list_date: null, started_at: values.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Writes down how an import ended. False, with nothing written, when it has ended already. */
export async function finishListGeneration(
  db: Db | Tx,
  id: number,
  values: Pick<ListGeneration, 'state'> &
    Partial<Pick<ListGeneration, 'edition' | 'listDate' | 'entries' | 'refusedRows' | 'failure'>> & {
      readonly now: Date;
    },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('person_list_generations')
    .set({
      state: values.state,
      finished_at: values.now,
      failure: values.failure ?? null,
      ...(values.edition !== undefined && { edition: values.edition }),
      ...(values.listDate !== undefined && { list_date: values.listDate }),
      ...(values.entries !== undefined && { entry_count: values.entries }),
      ...(values.refusedRows && { refused_rows: jsonb(values.refusedRows) }),
    })
    .where('id', '=', id)
    // The answer to the commit that put it in service can have been lost.
    .where('state', '=', 'loading')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Takes generations out of service and keeps them for a rollback of the one that replaces them. Those that were kept
 * before are given up. In the transaction that puts another in their place: nobody sees a list twice, or not at all.
 */
export async function replaceListGenerations(
  tx: Tx,
  replacement: {
    readonly list: ListName;
    readonly edition: string;
    readonly ids: readonly number[];
    readonly by: number;
  },
): Promise<void> {
  const { list, edition, ids, by } = replacement;
  await tx
    .updateTable('person_list_generations')
    .set({ state: 'replaced' })
    .where('state', '=', 'previous')
    .where('list', '=', list)
    .where((eb) =>
      eb.or([eb('edition', '=', edition), ...(ids.length === 0 ? [] : [eb('replaced_by', 'in', [...ids])])]),
    )
    .execute();
  if (ids.length === 0) return;
  await tx
    .updateTable('person_list_generations')
    .set({ state: 'previous', replaced_by: by })
    .where('id', 'in', [...ids])
    .execute();
}

/**
 * Puts the generations that the current one of an edition replaced in service again and withdraws that one. Gives
 * the ids of those in service again: none, and nothing changes, when none are kept.
 */
export async function restoreListGenerations(
  tx: Tx,
  { list, edition, now }: { readonly list: ListName; readonly edition: string; readonly now: Date },
): Promise<readonly number[]> {
  const current = await tx
    .selectFrom('person_list_generations')
    .select('id')
    .where('list', '=', list)
    .where('edition', '=', edition)
    .where('state', '=', 'current')
    .executeTakeFirst();
  if (current === undefined) return [];
  const kept = await tx
    .selectFrom('person_list_generations')
    .select('id')
    .where('state', '=', 'previous')
    .where('replaced_by', '=', current.id)
    .execute();
  if (kept.length === 0) return [];
  await tx
    .updateTable('person_list_generations')
    .set({ state: 'withdrawn', finished_at: now })
    .where('id', '=', current.id)
    .execute();
  const ids = kept.map(({ id }) => id);
  await tx
    .updateTable('person_list_generations')
    .set({ state: 'current', replaced_by: null })
    .where('id', 'in', ids)
    .execute();
  return ids;
}

/** Generations that cannot come into service any more and still have entries, after a process was cut short. */
export async function listSpentGenerations(db: Db): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('person_list_generations as generations')
    .select('generations.id')
    .where('generations.state', 'in', ['replaced', 'withdrawn', 'failed'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('person_list_entries')
          .select('id')
          .whereRef('person_list_entries.generation', '=', 'generations.id'),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}
