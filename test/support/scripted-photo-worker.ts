import { parentPort, workerData } from 'node:worker_threads';
import type { HelpTask, PhotoNote, PhotoTask, PoolWorkerData } from '../../src/engine/photo-pool.ts';

/**
 * A worker that does what the photo's first byte says: 0 answers with the photo's length, 1 answers after the
 * second byte's hundredths of a second, 2 dies, 3 throws, 4 asks for help and answers with how many came within the
 * second byte's hundredths of a second, 5 sends its second byte as a note first. The photo must not be empty.
 */
export default async function answer(task: PhotoTask | HelpTask) {
  if ('offer' in task) return Atomics.add(new Int32Array(task.offer), 0, 1);
  const { photo, deadline, noteTo } = task;
  if (Date.now() > deadline) return { kind: 'expired' };
  const [order, hundredths = 0] = photo;
  if (order === 1) await new Promise((resolve) => setTimeout(resolve, hundredths * 10));
  if (order === 2) return die();
  if (order === 3) throw new Error('as told');
  if (order === 4) return { kind: 'answered', length: await countHelpers(hundredths * 10) };
  if (order === 5 && noteTo !== undefined) {
    parentPort?.postMessage({ noteTo, note: hundredths } satisfies PhotoNote);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { kind: 'answered', length: photo.length };
}

/** Nobody is waited for any longer once somebody has come. */
async function countHelpers(longestMs: number): Promise<number> {
  const helpers = new Int32Array(new SharedArrayBuffer(4));
  parentPort?.postMessage({ of: 'counting', offer: helpers.buffer } satisfies HelpTask);
  const until = performance.now() + longestMs;
  while (Atomics.load(helpers, 0) === 0 && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return Atomics.load(helpers, 0);
}

function die(): Promise<never> {
  setImmediate(() => {
    throw new Error('dying as told');
  });
  return new Promise(() => undefined);
}

const { started } = workerData as PoolWorkerData;
Atomics.add(started, 0, 1);
Atomics.notify(started, 0);
