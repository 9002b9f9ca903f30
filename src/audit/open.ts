import { accessModule } from '../access/module.ts';
import type { ModuleContext, OpenModule } from '../module.ts';
import { listPersonIds } from '../people/index.ts';
import { peopleModule } from '../people/module.ts';
import { type DropOldEventsDeps, dropOldEvents } from '../platform/audit/index.ts';
import type { JobOutcome } from '../platform/jobs/index.ts';
import { carryOutVerification, failLostVerification, verificationJob } from './carry-out-verification.ts';
import { createAuditExports } from './export-audit.ts';
import { readAuditRoutes } from './routes/read-audit.ts';
import { verificationRoutes } from './routes/verifications.ts';
import type { auditSettings } from './settings.ts';

/** Ten million events take a few minutes. */
const longestSeconds = 14_400;

export async function openAudit(context: ModuleContext<typeof auditSettings>) {
  const { db, database, clock, audit, auditKey, settings } = context;
  const { cpfIndex } = context.use(peopleModule);
  const { signingKeys: keys, issuer } = context.use(accessModule);
  const auditExports = createAuditExports({ auditDb: db, clock, keys, issuer });
  return {
    parts: undefined,
    routes: [
      {
        on: ['customer'],
        add(app) {
          readAuditRoutes(app, {
            auditDb: db,
            auditKey,
            listPersonIds: (by) => listPersonIds({ db, cpfIndex }, by),
            auditExports,
          });
          verificationRoutes(app, { db, clock, queue: context.jobs });
        },
      },
    ],
    registerJobs(jobs) {
      jobs.register<{ readonly id: string }>(
        verificationJob,
        (job) => carryOutVerification({ db, auditKey, audit }, job),
        { timeoutSeconds: longestSeconds, retryLimit: 3 },
      );
      jobs.schedule('fail-lost-verifications', '*/5 * * * *', async () => {
        await failLostVerification(db);
        return { outcome: 'done' };
      });
      jobs.schedule(
        'drop-old-audit-months',
        '43 3 * * *',
        ({ signal }) => dropOldMonths({ database, key: auditKey, clock }, settings.audit.keptMonths, signal),
        { timeoutSeconds: longestSeconds },
      );
    },
  } satisfies OpenModule<undefined>;
}

/**
 * Drops the months of the audit log that ended so many whole months ago; none without a number. A log that is not whole
 * keeps all of them, and the job fails until somebody has looked.
 */
async function dropOldMonths(
  deps: DropOldEventsDeps,
  keptMonths: number | undefined,
  signal: AbortSignal,
): Promise<JobOutcome> {
  if (keptMonths === undefined) return { outcome: 'skipped', reason: 'events are kept for good' };
  const now = deps.clock.now();
  await dropOldEvents(
    deps,
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - keptMonths, 1)),
    signal,
  );
  return { outcome: 'done' };
}
