import type { ConfigOf } from '../platform/config/index.ts';
import type { Logger } from '../platform/log.ts';
import type { StartExecutionDeps } from './executions/start-execution.ts';
import { type ExecutionLimits, usualExecutionLimits } from './profiles-deps.ts';
import type { profilesSettings } from './settings.ts';
import { createSourceDesk } from './sources/source-desk.ts';
import type { Source } from './types.ts';

export type CreateProfilesOptions = Pick<
  StartExecutionDeps,
  | 'db'
  | 'cipher'
  | 'nameIndex'
  | 'clock'
  | 'jobs'
  | 'people'
  | 'companyIds'
  | 'faces'
  | 'registry'
  | 'requests'
  | 'rules'
  | 'requestReview'
  | 'noteGoneReviews'
  | 'awaitsSecondPerson'
  | 'onEnded'
  | 'isDataOld'
> & {
  readonly settings: ConfigOf<typeof profilesSettings>['executions'];
  /** Limits that differ from `usualExecutionLimits`. */
  readonly executionLimits?: Partial<ExecutionLimits> | undefined;
  readonly log: Logger;
  readonly sources: readonly Source[];
};

/** The parts that executions work with, over the given sources. */
export function createProfiles(options: CreateProfilesOptions): StartExecutionDeps {
  const { settings, executionLimits, log, sources, ...parts } = options;
  const limits = { ...usualExecutionLimits, ...executionLimits };
  return {
    ...parts,
    sources: createSourceDesk(sources, {
      usualPolicy: limits.sourcePolicy,
      onProblem: ({ source, reason, error }) =>
        log.warn(
          { source, reason, cause: error instanceof Error ? error.name : undefined },
          'a source did not answer',
        ),
    }),
    limits: {
      maxAttempts: settings.maxAttempts,
      retryDelayMs: settings.retryDelayMs,
      maxRetryDelayMs: limits.maxRetryDelayMs,
      maxPartners: settings.maxPartners,
      shownExecutions: limits.shownExecutions,
    },
  };
}
