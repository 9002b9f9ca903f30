import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Failures } from './report-crashes.ts';

/**
 * `node --test` with these options and files, and once more for the files in whose midst Node.js itself died
 * (docs/decisions/0076). A test that fails is not run again, and whoever dies twice has failed. Values of options
 * are written behind `=`.
 */

/** Two hundred processes compile the same modules: all but the first find them compiled. */
const compiledCode = fileURLToPath(new URL('../../node_modules/.cache/compiled-tests', import.meta.url));
const reporter = fileURLToPath(new URL('report-crashes.ts', import.meta.url));

// Whoever stops the run stops the tests, which then say how far they came.
process.on('SIGINT', () => undefined);

const given = process.argv.slice(2);
const options = given.filter((each) => each.startsWith('--'));
const files = given.filter((each) => !each.startsWith('--'));

const first = await runTests(files);
process.exitCode = first.exitCode;
const { crashes, others } = first.failures;
if (crashes.length > 0 && others === 0) {
  for (const { file, signal } of crashes) {
    console.log(`\nNode.js died of ${signal} in ${relative(process.cwd(), file)}: run again, once.\n`);
  }
  process.exitCode = (await runTests(crashes.map(({ file }) => file))).exitCode;
}

async function runTests(
  paths: readonly string[],
): Promise<{ readonly exitCode: number; readonly failures: Failures }> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-tests-'));
  const report = join(folder, 'failures.json');
  try {
    const reporters = [
      ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
      ...[`--test-reporter=${reporter}`, `--test-reporter-destination=${report}`],
    ];
    const exitCode = await runNode(['--test', ...options, ...reporters, ...paths]);
    // Nothing is written by a run that did not begin, for an option that there is not, or that was stopped.
    const written = await readFile(report, 'utf8').catch(() => '');
    const failures = written === '' ? { crashes: [], others: 0 } : (JSON.parse(written) as Failures);
    return { exitCode, failures };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runNode(args: readonly string[]): Promise<number> {
  const env = { NODE_COMPILE_CACHE: compiledCode, ...process.env };
  const child = spawn(process.execPath, args, { stdio: 'inherit', env });
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
