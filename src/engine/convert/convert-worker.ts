import { parentPort, workerData } from 'node:worker_threads';
import { ensureConvertedModels } from './ensure-converted-models.ts';

// Conversion computes for half a second or more, which the HTTP thread must not.
parentPort?.postMessage(await ensureConvertedModels(workerData as string));
