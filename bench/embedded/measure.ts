import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * Measures the embedded database (docs/decisions/0002) over many starts, kills and processes at once:
 * `node bench/embedded/measure.ts --starts 500 --kills 100 --at-once 4 --seconds 600`. With `--postgres BIN` the same
 * with the PostgreSQL programs of a folder, started by each process as a child of its own. Prints one JSON document.
 */

const { values } = parseArgs({
  options: {
    starts: { type: 'string', default: '500' },
    kills: { type: 'string', default: '100' },
    'at-once': { type: 'string', default: '4' },
    seconds: { type: 'string', default: '600' },
    postgres: { type: 'string' },
  },
});
const worker = fileURLToPath(new URL('work-in-database.ts', import.meta.url));
const endsAtMs = performance.now() + Number(values.seconds) * 1_000;
const isOver = () => performance.now() > endsAtMs;

type Run = {
  readonly openedMs: number | undefined;
  readonly rssMb: number | undefined;
  /** The rows that the process found, and the highest one whose commit it told. */
  readonly found: number;
  readonly acknowledged: number;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
};

/** One process on the folder: opens, writes rows, and closes after them, or is killed after a while. */
async function run(folder: string, rows: number, killAfterMs?: number): Promise<Run> {
  const args = [worker, folder, String(rows), ...(values.postgres === undefined ? [] : [values.postgres])];
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const seen = { openedMs: undefined as number | undefined, rssMb: undefined as number | undefined };
  let found = 0;
  let acknowledged = 0;
  for await (const line of createInterface({ input: child.stdout! })) {
    const [word, value] = line.split(' ');
    if (word === 'found') {
      found = Number(value);
      if (killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    } else if (word === 'opened') seen.openedMs = Number(value);
    else if (word === 'rss') seen.rssMb = Number(value);
    else if (word === 'row') acknowledged = Number(value);
  }
  const [code, signal] = await ended;
  return { ...seen, found, acknowledged, code, signal };
}

function summarize(runs: readonly Run[]) {
  const opened = runs.flatMap(({ openedMs }) => openedMs ?? []).sort((a, b) => a - b);
  const at = (share: number) => Math.round(opened[Math.floor(opened.length * share)] ?? 0);
  const deaths = runs.filter(({ code, signal }) => code !== 0 && signal !== 'SIGKILL');
  return {
    runs: runs.length,
    deaths: deaths.map(({ code, signal }) => signal ?? `exit ${code}`),
    openMs: { median: at(0.5), p99: at(0.99) },
    rssMb: Math.round(Math.max(0, ...runs.flatMap(({ rssMb }) => rssMb ?? []))),
  };
}

const root = await mkdtemp(join(tmpdir(), 'confere-embedded-'));
try {
  const starts: Run[] = [];
  for (let n = 0; n < Number(values.starts) && !isOver(); n += 1)
    starts.push(await run(join(root, 'starts'), 20));

  const kills: Run[] = [];
  let expected = 0;
  let lost = 0;
  for (let n = 0; n < Number(values.kills) && !isOver(); n += 1) {
    const one = await run(join(root, 'kills'), 100_000, 20 + (n % 20) * 15);
    if (one.found < expected) lost += expected - one.found;
    expected = Math.max(one.found, one.acknowledged);
    kills.push(one);
  }

  const load: Run[] = [];
  const atOnce = Number(values['at-once']);
  while (atOnce > 0 && !isOver() && load.length < 60) {
    load.push(
      ...(await Promise.all(Array.from({ length: atOnce }, (_, n) => run(join(root, `load-${n}`), 2_000)))),
    );
  }
  const found = {
    starts: summarize(starts),
    kills: { ...summarize(kills), lostRows: lost },
    load: summarize(load),
  };
  console.log(
    JSON.stringify({ engine: values.postgres === undefined ? 'pglite' : 'postgres', ...found }, null, 2),
  );
} finally {
  await rm(root, { recursive: true, force: true });
}
