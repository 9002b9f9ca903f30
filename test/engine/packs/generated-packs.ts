import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GraphBuilder, type Value } from '../../../packages/networks/convert/graph-builder.ts';
import type { PackCalibration, PackManifest } from '../../../src/engine/packs/pack-manifest.ts';

/** Small networks of the shapes that packs bring, and manifests for them. No weights of anybody's are needed. */

/** Values from -1 to 1, always the same for the same seed. */
function createNoise(seed: number): () => number {
  let state = seed * 2654435761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 31 - 1;
  };
}

/**
 * 112 x 112 in, `values` out: a random projection of the picture in blocks of eight. With an `attention` of 0 it says
 * the same of every picture.
 */
export function makeRecognitionNetwork(seed: number, values = 64, size = 112, attention = 1): Uint8Array {
  const graph = new GraphBuilder();
  const input = graph.input('data', [3, size, size]);
  const pooled = graph.pool('AveragePool', input, { kernel: [8, 8], strides: [8, 8], padding: 'VALID' });
  const side = Math.floor(size / 8);
  const flat = graph.reshapeChannelsLast(pooled, [side * side * 3]);
  const noise = createNoise(seed);
  const weights = Float32Array.from({ length: side * side * 3 * values }, () => attention * noise());
  const bias = Float32Array.from({ length: values }, () => (attention === 0 ? 1 : 0));
  graph.output('fc1', graph.dense(flat, weights, values, bias));
  return graph.encode('recognition');
}

/** What a network of SCRFD's kind is to say of one anchor, in input pixels. */
export type PlannedFace = {
  readonly box: readonly [left: number, top: number, right: number, bottom: number];
  readonly eyes: readonly [rightX: number, rightY: number, leftX: number, leftY: number];
  readonly score: number;
};

const strides = [8, 16, 32] as const;
const anchorsPerCell = 2;

/** Nine outputs for three strides; sees the planned faces in every picture, a little surer in bright ones. */
export function makeScrfdNetwork(size: number, faces: readonly PlannedFace[]): Uint8Array {
  const graph = new GraphBuilder();
  const input = graph.input('input.1', [3, size, size]);
  const mean = graph.globalAverage(input);
  const outputs: { name: string; value: Value }[] = [];
  for (const [kind, width] of [
    ['score', 1],
    ['bbox', 4],
    ['kps', 10],
  ] as const) {
    for (const stride of strides) {
      const cells = size / stride;
      const count = cells * cells * anchorsPerCell;
      const bias = new Float32Array(count * width);
      if (stride === 16) for (const face of faces) plan(bias, kind, face, cells, stride);
      const weights = new Float32Array(3 * bias.length).fill(kind === 'score' ? 1e-4 : 0);
      const dense = graph.dense(mean, weights, bias.length, bias);
      outputs.push({ name: `${kind}_${stride}`, value: graph.reshapeChannelsLast(dense, [count, width]) });
    }
  }
  for (const { name, value } of outputs) graph.output(name, value);
  return graph.encode('scrfd');
}

/** Writes a face at the anchor of the cell its centre lies in, once for each anchor so that one has to go. */
function plan(
  bias: Float32Array,
  kind: 'score' | 'bbox' | 'kps',
  { box, eyes, score }: PlannedFace,
  cells: number,
  stride: number,
): void {
  const [left, top, right, bottom] = box;
  const column = Math.floor((left + right) / 2 / stride);
  const row = Math.floor((top + bottom) / 2 / stride);
  const [x, y] = [column * stride, row * stride];
  const values = {
    score: [score],
    bbox: [x - left, y - top, right - x, bottom - y].map((value) => value / stride),
    kps: [...eyes, 0, 0, 0, 0, 0, 0].map((value, index) => (value - (index % 2 === 0 ? x : y)) / stride),
  }[kind];
  for (let anchor = 0; anchor < anchorsPerCell; anchor++) {
    const index = (row * cells + column) * anchorsPerCell + anchor;
    const surer = kind === 'score' && anchor === 1 ? -0.05 : 0;
    bias.set(
      values.map((value) => value + surer),
      index * values.length,
    );
  }
}

