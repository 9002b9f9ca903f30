import type { Job, JobOutcome } from '../../platform/jobs/index.ts';
import { findCompaniesOf } from '../onboarding-store.ts';
import type { ProfilesDeps } from '../profiles-deps.ts';
import { lockProfile } from '../profiles-store.ts';
import { findTemplateVersion } from '../query-templates/query-templates-store.ts';
import { decideOutside } from '../rules/rules-engine.ts';
import { loadSubject, rewriteCompanies } from '../write-profile.ts';
import { consultSources, hasOtherEdition } from './consult-sources.ts';
import { runExecutionJob } from './execution.ts';
import { beginRun, countOpenChildren, findWaitingParent, lockExecution } from './executions-store.ts';
import { finishRun } from './finish-run.ts';

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
  const template = (await findTemplateVersion(db, execution.templateId, execution.templateVersion))!;
  const interrupted = { outcome: 'failed', retryable: true, reason: 'interrupted' } as const;

  /** Undefined if a list got another edition while sources were asked, where `mayRepeat`. */
  const run = async (mayRepeat: boolean): Promise<JobOutcome | undefined> => {
    const answers = await consultSources(deps, { execution, template, subject, signal, db });
    if (signal.aborted) return interrupted;
    return await decideOutside(deps.rules, (decide) =>
      db.transaction().execute(async (tx) => {
        if (!(await holdIn(tx))) return interrupted;
        const profile = await lockProfile(tx, cipher, execution.profileId);
        const current = await lockExecution(tx, cipher, executionId);
        if (profile === undefined || current === undefined || current.completedAt !== undefined) {
          return { outcome: 'done' };
        }
        // The rescreening leaves a profile out that has such an execution under way.
        if (mayRepeat && (await hasOtherEdition(deps, subject, answers, tx))) return undefined;
        const now = deps.clock.now();
        await finishRun(tx, deps, { subject, template, answers, execution: current, profile, decide, now });
        return { outcome: 'done' };
      }),
    );
  };
  return (await run(true)) ?? (await run(false))!;
}

/** An execution that has ended or has changed its profile's status, for those who show either. */
export type SettledProfile = {
  readonly profileId: string;
  readonly executionId: string;
  /** True if the profile's status changed. */
  readonly hasChanged: boolean;
};

/**
 * Brings companies up to date: all that show the profile as a partner when its status has changed, else those that
 * show the execution. Goes on with the one that waited for it when it was the last. May be done twice.
 */
export async function settleProfile(
  deps: ProfilesDeps,
  job: SettledProfile,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const companyIds = job.hasChanged
    ? await findCompaniesOf(deps.db, 'profile_id', job.profileId)
    : await findCompaniesOf(deps.db, 'child_id', job.executionId);
  for (const companyId of companyIds) {
    if (signal.aborted) return { outcome: 'failed', retryable: true, reason: 'interrupted' };
    await rewriteCompanies(deps, [companyId]);
  }
  const parentId = await findWaitingParent(deps.db, job.executionId);
  if (parentId !== undefined && (await countOpenChildren(deps.db, parentId)) === 0) {
    await deps.jobs.enqueue(runExecutionJob, { executionId: parentId }, { key: parentId });
  }
  return { outcome: 'done' };
}
