import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Worker } from 'node:worker_threads';
import type { ConvertedModels } from '../../../src/engine/convert/ensure-converted-models.ts';
import { ModelsNote } from '../../../src/engine/convert/models-note.ts';

const models = {
  detector: { path: '/data/câmera/detector.onnx', sha256: 'aa' },
  landmarks: { path: '/data/câmera/landmarks.onnx', sha256: 'bb' },
} as unknown as ConvertedModels;

it('a thread that waits reads what another one writes, and so does who comes later', async () => {
  const note = new ModelsNote();
  const worker = new Worker(
    `const { workerData, parentPort } = require('node:worker_threads');
     import(workerData.module).then(async ({ ModelsNote }) => {
       parentPort.postMessage('waiting');
       parentPort.postMessage(await new ModelsNote(workerData.memory).read());
     });`,
    {
      eval: true,
      workerData: {
        memory: note.memory,
        module: new URL('../../../src/engine/convert/models-note.ts', import.meta.url).href,
      },
    },
  );
  const heard: unknown[] = [];
  const answered = new Promise<void>((resolve, reject) => {
    worker.on('error', reject);
    worker.on('message', (message) => {
      heard.push(message);
      if (message === 'waiting') note.write(models);
      else resolve();
    });
  });
  await answered;
  assert.deepEqual(heard, ['waiting', models]);
  assert.deepEqual(await new ModelsNote(note.memory).read(), models);
  await worker.terminate();
});

it('readers are told when there will be no networks', async () => {
  const note = new ModelsNote();
  const reading = new ModelsNote(note.memory).read();
  note.fail();
  await assert.rejects(reading, /not converted/);
});

it('paths that do not fit are a mistake', () => {
  const path = 'x'.repeat(70_000);
  assert.throws(
    () => new ModelsNote().write({ detector: { path, sha256: '' } } as unknown as ConvertedModels),
    RangeError,
  );
});
