import { workerData } from 'node:worker_threads';
import { ensureConvertedModels } from './ensure-converted-models.ts';
import { ModelsNote } from './models-note.ts';

export type ConvertWorkerData = { readonly dataDir: string; readonly note: SharedArrayBuffer };

// Conversion computes for half a second or more, which the HTTP thread must not.
const { dataDir, note } = workerData as ConvertWorkerData;
new ModelsNote(note).write(await ensureConvertedModels(dataDir));
