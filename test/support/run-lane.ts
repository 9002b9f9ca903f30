import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findAffectedTests, findTestsToLand } from './find-affected-tests.ts';
import { openOwnPostgres } from './own-postgres.ts';
import { laneOf, listDatabaseTests, listTestFiles, longestFirst, type TestLane } from './test-lanes.ts';

/**
 * Runs the tests of a lane: `fast`, `commands` or `slow`; `databases` for what a PostgreSQL adds to; `changed` for what
 * the differences from `main` touch; `landing` for the tests of commands and of the slow lane that must pass before they
 * land. Options of `node --test` follow.
 */

const [name = '', ...options] = process.argv.slice(2);
const runTests = fileURLToPath(new URL('run-tests.ts', import.meta.url));

const files = await listFiles(name);
const given = process.env.CONFERE_TEST_DATABASE_URL;
const isOwn = name !== 'fast' && given === undefined && files !== undefined && files.length > 0;
const own = isOwn ? await openOwnPostgres() : undefined;
const databaseUrl = given ?? own?.url;
if (name === 'databases' && databaseUrl === undefined) {
  console.error('There is no PostgreSQL to test on: install one, or set CONFERE_TEST_DATABASE_URL.');
  process.exitCode = 1;
} else if (files === undefined) {
  console.error(`There is no lane ${name}: fast, commands, slow, databases, changed or landing.`);
  process.exitCode = 1;
} else if (files.length === 0) {
  console.log('No test is touched.');
} else {
  console.log(`${files.length} test files`);
  const child = spawn(process.execPath, [runTests, ...groupsOf(name), ...options, ...longestFirst(files)], {
    stdio: 'inherit',
    env: environmentOf(name, databaseUrl),
  });
  process.on('SIGINT', () => undefined);
  child.once('exit', async (code) => {
    process.exitCode = code ?? 1;
    await own?.close();
  });
}

async function listFiles(lane: string): Promise<readonly string[] | undefined> {
  if (lane === 'changed') return (await findAffectedTests(listChanges())).filter((path) => existsSync(path));
  if (lane === 'landing') {
    const longer = (await listTestFiles()).filter((path) => laneOf(path) !== 'fast');
    return await findTestsToLand(longer, listChanges());
  }
  if (lane === 'databases') return await listDatabaseTests();
  const lanes: readonly string[] = ['fast', 'commands', 'slow'] satisfies readonly TestLane[];
  return lanes.includes(lane) ? (await listTestFiles()).filter((path) => laneOf(path) === lane) : undefined;
}

/**
 * The fast lane tests on the embedded database only, the lane of databases on PostgreSQL only (docs/decisions/0120):
 * together they test all. What must pass before a landing is tested on PostgreSQL only where there is one; the other
 * lanes test on both.
 */
function environmentOf(lane: string, url: string | undefined): NodeJS.ProcessEnv {
  const env = { ...process.env, CONFERE_TEST_DATABASE_URL: lane === 'fast' ? undefined : url };
  const isOnPostgres = lane === 'databases' || lane === 'landing';
  return isOnPostgres ? { ...env, CONFERE_TEST_DATABASES: 'postgres' } : env;
}

/** What is slow by nature shares a process with a few: what waits then leaves the processors to others (docs/decisions/0120). */
function groupsOf(lane: string): readonly string[] {
  return ['slow', 'landing', 'commands'].includes(lane) ? ['--largest-group=4'] : ['--group-size=20'];
}

/** What differs from where the branch left `main`, committed or not; nothing where there is no `main`. */
function listChanges(): readonly string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
  if (git('branch', '--list', 'main').length === 0) return [];
  const [base] = git('merge-base', 'HEAD', 'main');
  return [
    ...git('diff', '--name-only', '--no-renames', base!),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
}
