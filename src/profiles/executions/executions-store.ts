import { type RawBuilder, type Selectable, sql } from 'kysely';
import {
  countRows,
  type Db,
  deleteRows,
  fromRow,
  planOnce,
  type ToRow,
  type Tx,
  toRow,
} from '../../platform/db/index.ts';
import type { RecordCipher, SealedColumns } from '../../platform/encryption/index.ts';
import { firstIdAt } from '../../platform/ids.ts';
import { executionIdKind, sealedExecution } from '../declarations.ts';
import type { ProfileStatus } from '../types.ts';
import type { Execution, ExecutionDetail, ExecutionSource } from './execution.ts';

type ExecutionsTable = ToRow<Omit<Execution, 'referenceId' | 'onboarding' | 'detail'>> &
  SealedColumns & { onboarding_depth: number; onboarding_waits: boolean };

type ExecutionIdempotencyKeysTable = {
  client_id: string;
  idempotency_key: string;
  request_digest: Uint8Array;
  execution_id: string;
  created_at: Date;
};

/** The sealed content of an execution. */
type SealedContent = ExecutionDetail & { readonly referenceId?: string | undefined };

declare module '../../platform/db/tables.ts' {
  interface Tables {
    executions: ExecutionsTable;
    execution_sources: ToRow<ExecutionSource> & { execution_id: string };
    execution_idempotency_keys: ExecutionIdempotencyKeysTable;
  }
}

/**
 * Writes a new execution. False, with nothing written, when its chain has one for the profile already: nobody is
 * onboarded twice.
 */
