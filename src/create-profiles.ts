import { findFaceState } from './faces/index.ts';
import { type CpfIndex, createPartnerIndex, createPartnerPeople } from './people/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config/index.ts';
import type { Db } from './platform/db/index.ts';
import { loadNamedKey, type RecordCipher } from './platform/encryption/index.ts';
import type { JobQueue } from './platform/jobs/index.ts';
import type { Logger } from './platform/log.ts';
import { createSourceDesk, type Source, type StartExecutionDeps } from './profiles/index.ts';
import { findRegistrySummary } from './registry/index.ts';

/** What executions work with, from the configuration and the sources there are. */
export async function createProfiles(options: {
  readonly config: Config;
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly clock: Clock;
  readonly jobs: JobQueue;
  readonly log: Logger;
  readonly cpfIndex: CpfIndex;
  readonly sources: readonly Source[];
}): Promise<StartExecutionDeps> {
  const { db, cipher, clock, jobs, log, cpfIndex } = options;
  const { executions } = options.config;
  const partnerIndex = createPartnerIndex(await loadNamedKey(db, cipher, 'partner-index'));
  return {
    db,
    cipher,
    clock,
    jobs,
    people: createPartnerPeople({ cipher, cpfIndex, partnerIndex }),
    faces: findFaceState,
    registry: findRegistrySummary,
    requestKey: await loadNamedKey(db, cipher, 'execution-requests'),
    sources: createSourceDesk(options.sources, {
      retries: executions.sourceRetries,
      retryDelayMs: executions.sourceRetryDelayMs,
      breakerFailures: executions.sourceBreakerFailures,
      breakerPauseMs: executions.sourceBreakerPauseMs,
      onProblem: ({ source, reason, error }) =>
        log.warn(
          { source, reason, cause: error instanceof Error ? error.name : undefined },
          'a source did not answer',
        ),
    }),
    limits: {
      rulesTimeoutMs: executions.rulesTimeoutMs,
      maxAttempts: executions.maxAttempts,
      retryDelayMs: executions.retryDelayMs,
      maxRetryDelayMs: executions.maxRetryDelayMs,
      maxPartners: executions.maxPartners,
      shownExecutions: executions.shownExecutions,
    },
  };
}
