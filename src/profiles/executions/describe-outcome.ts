import type { Tx } from '../../platform/db/index.ts';
import { defineExtensionPoint } from '../../platform/extension-points.ts';
import { listChanges } from '../merge-basic-data.ts';
import type { ProfileState } from '../profile-state.ts';
import type { ProfilesDeps } from '../profiles-deps.ts';
import type { Answer } from './consult-sources.ts';
import type { Execution } from './execution.ts';

/**
 * Takes note of an execution that ended, in the transaction that ends it. `outcome` is a text that is the same for two
 * executions of one subject with the same status, reason, basic data and entries of lists; it is personal.
 */
export type ExecutionEnded = (tx: Tx, execution: Execution, outcome: string) => Promise<void>;

/** Modules that want to know of executions that ended. */
export const executionEndedPoint = defineExtensionPoint<ExecutionEnded>('execution ended');

/** The outcome of an execution; see `ExecutionEnded`. */
export function describeOutcome(
  { sources }: Pick<ProfilesDeps, 'sources'>,
  execution: Execution,
  fields: ProfileState['fields'],
  answers: readonly Answer[],
): string {
  const hits = answers.flatMap((answer) => {
    if (answer.outcome === 'unavailable' || answer.knowledge === undefined) return [];
    const found = sources.find(answer.source, execution.subject)?.hitsOf?.(answer.knowledge.data) ?? [];
    return found.map(({ key }) => `${answer.source} ${key}`);
  });
  const { status, reason } = execution;
  return JSON.stringify({ status, reason, fields: listChanges({}, fields), hits: hits.sort() });
}
