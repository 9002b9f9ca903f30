import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('run-tests.ts', import.meta.url));

describe('run-tests', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'confere-run-tests-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Runs files of these bodies, each a test's; `count()` in one tells how often it has been run. */
  async function run(
    bodies: Readonly<Record<string, string>>,
    ...options: readonly string[]
  ): Promise<{ code: number; printed: string }> {
    for (const [name, body] of Object.entries(bodies)) {
      await writeFile(
        join(folder, `${name}.test.mjs`),
        `import { appendFileSync, readFileSync } from 'node:fs';
         import { setTimeout } from 'node:timers/promises';
         import { it } from 'node:test';
         const count = () => {
           appendFileSync('${name}.runs', process.pid + '\\n');
           return readFileSync('${name}.runs', 'utf8').trim().split('\\n').length;
         };
         const die = async (signal) => {
           process.kill(process.pid, signal);
           await setTimeout(60_000);
         };
         it('${name}', async (t) => { const runs = count(); ${body} });`,
      );
    }
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    return await new Promise((resolve) => {
      execFile(
        process.execPath,
        [command, ...options, '*.test.mjs'],
        { cwd: folder, env },
        (error, stdout, stderr) =>
          resolve({ code: error === null ? 0 : Number(error.code), printed: stdout + stderr }),
      );
    });
  }
  const processesOf = async (name: string) =>
    (await readFile(join(folder, `${name}.runs`), 'utf8')).trim().split('\n');
  const runsOf = async (name: string) => (await processesOf(name)).length;

  it('runs everything once when all goes well, and counts', async () => {
    const { code, printed } = await run({ fine: '', left: "t.skip('no server');" });
    assert.equal(code, 0);
    assert.equal(await runsOf('fine'), 1);
    assert.match(printed, /\n2 tests, 0 failed, 1 skipped, \d+ s\n/);
  });

  it('runs a group of files in one process, and the next group in another', async () => {
    assert.equal((await run({ a: '', b: '', c: '' }, '--group-size=2')).code, 0);
    const [[a], [b], [c]] = await Promise.all([processesOf('a'), processesOf('b'), processesOf('c')]);
    assert.equal(a, b);
    assert.notEqual(b, c);
  });

  it('names at the end each test that failed, with its file and the reason', async () => {
    const { code, printed } = await run({ fails: "throw new Error('no\\nmore');", fine: '' });
    assert.equal(code, 1);
    const failed = /\n2 tests, 1 failed, 0 skipped, \d+ s\n\nfailed: fails\.test\.mjs\n {2}fails: no\n$/;
    assert.match(printed, failed);
  });

  it('runs a file again in which Node.js died, says so, and no other', async () => {
    const { code, printed } = await run({ dies: "if (runs === 1) await die('SIGSEGV');", fine: '' });
    assert.equal(code, 0, printed);
    assert.match(printed, /Node\.js died of SIGSEGV in dies\.test\.mjs: run again, once\./);
    assert.equal(await runsOf('dies'), 2);
    assert.equal(await runsOf('fine'), 1);
  });

  it('runs the files of a group one by one in whose midst Node.js died', async () => {
    const bodies = { a: '', dies: "if (runs === 1) await die('SIGSEGV');" };
    const { code, printed } = await run(bodies, '--group-size=2');
    assert.equal(code, 0, printed);
    const [a, dies] = await Promise.all([processesOf('a'), processesOf('dies')]);
    assert.equal(a[0], dies[0]);
    assert.notEqual(a[1], dies[1]);
  });

  it('fails when Node.js dies there again', async () => {
    const { code, printed } = await run({ dies: "await die('SIGABRT');" });
    assert.equal(code, 1);
    assert.match(printed, /failed: dies\.test\.mjs\n {2}ended by SIGABRT\n$/);
    assert.equal(await runsOf('dies'), 2);
  });

  it('runs nothing again that failed, ended the process itself or was killed', async () => {
    const bodies = {
      fails: "throw new Error('no');",
      exits: 'process.exit(3);',
      endsWithoutAnOutcome: 'process.exit(0);',
      killed: "await die('SIGKILL');",
    };
    for (const [name, body] of Object.entries(bodies)) {
      assert.equal((await run({ [name]: body })).code, 1, name);
      assert.equal(await runsOf(name), 1);
      await rm(join(folder, `${name}.test.mjs`));
    }
  });

  it('ends a file in which nothing happens any more, names the test, and goes on with the others', async () => {
    const bodies = { fine: '', hangs: 'await setTimeout(600_000);' };
    // Long enough for the other file to begin on a busy machine.
    const { code, printed } = await run(bodies, '--silence=15');
    assert.equal(code, 1);
    assert.match(printed, /\nInterrupted while running:\n\n.*hangs/);
    assert.match(printed, /failed: hangs\.test\.mjs\n {2}printed nothing for 15 s\n/);
    assert.equal(await runsOf('fine'), 1);
  });

  it('ends no file that goes on for longer than that', async () => {
    const goesOn = 'for (let n = 0; n < 5; n += 1) await t.test(String(n), () => setTimeout(3_000));';
    const { code, printed } = await run({ goesOn }, '--silence=10');
    assert.equal(code, 0, printed);
  });

  it('ends what a file leaves running, and fails', async () => {
    const leaves = `const { spawn } = await import('node:child_process');
      const beat = "setInterval(() => fs.appendFileSync('beats', '.'), 20)";
      spawn(process.execPath, ['-e', beat], { stdio: 'inherit' }).unref();
      await setTimeout(500);`;
    const { code, printed } = await run({ leaves });
    assert.equal(code, 1);
    assert.match(printed, /failed: leaves\.test\.mjs\n {2}left processes that hold its output\n/);
    const beats = () => readFile(join(folder, 'beats'), 'utf8');
    const before = await beats();
    await setTimeout(200);
    assert.equal(await beats(), before);
  });

  it('fails when there is no such file', async () => {
    assert.equal((await run({})).code, 1);
  });

  it('says what Node.js says of an option that there is not, and nothing else', async () => {
    const { code, printed } = await run({ fine: '' }, '--no-such-option-of-node');
    assert.notEqual(code, 0);
    assert.match(printed, /bad option/);
    assert.doesNotMatch(printed, /ENOENT/);
  });

  it('runs nothing again when a test failed as well', async () => {
    const { code } = await run({ dies: "await die('SIGTRAP');", fails: "throw new Error('no');" });
    assert.equal(code, 1);
    assert.equal(await runsOf('dies'), 1);
  });
});
