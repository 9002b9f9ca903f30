import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { arrangeForRuntime } from '../../../src/engine/convert/arrange-for-runtime.ts';
import { type EightBitForm, quantiseNetwork } from '../../../src/engine/convert/quantise-network.ts';
import { readOnnx } from '../../../src/engine/convert/read-onnx.ts';
import { getPackagedNetwork } from '../../../src/engine/packaged-models.ts';

// Other bytes are another network: its templates need another name and another calibration.
const written = {
  recognition: '00528d111d1f428c69cf73f1cc629cbfeff0aff63bac056feb8f2246992f7f75',
  liveness: '215984aed956b0751e065131a5d297696435bb9ac8ffa8b591597f1138f1e122',
} as const;

for (const [which, side, most] of [
  ['recognition', 112, 0.25],
  ['liveness', 128, 0.15],
] as const) {
  test(`the ${which} network is written in the same eight bits every time`, async () => {
    const { bytes, form } = await open(which);
    const network = quantiseNetwork(bytes, form);
    assert.equal(createHash('sha256').update(network).digest('hex'), written[which]);
  });

  test(`the ${which} network runs nearly all of its convolutions in eight bits`, async () => {
    const { bytes, form } = await open(which);
    const operations = readOnnx(quantiseNetwork(bytes, form)).nodes.map(({ operation }) => operation);
    const count = (wanted: string) => operations.filter((operation) => operation === wanted).length;
    // The runtime's own operations have no name of ONNX.
    assert.ok(count('') > 20 * count('Conv'), `${count('')} and ${count('Conv')}`);
  });

  test(`the ${which} network answers in eight bits nearly as in float32`, async () => {
    const { bytes, form } = await open(which);
    const picture = drawPicture(side, which === 'liveness' ? 255 : 2, which === 'liveness' ? 0 : -1);
    const float = await run(arrangeForRuntime(bytes), picture, side);
    const eightBits = await run(arrangeForRuntime(quantiseNetwork(bytes, form)), picture, side);
    const length = (values: Float32Array) => Math.hypot(...values);
    const apart = length(float.map((value, at) => value - (eightBits[at] as number))) / length(float);
    assert.ok(apart > 0 && apart < most, `${apart}`);
  });
}

test('a form of another network is refused', async () => {
  const { bytes } = await open('recognition');
  const { form } = await open('liveness');
  assert.throws(() => quantiseNetwork(bytes, form), /No range of .* was learned/);
});

async function open(which: 'recognition' | 'liveness'): Promise<{ bytes: Buffer; form: EightBitForm }> {
  const { file } = getPackagedNetwork(which, 'eight-bits');
  return { bytes: await readFile(file.path), form: file.eightBits! };
}

/** Soft shapes, as photos have them. */
function drawPicture(side: number, range: number, least: number): Float32Array {
  return Float32Array.from({ length: 3 * side * side }, (_, at) => {
    const [x, y] = [at % side, Math.floor(at / side) % side];
    const value = 0.5 + 0.3 * Math.sin(x / 9) * Math.cos(y / 13) + 0.1 * Math.sin((x + y) / 5);
    return least + range * value;
  });
}

async function run(network: Uint8Array, picture: Float32Array, side: number): Promise<Float32Array> {
  const session = await InferenceSession.create(network, { intraOpNumThreads: 1, logSeverityLevel: 3 });
  const outputs = await session.run({
    [session.inputNames[0]!]: new Tensor('float32', picture, [1, 3, side, side]),
  });
  await session.release();
  return Object.values(outputs)[0]!.data as Float32Array;
}
