import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
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
    option = '--test-concurrency=1',
  ): Promise<{ code: number; printed: string }> {
    for (const [name, body] of Object.entries(bodies)) {
      await writeFile(
        join(folder, `${name}.test.mjs`),
        `import { appendFileSync, readFileSync } from 'node:fs';
         import { setTimeout } from 'node:timers/promises';
         import { it } from 'node:test';
         const count = () => {
           appendFileSync('${name}.runs', '.');
           return readFileSync('${name}.runs', 'utf8').length;
         };
         const die = async (signal) => {
           process.kill(process.pid, signal);
           await setTimeout(60_000);
         };
         it('${name}', async () => { const runs = count(); ${body} });`,
      );
    }
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    return await new Promise((resolve) => {
      execFile(
        process.execPath,
        [command, option, '*.test.mjs'],
        { cwd: folder, env },
        (error, stdout, stderr) =>
          resolve({ code: error === null ? 0 : Number(error.code), printed: stdout + stderr }),
      );
    });
  }
  const runsOf = async (name: string) => (await readFile(join(folder, `${name}.runs`), 'utf8')).length;

  it('runs everything once when all goes well', async () => {
    assert.equal((await run({ fine: '' })).code, 0);
    assert.equal(await runsOf('fine'), 1);
  });

  it('runs a file again in which Node.js died, says so, and no other', async () => {
    const { code, printed } = await run({ dies: "if (runs === 1) await die('SIGSEGV');", fine: '' });
    assert.equal(code, 0, printed);
    assert.match(printed, /Node\.js died of SIGSEGV in dies\.test\.mjs: run again, once\./);
    assert.equal(await runsOf('dies'), 2);
    assert.equal(await runsOf('fine'), 1);
  });

  it('fails when Node.js dies there again', async () => {
    assert.equal((await run({ dies: "await die('SIGABRT');" })).code, 1);
    assert.equal(await runsOf('dies'), 2);
  });

  it('runs nothing again that failed, ended the process itself or was killed', async () => {
    const bodies = {
      fails: "throw new Error('no');",
      exits: 'process.exit(3);',
      killed: "await die('SIGKILL');",
    };
    for (const [name, body] of Object.entries(bodies)) {
      assert.equal((await run({ [name]: body })).code, 1);
      assert.equal(await runsOf(name), 1);
      await rm(join(folder, `${name}.test.mjs`));
    }
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
