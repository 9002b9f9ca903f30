import type { JobOutcome } from '../../platform/jobs/index.ts';
import { findCompaniesOfPartner } from '../onboarding-store.ts';
import type { ProfilesDeps } from '../profiles-deps.ts';
import { rewriteCompanies } from '../rewrite-companies.ts';
import { countOpenChildren, findWaitingParent } from './executions-store.ts';
import { runExecutionJob } from './job-names.ts';

/**
 * Brings the companies that show a profile as a partner up to date with it, and goes on with the one that waited for
 * it when it was the last. May be done twice.
 */
export async function settleProfile(
  deps: ProfilesDeps,
  job: { readonly profileId: string; readonly executionId: string },
  signal: AbortSignal,
): Promise<JobOutcome> {
  for (const companyId of await findCompaniesOfPartner(deps.db, job.profileId)) {
    if (signal.aborted) return { outcome: 'failed', retryable: true, reason: 'interrupted' };
    await rewriteCompanies(deps, [companyId]);
  }
  const parentId = await findWaitingParent(deps.db, job.executionId);
  if (parentId !== undefined && (await countOpenChildren(deps.db, parentId)) === 0) {
    await deps.jobs.enqueue(runExecutionJob, { executionId: parentId }, { key: parentId });
  }
  return { outcome: 'done' };
}
