import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { arrangeForRuntime } from '../../../src/engine/onnx/arrange-for-runtime.ts';
import { encodeOnnx, type OnnxNode, type OnnxTensor } from '../../../src/engine/onnx/encode-onnx.ts';
import { readOnnx } from '../../../src/engine/onnx/read-onnx.ts';

const packageFolder = dirname(createRequire(import.meta.url).resolve('faceplugin-face-recognition-js'));

for (const [name, side, scale] of [
  ['fr_feature', 112, 1],
  ['fr_liveness', 128, 120],
] as const) {
  test(`${name} gives the same values without PRelu and with whole blocks of channels`, async () => {
    const original = await readFile(join(packageFolder, 'model', `${name}.onnx`));
    const arranged = arrangeForRuntime(original);
    assert.ok(readOnnx(original).nodes.some(({ operation }) => operation === 'PRelu'));
    const { nodes, tensors } = readOnnx(arranged);
    assert.ok(nodes.every(({ operation }) => operation !== 'PRelu'));
    for (const { inputs, integers } of nodes.filter(({ operation }) => operation === 'Conv')) {
      const [outputs = 0, perOutput] = tensors.get(inputs[1] ?? '')?.shape ?? [];
      if (perOutput === 1) assert.equal(outputs % 16, 0);
      assert.ok(integers.get('group') === 1 || integers.get('group') === outputs);
    }
    await assertSame(original, arranged, [1, 3, side, side], scale, 2e-6);
  });
}

test('steep and negative slopes, sums and pools keep their values; what leaves the graph keeps its channels', async () => {
  const original = fromElsewhere(
    encodeOnnx({
      name: 'generated',
      nodes: [
        conv('x', 'wide', 13, 3),
        { operation: 'PRelu', inputs: ['wide', 'slopes'], outputs: ['bent'] },
        conv('bent', 'deep', 13, 1, true),
        { operation: 'Add', inputs: ['wide', 'deep'], outputs: ['sum'] },
        { operation: 'PRelu', inputs: ['sum', 'one slope'], outputs: ['alike'] },
        { operation: 'GlobalAveragePool', inputs: ['sum'], outputs: ['pooled'] },
        conv('pooled', 'squeezed', 20, 13),
        { operation: 'Sigmoid', inputs: ['squeezed'], outputs: ['gate'] },
        conv('sum', 'twenty', 20, 13),
        { operation: 'Mul', inputs: ['twenty', 'gate'], outputs: ['gated'] },
        { operation: 'PRelu', inputs: ['gated', 'slopes of twenty'], outputs: ['last'] },
        conv('last', 'inside', 10, 20),
        { operation: 'Softmax', inputs: ['inside'], outputs: ['outside'], attributes: { axis: 1 } },
      ],
      tensors: [
        ...weights('wide', [13, 3, 3, 3]),
        ...weights('deep', [13, 1, 3, 3]),
        ...weights('squeezed', [20, 13, 3, 3]),
        ...weights('twenty', [20, 13, 3, 3]),
        ...weights('inside', [10, 20, 3, 3]),
        { name: 'slopes', shape: [13, 1, 1], floats: numbers(13, 2) },
        { name: 'slopes of twenty', shape: [20, 1, 1], floats: numbers(20, 0.9) },
        { name: 'one slope', shape: [1], floats: Float32Array.of(0.3) },
      ],
      inputs: [{ name: 'x', shape: [1, 3, 9, 9] }],
      outputs: [
        { name: 'outside', shape: [1, 10, 9, 9] },
        { name: 'last', shape: [1, 20, 9, 9] },
        { name: 'alike', shape: [1, 13, 9, 9] },
      ],
    }),
  );
  const arranged = arrangeForRuntime(original);
  const operations = readOnnx(arranged).nodes.map(({ operation }) => operation);
  // One slope for all channels is not a slope for each.
  assert.equal(operations.filter((operation) => operation === 'PRelu').length, 1);
  await assertSame(original, arranged, [1, 3, 9, 9], 1, 1e-5);
});

