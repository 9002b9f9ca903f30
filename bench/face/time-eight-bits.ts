/**
 * Processor time of one run of the packaged networks, in float32 and in eight bits, in turns in one process.
 *
 *   node bench/face/time-eight-bits.ts
 */
import type { EightBitForm } from '../../src/engine/convert/quantise-network.ts';
import livenessForm from '../../src/engine/eight-bits/liveness-form.json' with { type: 'json' };
import recognitionForm from '../../src/engine/eight-bits/recognition-form.json' with { type: 'json' };
import { openNetwork } from '../../src/engine/onnx-network.ts';
import { getPackagedNetwork } from '../../src/engine/packaged-models.ts';

const turns = 81;
const networks = [
  { which: 'recognition', side: 112, form: recognitionForm as unknown as EightBitForm },
  { which: 'liveness', side: 128, form: livenessForm as unknown as EightBitForm },
] as const;

for (const { which, side, form } of networks) {
  const { file } = getPackagedNetwork(which);
  const files = { float32: file, 'float32 again': file, 'eight bits': { ...file, eightBits: form } };
  const picture = Float32Array.from({ length: 3 * side * side }, (_, at) => Math.sin(at / 50));
  const opened = await Promise.all(
    Object.entries(files).map(async ([name, one]) => ({
      name,
      network: await openNetwork(one, side),
      times: [] as number[],
    })),
  );
  for (let turn = -10; turn < turns; turn++) {
    for (const { network, times } of opened) {
      const before = process.cpuUsage();
      await network.run(picture);
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
  await Promise.all(opened.map(({ network }) => network.release()));
}
