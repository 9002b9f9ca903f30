import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  convertGraphModel,
  type GraphModelAttribute,
  type GraphModelNode,
} from '../../../packages/networks/convert/convert-graph-model.ts';
import { decodeWeights, type Weight } from '../../../packages/networks/convert/decode-weights.ts';
import { disableRuntimeTelemetry, openNetwork } from '../../../src/engine/onnx-network.ts';
import {
  addConstant,
  type ChannelsLast,
  clamp,
  convolve,
  flattenAndMultiply,
  maxPool,
  padChannels,
  prelu,
} from './reference-operations.ts';

type Window = { readonly stride: number; readonly padding: 'SAME' | 'VALID' };

test('a converted graph gives what the same operations computed one value at a time give', async (t) => {
  const random = randomValues(7);
  const filters = weight([5, 5, 3, 24], random);
  const firstBias = weight([24], random);
  const depthwise = weight([3, 3, 24, 1], random);
  const scale = weight([24], random);
  const offset = weight([24], random);
  const pointwise = weight([1, 1, 24, 24], random);
  const pointwiseBias = weight([24], random);
  const narrow = weight([3, 3, 48, 6], random);
  const slope = weight([1, 1, 6], random);
  const dense = weight([2 * 2 * 6, 4], random);
  const denseBias = weight([4], random);

  const nodes: GraphModelNode[] = [
    placeholder('input', [11, 14, 3]),
    ...constants({ filters, firstBias, depthwise, scale, offset, pointwise, pointwiseBias, narrow, slope }),
    ...constants({ dense, denseBias, six: scalar(6), zero: scalar(0), pads: scalar(0), flat: scalar(0) }),
    fused('first', ['input', 'filters', 'firstBias'], { stride: 2, padding: 'SAME' }, ['BiasAdd', 'Relu']),
    windowed('DepthwiseConv2dNative', 'deep', ['first', 'depthwise'], { stride: 1, padding: 'SAME' }),
    { name: 'scaled', op: 'Mul', input: ['deep', 'scale'] },
    { name: 'shifted', op: 'Add', input: ['scaled', 'offset'] },
    { name: 'rectified', op: 'Relu', input: ['shifted'] },
    { name: 'below', op: 'Minimum', input: ['rectified', 'six'] },
    { name: 'limited', op: 'Maximum', input: ['below', 'zero'] },
    fused('point', ['limited', 'pointwise', 'pointwiseBias'], { stride: 1, padding: 'VALID' }, ['BiasAdd']),
    { name: 'sum', op: 'AddV2', input: ['first', 'point'] },
    { ...windowed('MaxPool', 'pooled', ['sum'], { stride: 2, padding: 'SAME' }), attr: poolAttributes() },
    { name: 'padded', op: 'Pad', input: ['pooled', 'pads'] },
    windowed('Conv2D', 'narrowed', ['padded', 'narrow'], { stride: 2, padding: 'SAME' }),
    { name: 'bent', op: 'Prelu', input: ['narrowed', 'slope'] },
    { name: 'flattened', op: 'Reshape', input: ['bent', 'flat'] },
    {
      name: 'product',
      op: '_FusedMatMul',
      input: ['flattened', 'dense', 'denseBias'],
      attr: fusedAttribute(['BiasAdd']),
    },
    { name: 'output', op: 'Identity', input: ['product'] },
  ];
  const weights = new Map<string, Weight>(
    Object.entries({
      filters,
      firstBias,
      depthwise,
      scale,
      offset,
      pointwise,
      pointwiseBias,
      narrow,
      slope,
      dense,
      denseBias,
    }),
  );
  weights.set('six', scalar(6)).set('zero', scalar(0));
  weights.set('pads', { shape: [4, 2], values: Float32Array.of(0, 0, 0, 0, 0, 0, 0, 24) });
  weights.set('flat', { shape: [2], values: Float32Array.of(-1, 24) });

  const picture = channelsLast(11, 14, 3, random);
  const first = clamp(convolve(picture, filters, { stride: 2, padding: 'SAME' }, firstBias), 0, Infinity);
  const deep = convolve(first, depthwise, { stride: 1, padding: 'SAME', depthwise: true });
  const limited = clamp(addConstant(deep, offset, scale), 0, 6);
  const point = convolve(limited, pointwise, { stride: 1, padding: 'VALID' }, pointwiseBias);
  const sum = { ...first, values: first.values.map((value, i) => value + (point.values[i] as number)) };
  const padded = padChannels(maxPool(sum, 2, 2), 24);
  const bent = prelu(convolve(padded, narrow, { stride: 2, padding: 'SAME' }), slope);
  const expected = flattenAndMultiply(bent, dense, denseBias);

  const bytes = convertGraphModel('small', nodes, weights, { result: 'output' });
  const network = await load(t, bytes);
  const { result } = await network.run(toPlanar(picture));
  assert.ok(result);
  assert.equal(result.length, expected.length);
  for (const [i, value] of expected.entries()) {
    assert.ok(Math.abs((result[i] as number) - value) < 1e-4 * Math.max(1, Math.abs(value)), `value ${i}`);
  }
});

