import { insertExecution } from '../executions/executions-store.ts';
import { runExecutionJob } from '../executions/job-names.ts';
import { newExecution } from '../executions/start-execution.ts';
import type { ProfilesDeps } from '../profiles-deps.ts';
import { lockProfile } from '../profiles-store.ts';
import { findDefaultQueryTemplate, findQueryTemplate } from '../query-templates/query-templates-store.ts';
import type { JsonObject, Subject } from '../types.ts';
import { showExecution, toShown, writeProfile } from '../write-profile.ts';

/**
 * Starts an execution on a known profile because data of ours have changed, with the attributes of an earlier one. Its
 * template's present version, or the default one where it is gone. Partners are not onboarded again. False for a
 * profile that is gone.
 */
export async function startImportExecution(
  deps: Pick<ProfilesDeps, 'db' | 'cipher' | 'clock' | 'jobs' | 'limits'>,
  request: {
    readonly subject: Subject;
    readonly templateId: string | undefined;
    readonly attributes: JsonObject;
  },
): Promise<boolean> {
  const { db, cipher, clock, limits } = deps;
  const { subject, templateId, attributes } = request;
  const isStarted = await db.transaction().execute(async (tx) => {
    const profile = await lockProfile(tx, cipher, subject.id);
    if (profile === undefined) return false;
    const earlier = templateId === undefined ? undefined : await findQueryTemplate(tx, templateId);
    const template = earlier ?? (await findDefaultQueryTemplate(tx, subject.kind));
    const now = clock.now();
    const execution = {
      ...newExecution(
        subject,
        template,
        { origin: 'IMPORT', clientId: undefined, attributes, metadata: undefined, referenceId: undefined },
        now,
      ),
      onboarding: { depth: 0, waits: false },
    };
    await insertExecution(tx, cipher, execution);
    const state = showExecution(profile.state, toShown(execution), limits.shownExecutions);
    await writeProfile(tx, cipher, profile, { subject, status: profile.status, state }, now);
    await deps.jobs.enqueueIn(tx, runExecutionJob, { executionId: execution.id }, { key: execution.id });
    return true;
  });
  if (isStarted) deps.jobs.wake(runExecutionJob);
  return isStarted;
}
