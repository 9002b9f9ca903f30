import { Worker } from 'node:worker_threads';
import type { ProcessMessage } from './bounded-process.ts';

/** Ends the process when the one that started it is gone, also while a task holds its main thread. */
const watch = `
  const { workerData: parent } = require('node:worker_threads');
  setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 1000);
`;

/** Answers the tasks of the `BoundedProcess` that started this process. To be called once, when everything is loaded. */
export function answerTasks(answer: (task: never) => unknown): void {
  const send = (message: ProcessMessage) => process.send?.(message);
  process.on('message', async ({ number, task }: { number: number; task: never }) => {
    try {
      send({ kind: 'result', number, result: await answer(task) });
    } catch (error) {
      const { name = 'Error', message = '' } = error instanceof Error ? error : {};
      send({ kind: 'failure', number, name, message });
    }
  });
  // Asked here: the parent may be gone before the thread has started.
  new Worker(watch, { eval: true, workerData: process.ppid }).unref();
  // Nobody waits for an answer any more.
  process.once('disconnect', () => process.exit());
  send({ kind: 'ready' });
}