test('an operation the converter does not know is refused by name', () => {
  const nodes: GraphModelNode[] = [
    placeholder('input', [4, 4, 3]),
    { name: 'odd', op: 'CropAndResize', input: ['input'] },
  ];
  assert.throws(() => convertGraphModel('odd', nodes, new Map(), { result: 'odd' }), /CropAndResize/);
});

test('weights stored as float16 and uint8 come out as the numbers they stand for', () => {
  const half = [0x3c00, 0xc000, 0x0001, 0x7bff, 0x3555];
  const file = Buffer.concat([
    Buffer.from(Uint16Array.from(half).buffer),
    Buffer.from([0, 255, 10]),
    Buffer.from(Float32Array.of(1.5, -2).buffer),
  ]);
  const weights = decodeWeights(
    [
      { name: 'half', shape: [5], dtype: 'float32', quantization: { dtype: 'float16' } },
      { name: 'byte', shape: [3], dtype: 'float32', quantization: { dtype: 'uint8', scale: 0.5, min: -1 } },
      { name: 'plain', shape: [2], dtype: 'float32' },
    ],
    file,
  );
  const expected = [1, -2, 2 ** -24, 65504, 1365 / 4096].map(Math.fround);
  assert.deepEqual([...(weights.get('half')?.values ?? [])], expected);
  assert.deepEqual([...(weights.get('byte')?.values ?? [])], [-1, 126.5, 4]);
  assert.deepEqual([...(weights.get('plain')?.values ?? [])], [1.5, -2]);
});

test('a weights file of another length than its manifest says is refused', () => {
  const entries = [{ name: 'a', shape: [2], dtype: 'float32' }];
  assert.throws(() => decodeWeights(entries, new Uint8Array(4)), /too short/);
  assert.throws(() => decodeWeights(entries, new Uint8Array(12)), /longer/);
});

async function load(t: TestContext, bytes: Uint8Array) {
  disableRuntimeTelemetry();
  const folder = await mkdtemp(join(tmpdir(), 'confere-graph-'));
  const path = join(folder, 'graph.onnx');
  await writeFile(path, bytes);
  const network = await openNetwork({ path, sha256: createHash('sha256').update(bytes).digest('hex') });
  t.after(async () => {
    await network.release();
    await rm(folder, { recursive: true });
  });
  return network;
}

function placeholder(name: string, shape: readonly number[]): GraphModelNode {
  const dim = [1, ...shape].map((size) => ({ size: String(size) }));
  return { name, op: 'Placeholder', attr: { shape: { shape: { dim } } } };
}

function constants(weights: Readonly<Record<string, Weight>>): GraphModelNode[] {
  return Object.keys(weights).map((name) => ({ name, op: 'Const' }));
}

function windowed(op: string, name: string, input: string[], window: Window): GraphModelNode {
  return { name, op, input, attr: windowAttributes(window) };
}

function fused(name: string, input: string[], window: Window, operations: string[]): GraphModelNode {
  return {
    name,
    op: '_FusedConv2D',
    input,
    attr: { ...windowAttributes(window), ...fusedAttribute(operations) },
  };
}

function fusedAttribute(operations: string[]): Record<string, GraphModelAttribute> {
  return { fused_ops: { list: { s: operations.map(base64) } } };
}

function windowAttributes({ stride, padding }: Window): Record<string, GraphModelAttribute> {
  return { strides: { list: { i: ['1', `${stride}`, `${stride}`, '1'] } }, padding: { s: base64(padding) } };
}

function poolAttributes(): Record<string, GraphModelAttribute> {
  return {
    ...windowAttributes({ stride: 2, padding: 'SAME' }),
    ksize: { list: { i: ['1', '2', '2', '1'] } },
  };
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function scalar(value: number): Weight {
  return { shape: [], values: Float32Array.of(value) };
}

function weight(shape: readonly number[], random: () => number): Weight {
  return { shape, values: Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, random) };
}

function channelsLast(height: number, width: number, channels: number, random: () => number): ChannelsLast {
  return { height, width, channels, values: Array.from({ length: height * width * channels }, random) };
}

function toPlanar({ height, width, channels, values }: ChannelsLast): Float32Array {
  const planar = new Float32Array(values.length);
  for (const [i, value] of values.entries()) {
    const channel = i % channels;
    planar[channel * height * width + (i - channel) / channels] = value;
  }
  return planar;
}

/** Numbers between -0.5 and 0.5, the same at every run (a linear congruential generator). */
function randomValues(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
}
