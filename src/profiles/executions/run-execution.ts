import type { Job, JobOutcome } from '../../platform/jobs/index.ts';
import type { ProfilesDeps } from '../profiles-deps.ts';
import { lockProfile } from '../profiles-store.ts';
import { getQueryTemplateVersion } from '../query-templates/query-templates-store.ts';
import { decideOutside } from '../rules/decide-outside.ts';
import { consultSources } from './consult-sources.ts';
import { beginRun, lockExecution } from './executions-store.ts';
import { finishRun } from './finish-run.ts';
import { loadSubject } from './load-subject.ts';

/**
 * Runs an execution to its end, or to where it must wait. May be called again at any point, by any process: what has
 * ended is left alone, and sources that have answered are not asked again. A run that stood still for so long that
 * another one took its place writes nothing more.
 */
export async function runExecution(
  deps: ProfilesDeps,
  executionId: string,
  { signal, holdIn }: Pick<Job, 'signal' | 'holdIn'>,
): Promise<JobOutcome> {
  const { db, cipher } = deps;
  const execution = await beginRun(db, cipher, executionId, deps.clock.now());
  if (execution === undefined) return { outcome: 'skipped', reason: 'ended' };
  const subject = await loadSubject(db, deps, execution.profileId);
  if (subject === undefined) return { outcome: 'skipped', reason: 'erased' };
  const template = await getQueryTemplateVersion(db, execution.templateId, execution.templateVersion);
  const answers = await consultSources(deps, { execution, template, subject, signal, db });
  const interrupted = { outcome: 'failed', retryable: true, reason: 'interrupted' } as const;
  if (signal.aborted) return interrupted;

  return await decideOutside(deps.rules, (decide) =>
    db.transaction().execute(async (tx) => {
      if (!(await holdIn(tx))) return interrupted;
      const profile = await lockProfile(tx, cipher, execution.profileId);
      const current = await lockExecution(tx, cipher, executionId);
      if (profile === undefined || current === undefined || current.completedAt !== undefined) {
        return { outcome: 'done' };
      }
      const now = deps.clock.now();
      await finishRun(tx, deps, { subject, template, answers, execution: current, profile, decide, now });
      return { outcome: 'done' };
    }),
  );
}
