import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const module = join(import.meta.dirname, '../../../src/registry/commands/give-way.ts');
const skip = process.platform !== 'linux' && 'threads are read from /proc';
const hasChrt = spawnSync('chrt', ['--version']).status === 0;

type Scheduling = { readonly policy: number; readonly nice: number };

/** What the kernel says of every thread of a process that gave way, and of one that it made afterwards (proc(5)). */
async function threadsAfter(path: string): Promise<Scheduling[]> {
  const source = `import { readdirSync, readFileSync } from 'node:fs';
    import { Worker } from 'node:worker_threads';
    import { giveWay } from ${JSON.stringify(module)};
    giveWay();
    const worker = new Worker('setInterval(() => {}, 1000)', { eval: true });
    worker.once('online', () => {
      const threads = readdirSync('/proc/self/task').map((thread) => {
        const fields = readFileSync('/proc/self/task/' + thread + '/stat', 'utf8').split(') ')[1].split(' ');
        return { nice: Number(fields[16]), policy: Number(fields[38]) };
      });
      console.log(JSON.stringify(threads));
      process.exit();
    });`;
  const args = ['--input-type=module-typescript', '--eval', source];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { PATH: path } });
  return JSON.parse(stdout);
}

const idleClass = 5;

test('every thread of an import is of the idle class, also those it makes later', {
  skip: skip || (!hasChrt && 'no chrt'),
}, async () => {
  const threads = await threadsAfter(process.env.PATH ?? '');
  assert.ok(threads.length > 5, `${threads.length} threads`);
  assert.deepEqual([...new Set(threads.map(({ policy }) => policy))], [idleClass]);
});

test('without the program for that, every thread has the lowest priority', { skip }, async () => {
  const threads = await threadsAfter('/nowhere');
  assert.ok(threads.length > 5, `${threads.length} threads`);
  assert.deepEqual([...new Set(threads.map(({ nice }) => nice))], [19]);
});
