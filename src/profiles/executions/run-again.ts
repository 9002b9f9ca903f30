import type { Tx } from '../../platform/db/index.ts';
import { ProfileError } from '../errors.ts';
import type { ProfilesDeps } from '../profiles-deps.ts';
import { lockProfile } from '../profiles-store.ts';
import { showExecution, toShown, writeProfile } from '../write-profile.ts';
import type { Execution } from './execution.ts';
import { findExecution, findOpenRerun, insertExecution } from './executions-store.ts';
import { runExecutionJob } from './job-names.ts';
import { loadSubject } from './load-subject.ts';
import { chooseQueryTemplate, newExecution } from './start-execution.ts';

/**
 * A new execution that asks the same about the same subject as an earlier one, by the template as it is now. The earlier
 * one stays as it ended. Answers young enough for the template are used again, as always.
 *
 * Rejects with `execution_not_found`, `execution_under_way` (the earlier one, or another repetition of it), and
 * `query_template_not_found` when the template is gone.
 */
export async function runAgain(
  deps: ProfilesDeps,
  { id, clientId }: { readonly id: string; readonly clientId: string },
): Promise<Execution> {
  const earlier = await findExecution(deps.db, deps.cipher, id);
  if (earlier === undefined) throw new ProfileError('execution_not_found');
  const execution = await deps.db.transaction().execute((tx) => start(tx, deps, earlier, clientId));
  deps.jobs.wake(runExecutionJob);
  return execution;
}

async function start(tx: Tx, deps: ProfilesDeps, earlier: Execution, clientId: string): Promise<Execution> {
  const now = deps.clock.now();
  const subject = await loadSubject(tx, deps, earlier.profileId);
  const profile = await lockProfile(tx, deps.cipher, earlier.profileId);
  if (subject === undefined || profile === undefined) throw new ProfileError('execution_not_found');
  if (earlier.completedAt === undefined || (await findOpenRerun(tx, earlier)) !== undefined) {
    throw new ProfileError('execution_under_way');
  }
  const template = await chooseQueryTemplate(tx, subject.kind, earlier.templateId);
  const { attributes, metadata } = earlier.detail;
  const { referenceId, id: rerunOf } = earlier;
  const asked = { origin: 'API', clientId, attributes, metadata, referenceId, rerunOf } as const;
  const execution = newExecution(subject, template, asked, now);
  await insertExecution(tx, deps.cipher, execution);
  const state = showExecution(profile.state, toShown(execution), deps.limits.shownExecutions);
  await writeProfile(tx, deps, profile, { subject, status: profile.status, state }, now);
  await deps.jobs.enqueueIn(tx, runExecutionJob, { executionId: execution.id }, { key: execution.id });
  return execution;
}
