/**
 * Learns the eight-bit form of a packaged network (`EightBitForm`) on photos of faces.
 *
 *   node bench/face/learn-eight-bits.ts recognition|liveness <folder of photos> <file to write>
 *
 * The folder holds photos named `<person>_<number>.jpg`. A hundred photos of half the people are looked at, spread over
 * their names; the other half is left for measuring. Another set of photos gives another network, which needs another
 * name and another calibration. The first layers stay in float32, and so do convolutions over the whole picture and what
 * comes after them.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { bytesField, message, varintField } from '../../src/engine/convert/encode-onnx.ts';
import { type EightBitForm, readForEightBits } from '../../src/engine/convert/quantise-network.ts';
import { embeddedSize, FaceEmbedder } from '../../src/engine/embed-face.ts';
import { defaultFaceTemplates } from '../../src/engine/encode-face-template.ts';
import { faceInPhoto } from '../../src/engine/liveness/liveness-assessor.ts';
import { createPackagedAssessor } from '../../src/engine/liveness/open-assessor.ts';
import { eyeCentres } from '../../src/engine/locate-landmarks.ts';
import type { Network } from '../../src/engine/onnx-network.ts';
import { getPackagedNetwork } from '../../src/engine/packaged-models.ts';
import { SharedRuns } from '../../src/engine/share-run.ts';
import { openFaceFinder, type SeenFace } from '../quality/open-parts.ts';

const [which, folder, target] = process.argv.slice(2);
if ((which !== 'recognition' && which !== 'liveness') || folder === undefined || target === undefined) {
  throw new Error('Usage: node bench/face/learn-eight-bits.ts recognition|liveness <folder> <file>');
}
const wanted = 100;
const leadingFloatLayers = 2;
/** Least and most that a channel is brought to another scale by. */
const least = 1 / 64;
const most = 4;
const { layers, groupOf, file, bytes } = readForEightBits(
  await readFile(getPackagedNetwork(which).file.path),
);
const values = layers
  .filter(({ kind }) => kind !== 'other')
  .flatMap(({ before, output }) => (before ? [before, output] : [output]));
const session = await InferenceSession.create(withOutputs(values), {
  graphOptimizationLevel: 'disabled',
  intraOpNumThreads: 1,
  logSeverityLevel: 3,
});
const lows = new Map<string, Float32Array>();
const highs = new Map<string, Float32Array>();
const [input = ''] = file.inputs;
const find = await openFaceFinder();
const side = which === 'recognition' ? embeddedSize : 128;
let drawn: Float32Array | undefined;
/** Keeps the picture in the place of a network. */
const watching: Network = {
  name: which,
  inputShape: [3, side, side],
  pictures: 1,
  outputNames: ['y'],
  async run(picture) {
    drawn = picture.slice();
    const length = which === 'recognition' ? defaultFaceTemplates.embeddedValues : 3;
    return { y: new Float32Array(length).fill(1) };
  },
  release: async () => undefined,
};
const embedder = new FaceEmbedder(watching, defaultFaceTemplates.templateModel, new SharedRuns());
const assessor = createPackagedAssessor(watching);
for (const photo of await listPhotos()) {
  const seen = await find(await readFile(photo));
  if (seen === undefined) continue;
  const data = await drawInput(seen);
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
      [...own].map((value) => Number(Math.min(most, Math.max(least, value / top)).toPrecision(5))),
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
  ...convolutions.slice(0, leadingFloatLayers),
  ...(whole < 0 ? [] : convolutions.slice(whole)),
].map(({ output }) => output);
const form: EightBitForm = { floatLayers, channelScales, ranges };
await writeFile(target, `${JSON.stringify(form)}\n`);

async function listPhotos(): Promise<string[]> {
  const isLearntFrom = (person: string) =>
    (createHash('sha256').update(`eight bits ${person}`).digest()[0] as number) % 2 === 0;
  const files = (await readdir(folder as string))
    .filter((name) => name.endsWith('.jpg') && isLearntFrom(name.replace(/_?\d*\.jpg$/, '')))
    .sort();
  const step = Math.max(1, Math.floor(files.length / wanted));
  return files
    .filter((_, index) => index % step === 0)
    .slice(0, wanted)
    .map((name) => join(folder as string, name));
}

/** The picture that the network would see of the face. */
async function drawInput({ pyramid, landmarks, face }: SeenFace): Promise<Float32Array> {
  if (which === 'recognition') await embedder.begin(pyramid, landmarks)();
  else await assessor.assess(faceInPhoto(pyramid, face, eyeCentres(landmarks)));
  if (drawn === undefined) throw new Error('Nothing was drawn');
  return drawn;
}

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