/**
 * 80 x 80 in, three scores out; the second is `score` for black and rises with the picture's brightness by `slope` for
 * each colour.
 */
export function makeLivenessNetwork({ score = -1, slope = 0.01 } = {}): Uint8Array {
  const graph = new GraphBuilder();
  const input = graph.input('input', [3, 80, 80]);
  const weights = new Float32Array(9);
  for (let colour = 0; colour < 3; colour++) weights[colour * 3 + 1] = slope;
  graph.output('output', graph.dense(graph.globalAverage(input), weights, 3, Float32Array.of(0, score, 0)));
  return graph.encode('liveness');
}

/** The score at which the second of three classes has a probability, the others having 0. */
export function scoreOf(probability: number): number {
  return Math.log((2 * probability) / (1 - probability));
}

/** A folder with networks in the place of MiniFASNet's two, and the builds by which they are known. */
export async function writeMiniFasNetFolder(folder: string, v2: Uint8Array, v1se: Uint8Array) {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'MiniFASNetV2.onnx'), v2);
  await writeFile(join(folder, 'MiniFASNetV1SE.onnx'), v1se);
  return {
    v2: { names: ['minifasnetv2.onnx'], sha256: [hashOf(v2)] },
    v1se: { names: ['minifasnetv1se.onnx'], sha256: [hashOf(v1se)] },
  };
}

/** A table for tests: a photo matches itself, resized or not, and hardly anything else. */
export const testCalibration: PackCalibration = {
  learntOn: 'nothing; for tests',
  falseMatchRates: [
    { falseMatchRate: 1e-2, score: 0.97 },
    { falseMatchRate: 1e-4, score: 0.985 },
    { falseMatchRate: 1e-5, score: 0.99 },
  ],
  logOddsPerScore: 400,
};

const common = {
  format: 'confere-pack@1',
  version: '1',
  licence: 'CC0-1.0',
  notice: 'Made by a test.',
} as const;

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function recognitionManifest(
  name: string,
  network: Uint8Array,
  changes: Partial<PackManifest & { role: 'recognition' }> = {},
): PackManifest & { role: 'recognition' } {
  return {
    ...common,
    name,
    role: 'recognition',
    files: [{ name: 'network.onnx', sha256: hashOf(network) }],
    input: { size: 112, colourOrder: 'bgr', mean: [127.5, 127.5, 127.5], std: [127.5, 127.5, 127.5] },
    alignment: 'five-point-112',
    output: { kind: 'embedding', values: 64 },
    calibration: testCalibration,
    ...changes,
  };
}

export function detectorManifest(name: string, network: Uint8Array, size: number): PackManifest {
  return {
    ...common,
    name,
    role: 'detector',
    files: [{ name: 'network.onnx', sha256: hashOf(network) }],
    input: { size, colourOrder: 'rgb', mean: [127.5, 127.5, 127.5], std: [128, 128, 128] },
    output: { kind: 'scrfd', strides: [...strides], anchorsPerCell },
  };
}

export function livenessManifest(name: string, network: Uint8Array): PackManifest {
  return {
    ...common,
    name,
    role: 'liveness',
    files: [{ name: 'network.onnx', sha256: hashOf(network), cropScale: 2.7 }],
    input: { size: 80, colourOrder: 'bgr', mean: [0, 0, 0], std: [1, 1, 1] },
    output: { kind: 'class-scores', classes: 3, liveClass: 1, threshold: 0.6 },
  };
}

/** A folder as `addPack` takes it. Every file of the manifest holds the network. */
export async function writePackFolder(
  folder: string,
  manifest: PackManifest,
  network: Uint8Array,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'confere-pack.json'), JSON.stringify(manifest));
  for (const { name } of manifest.files) await writeFile(join(folder, name), network);
  return folder;
}
