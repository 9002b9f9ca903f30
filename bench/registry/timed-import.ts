import { systemClock } from '../../src/platform/clock.ts';
import { openDatabase } from '../../src/platform/db/index.ts';
import { createLogger } from '../../src/platform/log.ts';
import { importRegistry } from '../../src/registry/index.ts';

// One import in a process of its own, so that its memory is nobody else's. Arguments: folder of the archives, data
// folder, and the address of PostgreSQL if any. Writes one JSON document: seconds of the whole and of each step, and
// the most memory that the process took.
const [directory = '', dataDir = '', databaseUrl = ''] = process.argv.slice(2);
await using database = await openDatabase({
  dataDir,
  databaseUrl: databaseUrl === '' ? undefined : databaseUrl,
  logger: createLogger({ level: 'silent' }),
});
const stepSeconds: Record<string, number> = {};
const startedMs = performance.now();
let step = 'check';
let stepMs = startedMs;
const next = (name: string) => {
  const now = performance.now();
  stepSeconds[step] = (stepSeconds[step] ?? 0) + (now - stepMs) / 1000;
  step = name;
  stepMs = now;
};
const generation = await importRegistry(
  { database, clock: systemClock },
  {
    directory,
    ignoreChecks: true,
    onProgress: ({ phase, subject }) => {
      // Indexes of tables are made while the next table is loaded.
      const name = phase === 'load' || (phase === 'index' && subject !== 'search') ? 'load' : phase;
      if (name !== step) next(name);
    },
  },
);
next('done');
process.stdout.write(
  JSON.stringify({
    seconds: (performance.now() - startedMs) / 1000,
    stepSeconds,
    peakMb: Math.round(process.resourceUsage().maxRSS / 1000),
    rowCounts: generation.rowCounts,
  }),
);
