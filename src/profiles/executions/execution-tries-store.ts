import { sql } from 'kysely';
import { type Db, fromRow, jsonb, type ToRow, type Tx } from '../../platform/db/index.ts';
import type { Execution, ExecutionState } from './execution.ts';

type TryFault = {
  readonly source: string;
  /** Code, such as `source_timeout`. */
  readonly reason: string;
};

/** A run of an execution in which a source could not be asked, or one after it. */
export type ExecutionTry = {
  /** From 1. */
  readonly number: number;
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** The state that it left the execution in. */
  readonly state: ExecutionState;
  readonly nextAttemptAt: Date | undefined;
  /** The sources that could not be asked. */
  readonly faults: readonly TryFault[];
};

declare module '../../platform/db/tables.ts' {
  interface Tables {
    execution_tries: ToRow<Omit<ExecutionTry, 'number'>> & { execution_id: string; try: number };
  }
}

/** Keeps a run. In the transaction that holds the execution, so that numbers follow each other. */
export async function insertExecutionTry(
  tx: Tx,
  execution: Pick<Execution, 'id' | 'state' | 'nextAttemptAt'>,
  run: Pick<ExecutionTry, 'startedAt' | 'endedAt' | 'faults'>,
): Promise<void> {
  await sql`
    insert into execution_tries (execution_id, try, started_at, ended_at, state, next_attempt_at, faults)
    select ${execution.id}, coalesce(max(try), 0) + 1, ${run.startedAt}::timestamptz, ${run.endedAt}::timestamptz,
           ${execution.state}, ${execution.nextAttemptAt ?? null}::timestamptz, ${jsonb(run.faults)}
      from execution_tries where execution_id = ${execution.id}`.execute(tx);
}

/** The kept runs of an execution, in their order. */
export async function findExecutionTries(db: Db, executionId: string): Promise<readonly ExecutionTry[]> {
  const rows = await db
    .selectFrom('execution_tries')
    .selectAll()
    .where('execution_id', '=', executionId)
    .orderBy('try')
    .execute();
  return rows.map(({ try: number, ...row }) => ({ ...fromRow(row, 'execution_id'), number }));
}