test('channels between convolutions are filled up, and the sums beside them', async () => {
  const original = fromElsewhere(
    encodeOnnx({
      name: 'generated',
      nodes: [
        conv('x', 'wide', 26, 3),
        { operation: 'PRelu', inputs: ['wide', 'slopes'], outputs: ['bent'] },
        conv('bent', 'deep', 26, 1, true),
        { operation: 'Add', inputs: ['wide', 'deep'], outputs: ['sum'] },
        conv('sum', 'y', 5, 26),
      ],
      tensors: [
        ...weights('wide', [26, 3, 3, 3]),
        ...weights('deep', [26, 1, 3, 3]),
        ...weights('y', [5, 26, 3, 3]),
        { name: 'slopes', shape: [1, 26, 1, 1], floats: numbers(26, 2) },
      ],
      inputs: [{ name: 'x', shape: [1, 3, 9, 9] }],
      outputs: [{ name: 'y', shape: [1, 5, 9, 9] }],
    }),
  );
  const arranged = arrangeForRuntime(original);
  const { tensors } = readOnnx(arranged);
  const shapes = [...tensors.values()].map(({ shape }) => shape.join());
  for (const shape of ['32,3,3,3', '32,1,3,3', '32,1,1,1', '5,32,3,3'])
    assert.ok(shapes.includes(shape), shape);
  await assertSame(original, arranged, [1, 3, 9, 9], 1, 1e-5);
});

test('bytes that are no network, and networks of the converter, stay as they are', () => {
  const converted = encodeOnnx({ name: 'own', nodes: [], tensors: [], inputs: [], outputs: [] });
  assert.equal(arrangeForRuntime(converted), converted);
  for (const bytes of [new Uint8Array(), Buffer.from('no network'), new Uint8Array(40).fill(255)]) {
    assert.equal(arrangeForRuntime(bytes), bytes);
  }
  const cut = fromElsewhere(converted).subarray(0, -3);
  assert.equal(arrangeForRuntime(cut), cut);
});

/** A convolution of three by three that keeps the size; depthwise with as many inputs as outputs. */
function conv(from: string, to: string, outputs: number, inputs: number, isDepthwise = false): OnnxNode {
  assert.ok(!isDepthwise || inputs === 1);
  const attributes = { kernel_shape: [3, 3], pads: [1, 1, 1, 1], group: isDepthwise ? outputs : 1 };
  return { operation: 'Conv', inputs: [from, `${to} weights`, `${to} bias`], outputs: [to], attributes };
}

function weights(of: string, shape: readonly [number, number, number, number]): OnnxTensor[] {
  const length = shape.reduce((product, size) => product * size, 1);
  return [
    { name: `${of} weights`, shape, floats: numbers(length, 0.3) },
    { name: `${of} bias`, shape: [shape[0]], floats: numbers(shape[0], 0.5) },
  ];
}

function numbers(length: number, largest: number): Float32Array {
  return Float32Array.from({ length }, (_, i) => largest * Math.sin(1.7 * i * i + 1));
}

/** Names another producer than the converter. */
function fromElsewhere(bytes: Uint8Array): Uint8Array {
  const copy = Buffer.from(bytes);
  copy.write('another', copy.indexOf('confere'));
  return copy;
}

/** Runs both; compares every output, relative to its largest value. */
async function assertSame(
  a: Uint8Array,
  b: Uint8Array,
  shape: readonly number[],
  scale: number,
  tolerance: number,
): Promise<void> {
  assert.notDeepEqual(a, b);
  const length = shape.reduce((product, size) => product * size, 1);
  const picture = numbers(length, 1).map((value) => (value + 1) * scale);
  const [first, second] = await Promise.all(
    [a, b].map(async (bytes) => {
      const session = await InferenceSession.create(bytes, { intraOpNumThreads: 1, logSeverityLevel: 3 });
      const input = session.inputNames[0] ?? '';
      const results = await session.run({ [input]: new Tensor('float32', picture, shape) });
      await session.release();
      return results;
    }),
  );
  const names = Object.keys(first ?? {});
  assert.ok(names.length > 0);
  for (const name of names) {
    const [values, others] = [first, second].map((results) => [
      ...((results?.[name]?.data as Float32Array | undefined) ?? []),
    ]) as [number[], number[]];
    assert.ok(values.length > 0);
    assert.equal(others.length, values.length, name);
    const largest = Math.max(...values.map(Math.abs));
    const furthest = Math.max(...values.map((value, index) => Math.abs(value - (others[index] as number))));
    assert.ok(furthest <= tolerance * largest, `${name}: ${furthest} of ${largest}`);
  }
}
