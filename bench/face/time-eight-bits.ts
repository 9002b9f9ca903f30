/**
 * Processor time of one run of the packaged networks, in float32 and in eight bits, in turns in one process; and how
 * long each form takes to be written and opened.
 *
 *   node bench/face/time-eight-bits.ts
 */
import { readFile } from 'node:fs/promises';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { arrangeForRuntime } from '../../src/engine/convert/arrange-for-runtime.ts';
import { type EightBitForm, quantiseNetwork } from '../../src/engine/convert/quantise-network.ts';
import livenessForm from '../../src/engine/eight-bits/liveness-form.json' with { type: 'json' };
import recognitionForm from '../../src/engine/eight-bits/recognition-form.json' with { type: 'json' };
import { getPackagedNetwork } from '../../src/engine/packaged-models.ts';

const turns = 81;
const networks = [
  { which: 'recognition', side: 112, form: recognitionForm as unknown as EightBitForm },
  { which: 'liveness', side: 128, form: livenessForm as unknown as EightBitForm },
] as const;

for (const { which, side, form } of networks) {
  const bytes = await readFile(getPackagedNetwork(which).file.path);
  const forms = {
    float32: () => arrangeForRuntime(bytes),
    'float32 again': () => arrangeForRuntime(bytes),
    'eight bits': () => arrangeForRuntime(quantiseNetwork(bytes, form)),
  };
  const picture = Float32Array.from({ length: 3 * side * side }, (_, at) => Math.sin(at / 50));
  const opened = await Promise.all(
    Object.entries(forms).map(async ([name, write]) => ({
      name,
      session: await open(write()),
      times: [] as number[],
    })),
  );
  for (let turn = -10; turn < turns; turn++) {
    for (const { session, times } of opened) {
      const input = { [session.inputNames[0] as string]: new Tensor('float32', picture, [1, 3, side, side]) };
      const before = process.cpuUsage();
      await session.run(input);
      const { user, system } = process.cpuUsage(before);
      if (turn >= 0) times.push((user + system) / 1000);
    }
  }
  for (const { name, times } of opened) {
    const sorted = times.toSorted((a, b) => a - b);
    console.log(
      `${which}, ${name}: median ${sorted[turns >> 1]?.toFixed(2)} ms, least ${sorted[0]?.toFixed(2)} ms`,
    );
  }
}

function open(bytes: Uint8Array): Promise<InferenceSession> {
  return InferenceSession.create(bytes, {
    executionProviders: ['cpu'],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
  });
}
