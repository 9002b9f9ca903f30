import { defineExtensionPoint } from '../../platform/extension-points.ts';
import { listChanges } from '../merge-basic-data.ts';
import type { ProfileState } from '../profile-state.ts';
import type { ExecutionEnded, ProfilesDeps } from '../profiles-deps.ts';
import type { Answer } from './consult-sources.ts';
import type { Execution } from './execution.ts';

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
