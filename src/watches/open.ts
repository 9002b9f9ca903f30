import { accountsModule } from '../accounts/module.ts';
import type { ModuleContext, OpenModule } from '../module.ts';
import { peopleModule } from '../people/module.ts';
import { loadNamedKey } from '../platform/encryption/index.ts';
import { eventTypesPoint } from '../platform/events/index.ts';
import { contribute } from '../platform/extension-points.ts';
import { erasurePoint, exportPoint } from '../platform/personal-data.ts';
import { executionEndedPoint } from '../profiles/index.ts';
import { profilesModule } from '../profiles/module.ts';
import { indexOf } from './create-watch.ts';
import { watchChanged } from './declarations.ts';
import { erasePart, exportPart } from './personal-parts.ts';
import { watchRoutes } from './routes/watch-routes.ts';
import { noteExecution, runDueWatches } from './run-due-watches.ts';
import type { WatchDeps, WatchDocument } from './types.ts';
import { makeDue } from './watches-store.ts';

const longestRunMs = 60_000;

export async function openWatches(context: ModuleContext) {
  const { db, cipher, clock } = context;
  const { directory: accounts } = context.use(accountsModule);
  const { cpfIndex } = context.use(peopleModule);
  const { profiles } = context.use(profilesModule);
  const key = await loadNamedKey(db, cipher, 'watches');
  const watches: WatchDeps = { db, cipher, clock, accounts, cpfIndex, key, profiles };
  return {
    parts: {
      watches,
      /** Runs the watches of a subject now, whenever they are due; their number. */
      async runOf(document: WatchDocument): Promise<number> {
        const count = await makeDue(db, indexOf(watches, document), clock.now());
        await runDueWatches(watches, { signal: AbortSignal.timeout(longestRunMs) });
        return count;
      },
    },
    routes: [{ on: ['customer'], add: (app) => watchRoutes(app, watches) }],
    registerJobs(jobs) {
      jobs.schedule('run-due-watches', '* * * * *', (job) => runDueWatches(watches, job), {
        hasOneWaiting: true,
        hasOneRunning: true,
      });
    },
    contributions: [
      contribute(executionEndedPoint, noteExecution(watches)),
      contribute(eventTypesPoint, watchChanged),
      contribute(erasurePoint, erasePart),
      contribute(exportPoint, exportPart(watches)),
    ],
  } satisfies OpenModule<unknown>;
}
