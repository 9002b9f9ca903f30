import type { ConfigOf } from '../platform/config/index.ts';
import { defineExtensionPoint } from '../platform/extension-points.ts';
import type { Logger } from '../platform/log.ts';
import type { StartExecutionDeps } from './executions/start-execution.ts';
import { type ExecutionLimits, type ProfilesDeps, usualExecutionLimits } from './profiles-deps.ts';
import type { profilesSettings } from './settings.ts';
import { createSourceDesk } from './sources/source-desk.ts';
import type { Source } from './types.ts';

export type CreateProfilesOptions = Omit<StartExecutionDeps, 'sources' | 'limits'> & {
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

/** Sources that executions may consult. */
export const sourcesPoint = defineExtensionPoint<Source>('sources');

/** Finds the people that partners are, for executions. One module adds it. */
export const partnerPeoplePoint = defineExtensionPoint<ProfilesDeps['people']>('partner people');

/** Reads the registered faces of a person, for executions. One module adds it. */
export const faceStatePoint = defineExtensionPoint<ProfilesDeps['faces']>('face state');

/** Judges whether data of a day are old, for executions. Each module adds its sources'. */
export const dataAgePoint = defineExtensionPoint<NonNullable<ProfilesDeps['isDataOld']>>('data age');

/** Names the month of the registry that answers, for executions. One module adds it. */
export const registrySummaryPoint = defineExtensionPoint<ProfilesDeps['registry']>('registry summary');
