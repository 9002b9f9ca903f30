import type { ModuleContext, OpenModule } from '../module.ts';
import { listAddresses } from '../people/index.ts';
import { peopleModule } from '../people/module.ts';
import { registryModule } from '../registry/module.ts';
import { carryOutImport } from './carry-out-import.ts';
import { openImportFolder } from './import-folder.ts';
import { importRoutes } from './routes/imports.ts';
import { listSourcesRoute, sourceRoutes } from './routes/sources.ts';
import type { importsSettings } from './settings.ts';
import { failLostImports, importJob } from './start-import.ts';
import type { ImportsDeps } from './types.ts';

/** A month of the whole registry takes hours on a slow disk. */
const longestSeconds = 86_400;

export async function openImports(context: ModuleContext<typeof importsSettings>) {
  const { database, cipher, clock, config, settings } = context;
  const { cpfIndex, listIndex, listStates, fetchAllow } = context.use(peopleModule);
  const { shareUrl } = context.use(registryModule);
  const imports: ImportsDeps = {
    database,
    cipher,
    clock,
    cpfIndex,
    listIndex,
    fetchAllow,
    shareUrl,
    listAddresses,
    folder: openImportFolder(settings.imports.directory),
    databaseFolder: database.kind === 'embedded' ? config.storage.dataDir : undefined,
  };
  return {
    parts: undefined,
    routes: [
      {
        on: ['customer'],
        add(app) {
          importRoutes(app, { imports: { ...imports, queue: context.jobs } });
          listSourcesRoute(app, { listStates });
          sourceRoutes(app, imports);
        },
      },
    ],
    registerJobs(jobs) {
      jobs.register<{ readonly id: string }>(importJob, (job) => carryOutImport(imports, job), {
        // Each keeps a connection for its lock; the rest of the pool is for the work itself and for requests.
        concurrency: Math.min(3, Math.floor(config.storage.databasePoolSize / 2)),
        timeoutSeconds: longestSeconds,
        retryLimit: 3,
        hasOneRunning: true,
      });
      jobs.schedule('fail-lost-imports', '*/5 * * * *', async () => {
        await failLostImports(database.db);
        return { outcome: 'done' };
      });
    },
  } satisfies OpenModule<undefined>;
}
