/**
 * Learns the eight-bit form of a network (`EightBitForm`) on pictures of its input.
 *
 *   node bench/face/learn-eight-bits.ts NETWORK.onnx PICTURES.f32 FORM.json --side 112 --pictures 100 --float 2
 *
 * `--float`: that many layers at the beginning stay in float32, and so do convolutions over the whole picture and what
 * comes after them.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { bytesField, message, varintField } from '../../src/engine/convert/encode-onnx.ts';
import { type EightBitForm, readForEightBits } from '../../src/engine/convert/quantise-network.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    side: { type: 'string', default: '112' },
    pictures: { type: 'string', default: '100' },
    float: { type: 'string', default: '2' },
    exponent: { type: 'string', default: '1' },
  },
});
const [network, pictures, target] = positionals;
if (network === undefined || pictures === undefined || target === undefined) {
  throw new Error('Usage: node bench/face/learn-eight-bits.ts NETWORK.onnx PICTURES.f32 FORM.json');
}
const least = 1 / 64;
const most = 4;
const { layers, groupOf, file, bytes } = readForEightBits(await readFile(network));
const values = layers
  .filter(({ kind }) => kind !== 'other')
  .flatMap(({ before, output }) => (before ? [before, output] : [output]));
const session = await InferenceSession.create(withOutputs(values), {
  graphOptimizationLevel: 'disabled',
  intraOpNumThreads: 1,
  logSeverityLevel: 3,
});
const side = Number(flags.side);
const size = 3 * side * side;
const all = await readFile(pictures);
const count = all.byteLength / 4 / size;
const wanted = Math.min(Number(flags.pictures), count);
const lows = new Map<string, Float32Array>();
const highs = new Map<string, Float32Array>();
const [input = ''] = file.inputs;
for (let picture = 0; picture < wanted; picture++) {
  const at = Math.floor((picture * (count - 1)) / Math.max(1, wanted - 1)) * size * 4;
  const data = new Float32Array(all.buffer.slice(all.byteOffset + at, all.byteOffset + at + size * 4));
  note(input, data, 3);
  const found = await session.run({
    [session.inputNames[0] as string]: new Tensor('float32', data, [1, 3, side, side]),
  });
  for (const name of values) {
    const tensor = found[name] as Tensor;
    note(name, tensor.data as Float32Array, tensor.dims[1] as number);
  }
}
const known = [input, ...values];
const magnitudes = new Map<string, Float32Array>();
for (const name of known) {
  const group = groupOf(name);
  if (group === undefined) continue;
  const [low, high] = [lows.get(name) as Float32Array, highs.get(name) as Float32Array];
  const own = low.map((value, channel) => Math.max(Math.abs(value), Math.abs(high[channel] as number)));
  const other = magnitudes.get(group);
  magnitudes.set(group, other ? own.map((value, channel) => Math.max(value, other[channel] as number)) : own);
}
const channelScales = Object.fromEntries(
  [...magnitudes].map(([group, own]) => {
    const large = own.toSorted().slice(-Math.max(1, Math.floor(own.length / 8)));
    const top =
      large.length % 2
        ? (large[large.length >> 1] as number)
        : ((large[large.length / 2 - 1] as number) + (large[large.length / 2] as number)) / 2;
    return [
      group,
      [...own].map((value) =>
        Number(Math.min(most, Math.max(least, (value / top) ** Number(flags.exponent))).toPrecision(5)),
      ),
    ];
  }),
);
const ranges = Object.fromEntries(
  known.map((name) => {
    const scales = channelScales[groupOf(name) ?? ''];
    const onScale = (bounds: Float32Array) =>
      [...bounds].map((value, channel) => value / (scales?.[channel] ?? 1));
    const bounds = [
      Math.min(...onScale(lows.get(name) as Float32Array)),
      Math.max(...onScale(highs.get(name) as Float32Array)),
    ];
    return [name, bounds.map((value) => Number(value.toPrecision(6))) as [number, number]];
  }),
);
const convolutions = layers.filter(({ kind }) => kind === 'convolution');
const whole = convolutions.findIndex(({ convolution }) => (convolution?.shape[2] ?? 0) >= 7);
const floatLayers = [
  ...convolutions.slice(0, Number(flags.float)),
  ...(whole < 0 ? [] : convolutions.slice(whole)),
].map(({ output }) => output);
const form: EightBitForm = { floatLayers, channelScales, ranges };
await writeFile(target, `${JSON.stringify(form)}\n`);

function note(name: string, data: Float32Array, channels: number): void {
  const area = data.length / channels;
  const low = lows.get(name) ?? new Float32Array(channels).fill(Number.POSITIVE_INFINITY);
  const high = highs.get(name) ?? new Float32Array(channels).fill(Number.NEGATIVE_INFINITY);
  for (const [at, value] of data.entries()) {
    const channel = Math.floor(at / area);
    if (value < (low[channel] as number)) low[channel] = value;
    if (value > (high[channel] as number)) high[channel] = value;
  }
  lows.set(name, low);
  highs.set(name, high);
}

/** The network with more outputs: an output of ONNX needs a name and the type of its elements. */
function withOutputs(names: readonly string[]): Uint8Array {
  const type = bytesField(2, message(bytesField(1, message(varintField(1, 1)))));
  const more = names
    .filter((name) => !file.outputs.includes(name))
    .map((name) => bytesField(12, message(bytesField(1, name), type)));
  const graph = message(
    file.graph.filter(({ field }) => field !== 13).map((field) => field.bytes),
    ...more,
  );
  const model = file.model.filter(({ field }) => field !== 7).map((field) => field.bytes);
  return bytes.length === 0 ? bytes : Buffer.concat(message(model, bytesField(7, graph)));
}
