import type { JobOutcome } from '../../platform/jobs/index.ts';
import { findCompaniesOfChild, findCompaniesOfPartner } from '../onboarding-store.ts';
import type { ProfilesDeps } from '../profiles-deps.ts';
import { rewriteCompanies } from '../rewrite-companies.ts';
import { countOpenChildren, findWaitingParent } from './executions-store.ts';
import { runExecutionJob } from './job-names.ts';

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
    ? await findCompaniesOfPartner(deps.db, job.profileId)
    : await findCompaniesOfChild(deps.db, job.executionId);
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
