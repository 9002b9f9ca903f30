import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Outcome } from './report-outcome.ts';

/**
 * Runs test files in groups, each group in one process of `node --test`: half of a file's time is the modules that it
 * loads and the first service that it starts (docs/decisions/0155). What a group printed is printed when it is over.
 * A group in whose midst Node.js itself died is run again, once, a process for each file (docs/decisions/0076). A test
 * that fails is not run again. Options of `node --test` and `--group-size=N` come before or between the files.
 */

/** The processes compile the same modules: all but the first find them compiled. */
const compiledCode = fileURLToPath(new URL('../../node_modules/.cache/compiled-tests', import.meta.url));
const reporter = fileURLToPath(new URL('report-outcome.ts', import.meta.url));

/**
 * Signals that a runtime dies of when it finds itself broken. None of those that somebody sends: what was killed for
 * its memory or stopped at a terminal is not among them.
 */
const crashSignals = new Set(['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGTRAP']);

type Ended = {
  readonly files: readonly string[];
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Undefined when the process ended before it could say. */
  readonly outcome: Outcome | undefined;
};

const given = process.argv.slice(2);
const isOwn = (option: string) => option.startsWith('--group-size=');
const options = given.filter((each) => each.startsWith('--') && !isOwn(each));
const files = given.filter((each) => !each.startsWith('--')).flatMap((each) => globSync(each).sort());
const groupSize = Number(given.find(isOwn)?.split('=')[1] ?? 1);

// Whoever stops the run stops the tests, which then say how far they came.
let isStopped = false;
process.on('SIGINT', () => {
  isStopped = true;
});

const started = performance.now();
const first = await runGroups(groupFiles(files, groupSize));
const crashed = first.filter(({ signal }) => signal !== null && crashSignals.has(signal));
const isOnlyCrashes = first.every((each) => crashed.includes(each) || isFine(each));
let ended = first;
if (crashed.length > 0 && isOnlyCrashes) {
  for (const { files: group, signal } of crashed) {
    console.log(`\nNode.js died of ${signal} in ${group.join(', ')}: run again, once.\n`);
  }
  const again = await runGroups(crashed.flatMap((group) => group.files.map((file) => [file])));
  ended = [...first.filter((each) => !crashed.includes(each)), ...again];
}
summarise(ended);

/** Whoever ends the process with code 0 before the tests are over has reported no outcome. */
function isFine({ code, outcome }: Ended): boolean {
  return code === 0 && outcome !== undefined;
}

/** Neighbours together: they load the same modules. */
function groupFiles(paths: readonly string[], size: number): readonly (readonly string[])[] {
  const groups: string[][] = [];
  for (let from = 0; from < paths.length; from += size) groups.push(paths.slice(from, from + size));
  return groups;
}

async function runGroups(groups: readonly (readonly string[])[]): Promise<readonly Ended[]> {
  const waiting = [...groups];
  const over: Ended[] = [];
  const work = async () => {
    for (let group = waiting.shift(); group !== undefined && !isStopped; group = waiting.shift()) {
      over.push(await runGroup(group));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, work));
  return over;
}

async function runGroup(group: readonly string[]): Promise<Ended> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-tests-'));
  const report = join(folder, 'outcome.json');
  try {
    const reporters = [
      ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
      ...[`--test-reporter=${reporter}`, `--test-reporter-destination=${report}`],
    ];
    const args = ['--test', '--test-isolation=none', ...options, ...reporters, ...group];
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { NODE_COMPILE_CACHE: compiledCode, ...process.env },
    });
    const printed: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => printed.push(chunk));
    const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (...how) => resolve(how));
    });
    // The counts of a process are left out: those of the run come at its end.
    process.stdout.write(
      Buffer.concat(printed)
        .toString()
        .replaceAll(/^ℹ (?!Error).*\n/gm, ''),
    );
    // Nothing is written by a process that did not begin, for an option that there is not, or that died.
    const written = await readFile(report, 'utf8').catch(() => '');
    return {
      files: group,
      code,
      signal,
      outcome: written === '' ? undefined : (JSON.parse(written) as Outcome),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function summarise(groups: readonly Ended[]): void {
  const count = (what: 'tests' | 'failed' | 'skipped') =>
    groups.reduce((sum, { outcome }) => sum + (outcome?.[what] ?? 0), 0);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(
    `\n${count('tests')} tests, ${count('failed')} failed, ${count('skipped')} skipped, ${seconds} s`,
  );
  for (const { files: group, code, signal, outcome } of groups.filter((each) => !isFine(each))) {
    console.log(`\nfailed: ${group.join(' ')}`);
    if (signal !== null) console.log(`  ended by ${signal}`);
    else if ((outcome?.failures.length ?? 0) === 0) console.log(`  ended with code ${code}`);
    for (const failure of outcome?.failures ?? []) console.log(`  ${failure}`);
  }
  process.exitCode = !isStopped && groups.length > 0 && groups.every(isFine) ? 0 : 1;
}
