import { addToOutputs, convolutionWeights, scaleOutputs } from './convolution-weights.ts';
import type { Weight, Weights } from './decode-weights.ts';
import { GraphBuilder, type Value } from './graph-builder.ts';

const blocks = [
  'conv32_1',
  'conv32_2',
  'conv32_3',
  'conv64_down',
  'conv64_1',
  'conv64_2',
  'conv64_3',
  'conv128_down',
  'conv128_1',
  'conv128_2',
  'conv256_down',
  'conv256_1',
  'conv256_2',
  'conv256_down_out',
] as const;

/** A face and its mirrored copy: together they take a sixth less than one after the other. */
const picturesOfFaceRecognition = 2;

/**
 * The ONNX file of dlib's face recognition network (29 convolutions, 128 values), whose npm package holds weights
 * but no graph. The graph is the one of dlib's `dnn_face_recognition_ex.cpp` (`anet_type`): every convolution is
 * followed by a scale and an offset a channel, both folded into its weights here.
 */
export function convertFaceRecognition(weights: Weights, pictures = picturesOfFaceRecognition): Uint8Array {
  const graph = new GraphBuilder(pictures);
  const input = graph.input('input', [3, 150, 150]);
  const stem = convolve(graph, input, weights, 'conv32_down', 2);
  let value = graph.pool('MaxPool', graph.clamp(stem, 0, Number.POSITIVE_INFINITY), {
    kernel: [3, 3],
    strides: [2, 2],
    padding: 'VALID',
  });
  for (const block of blocks) value = residual(graph, value, weights, block);
  const { values, shape } = weightOf(weights, 'fc');
  const outputs = shape[1] ?? 0;
  graph.output(
    'embedding',
    graph.dense(graph.globalAverage(value), values, outputs, new Float32Array(outputs)),
  );
  return graph.encode('face-recognition');
}

function residual(graph: GraphBuilder, input: Value, weights: Weights, block: string): Value {
  const halves = block.includes('down');
  const first = convolve(graph, input, weights, `${block}/conv1`, halves ? 2 : 1);
  const rectified = graph.clamp(first, 0, Number.POSITIVE_INFINITY);
  const second = convolve(graph, rectified, weights, `${block}/conv2`, 1);
  const [main, side] = halves ? sameShape(graph, second, halve(graph, input)) : [second, input];
  const sum = graph.add(main, side);
  return graph.clamp(sum, 0, Number.POSITIVE_INFINITY);
}

function halve(graph: GraphBuilder, input: Value): Value {
  return graph.pool('AveragePool', input, { kernel: [2, 2], strides: [2, 2], padding: 'VALID' });
}

/** Zeros behind each axis of whichever branch is shorter there, as dlib's `add_prev` does. */
function sameShape(graph: GraphBuilder, a: Value, b: Value): [Value, Value] {
  const target = a.shape.map((size, axis) => Math.max(size, b.shape[axis] ?? 0));
  const [first, second] = [a, b].map((value) => {
    const after = target.map((size, axis) => size - (value.shape[axis] ?? 0));
    return after.some((count) => count > 0) ? graph.pad(value, [0, 0, 0], after) : value;
  });
  return [first as Value, second as Value];
}

function convolve(graph: GraphBuilder, input: Value, weights: Weights, name: string, stride: 1 | 2): Value {
  const convolution = convolutionWeights(
    weightOf(weights, `${name}/conv/filters`),
    weightOf(weights, `${name}/conv/bias`).values,
  );
  scaleOutputs(convolution, weightOf(weights, `${name}/scale/weights`).values);
  addToOutputs(convolution, weightOf(weights, `${name}/scale/biases`).values);
  const padding = stride === 2 ? 'VALID' : 'SAME';
  return graph.convolution(input, convolution, { strides: [stride, stride], padding });
}

function weightOf(weights: Weights, name: string): Weight {
  const weight = weights.get(name);
  if (weight === undefined) throw new Error(`The weights lack ${name}`);
  return weight;
}
