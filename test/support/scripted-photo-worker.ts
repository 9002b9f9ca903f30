import { workerData } from 'node:worker_threads';
import type { PhotoTask, PoolWorkerData } from '../../src/engine/photo-pool.ts';

/**
 * A worker that does what the photo's first byte says: 0 answers with the photo's length, 1 answers after the
 * second byte's hundredths of a second, 2 dies, 3 throws. The photo must not be empty.
 */
export default async function answer({ photo, deadline }: PhotoTask) {
  if (Date.now() > deadline) return { kind: 'expired' };
  const [order, hundredths = 0] = photo;
  if (order === 1) await new Promise((resolve) => setTimeout(resolve, hundredths * 10));
  if (order === 2) return die();
  if (order === 3) throw new Error('as told');
  return { kind: 'answered', length: photo.length };
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