export async function insertExecution(tx: Tx, cipher: RecordCipher, execution: Execution): Promise<boolean> {
  const { id, profileId, subject, clientId, templateId, templateVersion, origin } = execution;
  const { parentId, rootId, rerunOf, createdAt, onboarding } = execution;
  const row = await tx
    .insertInto('executions')
    .values({
      ...toRow({ id, profileId, subject, clientId, templateId, templateVersion, origin }),
      ...toRow({ parentId, rootId, rerunOf, createdAt }),
      onboarding_depth: onboarding.depth,
      onboarding_waits: onboarding.waits,
      ...toProgress(cipher, execution),
    })
    .onConflict((conflict) => conflict.columns(['root_id', 'profile_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateExecution(tx: Tx, cipher: RecordCipher, execution: Execution): Promise<void> {
  await tx
    .updateTable('executions')
    .set(toProgress(cipher, execution))
    // The month that it lies in.
    .where('root_id', '=', execution.rootId)
    .where('id', '=', execution.id)
    .execute();
}

const dayMs = 86_400_000;
const longestMs = 31 * dayMs;
/** Clocks of processes may differ by as much. */
const skewMs = dayMs;

/**
 * The answer of `find` about an execution: asked first where its chain nearly always began, in the month before it or with
 * it, and only then everywhere. Executions lie in the month of their chain: see docs/decisions/0166.
 */
async function findInLikelyMonths<T>(
  id: string,
  find: (isThere: RawBuilder<boolean>) => Promise<T | undefined>,
): Promise<T | undefined> {
  const madeAt = Number.parseInt(id.slice(4, 16), 16);
  const [from, to] = [madeAt - longestMs, madeAt + skewMs].map((at) => firstIdAt(executionIdKind, at));
  return (
    (await find(sql<boolean>`root_id >= ${from} and root_id < ${to}`)) ?? (await find(sql<boolean>`true`))
  );
}

/**
 * Marks an execution as running and returns it; undefined when it does not exist or has ended. Also returns a running
 * execution, because its process may have been killed.
 */
export async function beginRun(
  db: Db,
  cipher: RecordCipher,
  id: string,
  now: Date,
): Promise<Execution | undefined> {
  const row = await findInLikelyMonths(id, (isThere) =>
    db
      .updateTable('executions')
      .set({ state: 'running', updated_at: now })
      .where(isThere)
      .where('id', '=', id)
      .where('completed_at', 'is', null)
      .returningAll()
      .executeTakeFirst(),
  );
  return row && toExecution(cipher, row);
}

/** An execution; undefined when there is none. */
export async function findExecution(
  db: Db,
  cipher: RecordCipher,
  id: string,
): Promise<Execution | undefined> {
  const row = await findInLikelyMonths(id, (isThere) =>
    db.selectFrom('executions').selectAll().where(isThere).where('id', '=', id).executeTakeFirst(),
  );
  return row && toExecution(cipher, row);
}

/** The query template that an execution ran; undefined when there is none of that id. */
export async function findTemplateOfExecution(db: Db, id: string): Promise<string | undefined> {
  const row = await findInLikelyMonths(id, (isThere) =>
    db.selectFrom('executions').select('template_id').where(isThere).where('id', '=', id).executeTakeFirst(),
  );
  return row?.template_id;
}

/** An execution, locked until the transaction ends. */
export async function lockExecution(
  tx: Tx,
  cipher: RecordCipher,
  id: string,
): Promise<Execution | undefined> {
  const row = await findInLikelyMonths(id, (isThere) =>
    tx
      .selectFrom('executions')
      .selectAll()
      .where(isThere)
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  );
  return row && toExecution(cipher, row);
}

/** The repetition of an execution that has not ended. */
export async function findOpenRerun(
  tx: Tx,
  { id, profileId }: Pick<Execution, 'id' | 'profileId'>,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('executions')
    .select('id')
    .where('profile_id', '=', profileId)
    .where('rerun_of', '=', id)
    .where('completed_at', 'is', null)
    .executeTakeFirst();
  return row?.id;
}

/** The executions about the same profile that were started next before and next after one. */
export async function findNeighbours(
  db: Db,
  { id, profileId }: Pick<Execution, 'id' | 'profileId'>,
): Promise<{ readonly previousId: string | undefined; readonly nextId: string | undefined }> {
  const find = (side: '<' | '>') =>
    db
      .selectFrom('executions')
      .select('id')
      .where('profile_id', '=', profileId)
      .where('id', side, id)
      .orderBy('id', side === '<' ? 'desc' : 'asc')
      .limit(1);
  const found = await db
    .selectNoFrom([find('<').as('previous'), find('>').as('next')])
    .executeTakeFirstOrThrow();
  return { previousId: found.previous ?? undefined, nextId: found.next ?? undefined };
}

/** True if an execution has ended; undefined when there is none. */
export async function findCompletion(db: Db, id: string): Promise<boolean | undefined> {
  const row = await findInLikelyMonths(id, (isThere) =>
    db.selectFrom('executions').select('completed_at').where(isThere).where('id', '=', id).executeTakeFirst(),
  );
  return row && row.completed_at !== null;
}

export async function getExecutionInChain(
  tx: Tx,
  rootId: string,
  profileId: string,
): Promise<{ readonly id: string }> {
  return await tx
    .selectFrom('executions')
    .select('id')
    .where('root_id', '=', rootId)
    .where('profile_id', '=', profileId)
    .executeTakeFirstOrThrow();
}

export async function countOpenChildren(db: Db, parentId: string): Promise<number> {
  return await countRows(
    db.selectFrom('executions').where('parent_id', '=', parentId).where('completed_at', 'is', null),
  );
}

/** The parent of an execution when it waits for its partners. */
export async function findWaitingParent(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('executions as child')
    .innerJoin('executions as parent', (join) =>
      join.onRef('parent.id', '=', 'child.parent_id').onRef('parent.root_id', '=', 'child.root_id'),
    )
    .select('parent.id')
    .where('child.id', '=', id)
    .where('parent.state', '=', 'onboarding')
    .executeTakeFirst();
  return row?.id;
}

export type ExecutionFilter = {
  readonly profileId: string | undefined;
  readonly status: ProfileStatus | undefined;
  /** The id of the last execution of the page before. */
  readonly after?: string | undefined;
  readonly limit: number;
};

/** By name: a planned statement must not change its columns when a migration adds one. */
const columns = [
  'id',
  'profile_id',
  'subject',
  'client_id',
  'template_id',
  'template_version',
  'origin',
  'status',
  'reason',
  'state',
  'parent_id',
  'root_id',
  'onboarding_depth',
  'onboarding_waits',
  'attempts',
  'next_attempt_at',
  'created_at',
  'updated_at',
  'completed_at',
  'key_id',
  'wrapped_key',
  'ciphertext',
  'rerun_of',
] as const;

/** Executions, newest first. Planned once for each connection: most of its time was the planning of every month. */
export async function findExecutions(
  db: Db,
  cipher: RecordCipher,
  filter: ExecutionFilter,
): Promise<readonly Execution[]> {
  let query = db.selectFrom('executions').select(columns);
  if (filter.profileId !== undefined) query = query.where('profile_id', '=', filter.profileId);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.after !== undefined) query = query.where('id', '<', filter.after);
  const list = query.orderBy('id', 'desc').limit(filter.limit);
  // One text for each choice of filters; an index of its own serves each, whatever the values.
  planOnce(list.compile().sql);
  const rows = await list.execute();
  return rows.map((row) => toExecution(cipher, row));
}

/**
 * Executions that nobody seems to be working on: taken up or added long ago, past the time they were to be tried
 * again, or waiting for partners that have all ended.
 */
export async function findStalledExecutions(
  db: Db,
  untouchedSince: Date,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('executions')
    .select('id')
    .where('completed_at', 'is', null)
    .where('updated_at', '<', untouchedSince)
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['queued', 'running']),
        eb.and([eb('state', '=', 'waiting'), eb('next_attempt_at', '<', untouchedSince)]),
        eb.and([
          eb('state', '=', 'onboarding'),
          eb.not(
            eb.exists(
              eb
                .selectFrom('executions as child')
                .select('child.id')
                .whereRef('child.root_id', '=', 'executions.root_id')
                .whereRef('child.parent_id', '=', 'executions.id')
                .where('child.completed_at', 'is', null),
            ),
          ),
        ]),
      ]),
    )
    .orderBy('updated_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Replaces what is recorded of the sources' answers to an execution. */
export async function writeExecutionSources(
  tx: Tx,
  executionId: string,
  sources: readonly ExecutionSource[],
): Promise<void> {
  if (sources.length === 0) return;
  await tx
    .insertInto('execution_sources')
    .values(
      sources.map(({ source, outcome, reason, consultedAt, isReused }) =>
        toRow({ executionId, source, outcome, reason, consultedAt, isReused }),
      ),
    )
    .onConflict((conflict) =>
      conflict.columns(['execution_id', 'source']).doUpdateSet((eb) => ({
        outcome: eb.ref('excluded.outcome'),
        reason: eb.ref('excluded.reason'),
        consulted_at: eb.ref('excluded.consulted_at'),
        is_reused: eb.ref('excluded.is_reused'),
      })),
    )
    .execute();
}

/** The answers of the sources to each of the executions. */
export async function findExecutionSources(
  db: Db,
  executionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ExecutionSource[]>> {
  const found = new Map<string, ExecutionSource[]>(executionIds.map((id) => [id, []]));
  if (executionIds.length === 0) return found;
  const rows = await db
    .selectFrom('execution_sources')
    .selectAll()
    .where('execution_id', 'in', [...executionIds])
    .orderBy('source')
    .execute();
  for (const row of rows) {
    found.get(row.execution_id)?.push(fromRow(row, 'execution_id'));
  }
  return found;
}

/** Keeps which execution an idempotency key led to; rejects with the unique violation when it led to one before. */
export async function insertIdempotencyKey(tx: Tx, row: ExecutionIdempotencyKeysTable): Promise<void> {
  await tx.insertInto('execution_idempotency_keys').values(row).execute();
}

/** The execution that a client's idempotency key led to, and the digest of what was asked. */
export async function findIdempotencyKey(
  db: Db,
  clientId: string,
  key: string,
): Promise<{ readonly executionId: string; readonly requestDigest: Uint8Array } | undefined> {
  const row = await db
    .selectFrom('execution_idempotency_keys')
    .select(['execution_id', 'request_digest'])
    .where('client_id', '=', clientId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  return row && { executionId: row.execution_id, requestDigest: row.request_digest };
}

/** Forgets idempotency keys made before a moment; the executions stay. Gives how many. */
export async function deleteExecutionKeys(db: Db, madeBefore: Date): Promise<number> {
  return await deleteRows(db.deleteFrom('execution_idempotency_keys').where('created_at', '<', madeBefore));
}

function toProgress(cipher: RecordCipher, execution: Execution) {
  const { referenceId, status, reason, state, attempts, nextAttemptAt, updatedAt, completedAt } = execution;
  const content: SealedContent = { ...execution.detail, referenceId };
  return {
    ...toRow({ status, reason, state, attempts, nextAttemptAt, updatedAt, completedAt }),
    ...sealedExecution.sealJson(cipher, execution.id, content),
  };
}

function toExecution(cipher: RecordCipher, row: Selectable<ExecutionsTable>): Execution {
  const { referenceId, ...detail } = sealedExecution.openJson<SealedContent>(cipher, row.id, row);
  const { onboarding_depth: depth, onboarding_waits: waits, ...own } = row;
  return { ...fromRow(own), referenceId, onboarding: { depth, waits }, detail };
}
