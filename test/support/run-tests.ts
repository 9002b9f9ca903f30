import type { ChildProcess } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Outcome } from './report-outcome.ts';
import { engineOptions, runBounded } from './run-bounded.ts';

/**
 * Runs test files in groups, each group in one process of `node --test`: half of a file's time is the modules that it
 * loads and the first service that it starts (docs/decisions/0120). The first groups are the largest, of at most
 * `--largest-group=N` files; the last have `--group-size=N` files: no processor is left without work at the end. Without
 * the options each file has a process.
 * What a group printed is printed when it is over.
 * A group in whose midst Node.js itself died is run again, once, a process for each file (docs/decisions/0120). A test
 * that fails is not run again. A group in which no test ends for twenty minutes, or for `--silence=SECONDS`, is ended:
 * what hangs is named, and the others go on. Options of `node --test`, and those above, come before or between the files.
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
  readonly seconds: number;
  /** Why it was ended from here; undefined when it was not. */
  readonly fault: string | undefined;
};

const given = process.argv.slice(2);
const isOwn = (option: string) => /^--(group-size|largest-group|silence)=/.test(option);
const ownNumber = (name: string, otherwise: number) =>
  Number(given.find((each) => each.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise);
const options = given.filter((each) => each.startsWith('--') && !isOwn(each));
const files = given.filter((each) => !each.startsWith('--')).flatMap((each) => globSync(each).sort());
const groupSize = ownNumber('group-size', 1);
const largestGroup = ownNumber('largest-group', groupSize === 1 ? 1 : files.length);
/** Files of small groups wait for browsers, clocks and processes of their own: one more fills the processors. */
const processes = availableParallelism() + (groupSize === 1 ? 2 : 1);
const silenceSeconds = ownNumber('silence', 1_200);

// Whoever stops the run stops the tests, which then say how far they came.
let isStopped = false;
const running = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isStopped = true;
    for (const child of running) child.kill(signal);
  });
}

const started = performance.now();
const first = await runGroups(groupFiles(files));
const crashed = first.filter(
  ({ signal, fault }) => fault === undefined && signal !== null && crashSignals.has(signal),
);
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
function isFine({ code, outcome, fault }: Ended): boolean {
  return code === 0 && outcome !== undefined && fault === undefined;
}

/** Neighbours together: they load the same modules. */
function groupFiles(paths: readonly string[]): readonly (readonly string[])[] {
  const groups: string[][] = [];
  for (let from = 0; from < paths.length; from += groups.at(-1)!.length) {
    const share = Math.ceil((paths.length - from) / (1.5 * processes));
    groups.push(paths.slice(from, from + Math.min(largestGroup, Math.max(groupSize, share))));
  }
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
  await Promise.all(Array.from({ length: processes }, work));
  return over;
}

async function runGroup(group: readonly string[]): Promise<Ended> {
  const begun = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'confere-tests-'));
  const report = join(folder, 'outcome.json');
  try {
    const reporters = [
      ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
      ...[`--test-reporter=${reporter}`, `--test-reporter-destination=${report}`],
    ];
    const args = [...engineOptions, '--test', '--test-isolation=none', ...options, ...reporters, ...group];
    let started: ChildProcess | undefined;
    const env = { NODE_COMPILE_CACHE: compiledCode, ...process.env };
    const { code, signal, printed, fault } = await runBounded(args, silenceSeconds, env, (child) => {
      started = child;
      running.add(child);
    });
    if (started !== undefined) running.delete(started);
    // The counts of a process are left out: those of the run come at its end.
    process.stdout.write(printed.replaceAll(/^ℹ (?!Error).*\n/gm, ''));
    // Nothing is written by a process that did not begin, for an option that there is not, or that died.
    const written = await readFile(report, 'utf8').catch(() => '');
    return {
      files: group,
      code,
      signal,
      outcome: written === '' ? undefined : (JSON.parse(written) as Outcome),
      seconds: Math.round((performance.now() - begun) / 1000),
      fault,
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
  const longest = groups.filter((each) => each.seconds >= 30).sort((a, b) => b.seconds - a.seconds);
  for (const { files: group, seconds: taken } of longest.slice(0, 10)) {
    console.log(`  ${taken} s: ${group.length === 1 ? group[0] : `${group[0]} to ${group.at(-1)}`}`);
  }
  for (const { files: group, code, signal, outcome, fault } of groups.filter((each) => !isFine(each))) {
    console.log(`\nfailed: ${group.join(' ')}`);
    if (fault !== undefined) console.log(`  ${fault}`);
    else if (signal !== null) console.log(`  ended by ${signal}`);
    else if ((outcome?.failures.length ?? 0) === 0) console.log(`  ended with code ${code}`);
    for (const failure of outcome?.failures ?? []) console.log(`  ${failure}`);
  }
  process.exitCode = !isStopped && groups.length > 0 && groups.every(isFine) ? 0 : 1;
}
