import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';

// CONFERE_BENCH_DATABASE_URL=postgres://... node bench/everything.ts <folder> [part...]
//
// The measurements of docs/reference/performance.md, one after the other: what each prints, and one line with the
// machine, the date, the load before and the seconds taken, in a file of its own. Parts that need photos are not among
// them. Without parts all are measured, which takes about 20 minutes and 5 GB of disk for a while.

const parts: Readonly<Record<string, readonly string[]>> = {
  service: ['bench/main.ts'],
  peers: ['bench/main.ts', '--peers'],
  screening: ['bench/main.ts', '--screening'],
  'registry-import': ['bench/registry/import.ts', '--companies', '1000000', '--rounds', '1'],
  'registry-lookup': ['bench/registry/lookup.ts'],
  'registry-lookups-during-import': ['bench/registry/lookups-during-import.ts', '--companies', '300000'],
  'company-search': ['bench/profiles/search.ts', '--companies', '1000000'],
  'duplicates-threads': ['--expose-gc', 'bench/duplicates/threads.ts'],
  'duplicates-load': ['bench/duplicates/load.ts', '--templates', '300000'],
  deliveries: ['bench/events/measure-deliveries.ts'],
  watches: ['bench/events/measure-watches.ts', '--seconds', '60'],
  queue: ['bench/console/measure-queue.ts', '--figure-reads', '100'],
  growth: ['bench/growth/measure-attempts.ts'],
  lists: ['--expose-gc', 'bench/lists/import-public-lists.ts'],
  debts: ['bench/lists/import-debts.ts', '--rows', '200000'],
};

const [folder, ...asked] = process.argv.slice(2);
const unknown = asked.filter((name) => parts[name] === undefined);
if (folder === undefined || unknown.length > 0) {
  console.error(`node bench/everything.ts <folder> [${Object.keys(parts).join('|')}...]`);
  process.exit(1);
}
await mkdir(folder, { recursive: true });
for (const [name, args] of Object.entries(parts)) {
  if (asked.length === 0 || asked.includes(name)) await measure(name, args);
}

async function measure(name: string, args: readonly string[]): Promise<void> {
  const load = loadavg()[0]?.toFixed(1);
  const begun = performance.now();
  const file = createWriteStream(join(folder as string, `${name}.txt`));
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.pipe(file, { end: false });
  child.stderr.pipe(file, { end: false });
  const code = await new Promise((resolve) => child.once('close', resolve));
  file.end();
  await finished(file);
  const seconds = Math.round((performance.now() - begun) / 1000);
  const conditions = {
    name,
    command: `node ${args.join(' ')}`,
    date: new Date().toISOString().slice(0, 10),
    processor: `${availableParallelism()} cores, ${cpus()[0]?.model}`,
    memoryGb: Math.round(totalmem() / 1e9),
    system: `${type()} ${release()}, Node ${process.version}`,
    loadBefore: load,
    seconds,
    exitCode: code,
  };
  await writeFile(join(folder as string, `${name}.json`), `${JSON.stringify(conditions, null, 2)}\n`);
  console.log(`${name}: ${seconds} s${code === 0 ? '' : `, failed with ${code}`}`);
}
