import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { BoundedProcess, ProcessLimitError } from '../../src/platform/processes.ts';

const module = new URL('hungry-worker.ts', import.meta.url);

describe('a bounded process', () => {
  const bounded = new BoundedProcess({ module, memoryMb: 64 });
  after(() => bounded[Symbol.asyncDispose]());

  it('answers tasks in their order, with values as they are', async () => {
    const values = [1n, new Date(0), { a: [undefined, 'b'] }];
    const answers = await Promise.all(values.map((value) => bounded.run({ kind: 'echo', value }, 10_000)));
    assert.deepEqual(answers, values);
  });

  it('sees nothing of the environment', async () => {
    process.env.CONFERE_TEST_SECRET = 'x';
    const fresh = new BoundedProcess({ module, memoryMb: 64 });
    const names = (await fresh.run({ kind: 'environment' }, 10_000)) as string[];
    await fresh[Symbol.asyncDispose]();
    assert.ok(!names.includes('CONFERE_TEST_SECRET') && !names.includes('DATABASE_URL'), names.join());
  });

  it('passes on what its code throws', async () => {
    await assert.rejects(bounded.run({ kind: 'fail' }, 10_000), { name: 'RangeError', message: 'told to' });
  });

  it('that needs too much memory at once ends alone, and the next task is answered', async () => {
    for (let round = 0; round < 3; round += 1) {
      await assert.rejects(bounded.run({ kind: 'memory' }, 60_000), ProcessLimitError);
      assert.equal(await bounded.run({ kind: 'echo', value: round }, 10_000), round);
    }
  });

  it('that takes too long is ended, and the next task is answered', async () => {
    const late = bounded.run({ kind: 'loop' }, 200);
    const next = bounded.run({ kind: 'echo', value: 'next' }, 10_000);
    await assert.rejects(late, ProcessLimitError);
    assert.equal(await next, 'next');
  });

  it('that is closed refuses tasks, those under way too', async () => {
    const own = new BoundedProcess({ module, memoryMb: 64 });
    const running = own.run({ kind: 'loop' }, 60_000);
    running.catch(() => undefined);
    await own[Symbol.asyncDispose]();
    await assert.rejects(running, ProcessLimitError);
    await assert.rejects(own.run({ kind: 'echo' }, 1_000), ProcessLimitError);
  });

  it('ends when its parent was killed, also in the middle of a task', async () => {
    const script = `
      const { BoundedProcess } = await import(${JSON.stringify(new URL('../../src/platform/processes.ts', import.meta.url).href)});
      const bounded = new BoundedProcess({ module: new URL(${JSON.stringify(module.href)}), memoryMb: 64 });
      await bounded.run({ kind: 'echo' }, 10_000);
      void bounded.run({ kind: 'loop' }, 600_000);
      const { execFileSync } = await import('node:child_process');
      console.log(execFileSync('pgrep', ['-P', String(process.pid), '-f', 'hungry-worker']).toString());
      setTimeout(() => process.kill(process.pid, 'SIGKILL'), 100);
    `;
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '--eval',
      script,
    ]).catch((error: { stdout: string }) => error);
    const pid = Number(stdout.trim());
    assert.ok(pid > 0, stdout);
    const isAlive = () => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    const untilMs = performance.now() + 600_000;
    while (isAlive()) {
      assert.ok(performance.now() < untilMs, 'it is still there');
      await delay(100);
    }
  });
});
