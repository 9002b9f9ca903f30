import { systemClock } from '../../../src/platform/clock.ts';
import { openDatabase } from '../../../src/platform/db/index.ts';
import { createLogger } from '../../../src/platform/log.ts';
import { importRegistry } from '../../../src/registry/index.ts';

// Imports a folder in a process that can be killed, saying on standard output what it is about to do.
const [dataDir = '', databaseUrl = '', directory = ''] = process.argv.slice(2);
const database = await openDatabase({
  dataDir,
  databaseUrl: databaseUrl === '' ? undefined : databaseUrl,
  logger: createLogger({ level: 'silent' }),
});
await importRegistry(
  { database, clock: systemClock },
  {
    directory,
    onProgress: ({ phase, subject }) => process.stdout.write(`${phase} ${subject}\n`),
  },
);
await database.close();
