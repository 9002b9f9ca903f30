import {
  encodeOnnx,
  type OnnxAttribute,
  type OnnxNode,
  type OnnxTensor,
  type OnnxValue,
} from '../../../src/engine/onnx/encode-onnx.ts';

/** The shape of a value for one picture: channels, height, width for pictures; one number for vectors. */
export type Shape = readonly number[];

/** A value of the graph under construction. */
export type Value = {
  readonly name: string;
  readonly shape: Shape;
  /** The number of zero channels at its end that the source graph does not have. */
  readonly spare?: number;
};

/** Weights of a convolution as ONNX wants them: output channels, input channels of a group, height, width. */
export type ConvolutionWeights = {
  readonly values: Float32Array;
  readonly shape: readonly [number, number, number, number];
  readonly groups: number;
  readonly bias: Float32Array;
};

export type Window = {
  readonly kernel: readonly [number, number];
  readonly strides: readonly [number, number];
  readonly padding: 'SAME' | 'VALID';
};

/**
 * Collects the nodes of one ONNX graph, with pictures as NCHW, and knows the shape of every
 * value, which TensorFlow's SAME padding needs: it pads the far side more when the total is odd, and ONNX's own
 * `auto_pad` is slower to load and easier to get wrong.
 */
export class GraphBuilder {
  readonly #nodes: OnnxNode[] = [];
  readonly #tensors: OnnxTensor[] = [];
  readonly #inputs: OnnxValue[] = [];
  readonly #outputs: OnnxValue[] = [];
  readonly #pictures: number;
  #count = 0;

  /** `pictures`: how many the network takes at once. */
  constructor(pictures = 1) {
    this.#pictures = pictures;
  }

  input(name: string, shape: Shape): Value {
    this.#inputs.push({ name, shape: [this.#pictures, ...shape] });
    return { name, shape };
  }

  output(name: string, value: Value): void {
    this.#nodes.push({ operation: 'Identity', inputs: [value.name], outputs: [name] });
    this.#outputs.push({ name, shape: [this.#pictures, ...value.shape] });
  }

  convolution(
    input: Value,
    convolution: ConvolutionWeights,
    window: Omit<Window, 'kernel'>,
    spare = 0,
  ): Value {
    const weights = widen(convolution, input.spare ?? 0, spare);
    const [outputs, , height, width] = weights.shape;
    const { pads, size } = placeWindow(input.shape, { ...window, kernel: [height, width] });
    const name = this.floats([...weights.shape], weights.values);
    const bias = this.floats([outputs], weights.bias);
    const attributes = {
      kernel_shape: [height, width],
      strides: [...window.strides],
      pads,
      group: weights.groups,
    };
    const value = this.node('Conv', [input.name, name, bias], [outputs, ...size], attributes);
    return { ...value, spare: weights.groups > 1 ? (input.spare ?? 0) : spare };
  }

  pool(operation: 'MaxPool' | 'AveragePool', input: Value, window: Window): Value {
    const { pads, size } = placeWindow(input.shape, window);
    const attributes = { kernel_shape: [...window.kernel], strides: [...window.strides], pads };
    return like(input, this.node(operation, [input.name], [input.shape[0] ?? 0, ...size], attributes));
  }

  globalAverage(input: Value): Value {
    refuseSpare(input);
    const channels = input.shape[0] ?? 0;
    const pooled = this.node('GlobalAveragePool', [input.name], [channels, 1, 1]);
    return this.node('Flatten', [pooled.name], [channels], { axis: 1 });
  }

  /** Limits every value to `low`..`high`; an infinite `high` makes it a plain rectifier. */
  clamp(input: Value, low: number, high: number): Value {
    if (low === 0 && high === Number.POSITIVE_INFINITY) {
      return like(input, this.node('Relu', [input.name], input.shape));
    }
    const limits = [this.floats([], Float32Array.of(low)), this.floats([], Float32Array.of(high))];
    return like(input, this.node('Clip', [input.name, ...limits], input.shape));
  }

  /** The sum of two values of the same shape. */
  add(a: Value, b: Value): Value {
    if (a.shape.join() !== b.shape.join())
      throw new Error(`Shapes ${a.shape} and ${b.shape} cannot be added`);
    return like(a, this.node('Add', [a.name, b.name], a.shape));
  }

  /** Adds zeros in front of and behind each of the three axes of a picture; spare channels count as such. */
  pad(input: Value, before: Shape, after: Shape): Value {
    if (input.spare) {
      const [channels = 0, ...rest] = after;
      if (before[0] !== 0 || channels < input.spare)
        throw new Error('Spare channels are in the way of a padding');
      return this.pad({ name: input.name, shape: input.shape }, before, [channels - input.spare, ...rest]);
    }
    const shape = input.shape.map((size, axis) => size + (before[axis] ?? 0) + (after[axis] ?? 0));
    const [more = 0, ...around] = after;
    if (more > 0 && [...before, ...around].every((size) => size === 0)) return this.#addChannels(input, more);
    const pads = this.integers([0, ...before, 0, ...after]);
    return this.node('Pad', [input.name, pads], shape);
  }

  /**
   * Zero channels behind those of a picture, by a convolution that copies. ONNX Runtime knows Pad in its slow layout
   * only, and every sum behind a Pad would stay there.
   */
  #addChannels(input: Value, more: number): Value {
    const channels = input.shape[0] ?? 0;
    const values = new Float32Array((channels + more) * channels);
    for (let channel = 0; channel < channels; channel++) values[channel * channels + channel] = 1;
    const weights = {
      values,
      shape: [channels + more, channels, 1, 1],
      groups: 1,
      bias: new Float32Array(channels + more),
    } as const;
    const plain = { name: input.name, shape: input.shape };
    return { ...this.convolution(plain, weights, { strides: [1, 1], padding: 'VALID' }), spare: 0 };
  }

  /**
   * Reshapes as TensorFlow would, whose pictures are channels-last: one transpose first, unless the order of the
   * values is the same both ways.
   */
  reshapeChannelsLast(input: Value, shape: Shape): Value {
    refuseSpare(input);
    if (sizeOf(shape) !== sizeOf(input.shape))
      throw new Error(`${input.shape} cannot be reshaped to ${shape}`);
    const [channels = 1, height = 1, width = 1] = input.shape;
    const sameOrder = input.shape.length < 3 || channels === 1 || height * width === 1;
    const ordered = sameOrder
      ? input
      : this.node('Transpose', [input.name], [height, width, channels], { perm: [0, 2, 3, 1] });
    return this.node('Reshape', [ordered.name, this.integers([this.#pictures, ...shape])], shape);
  }

  /** Matrix product with weights of `inputs` x `outputs`, and a bias. */
  dense(input: Value, weights: Float32Array, outputs: number, bias: Float32Array): Value {
    const inputs = weights.length / outputs;
    const names = [this.floats([inputs, outputs], weights), this.floats([outputs], bias)];
    return this.node('Gemm', [input.name, ...names], [outputs]);
  }

  node(
    operation: string,
    inputs: readonly string[],
    shape: Shape,
    attributes?: Readonly<Record<string, OnnxAttribute>>,
  ): Value {
    const name = `v${this.#count++}`;
    this.#nodes.push({ operation, inputs, outputs: [name], ...(attributes && { attributes }) });
    return { name, shape };
  }

  floats(shape: readonly number[], floats: Float32Array): string {
    const name = `w${this.#count++}`;
    this.#tensors.push({ name, shape, floats });
    return name;
  }

  integers(int64: readonly number[]): string {
    const name = `w${this.#count++}`;
    this.#tensors.push({ name, shape: [int64.length], int64 });
    return name;
  }

  encode(name: string): Uint8Array {
    return encodeOnnx({
      name,
      nodes: this.#nodes,
      tensors: this.#tensors,
      inputs: this.#inputs,
      outputs: this.#outputs,
    });
  }
}

function sizeOf(shape: Shape): number {
  return shape.reduce((product, size) => product * size, 1);
}

function like(model: Value, value: Value): Value {
  return model.spare ? { ...value, spare: model.spare } : value;
}

function refuseSpare(value: Value): void {
  if (value.spare) throw new Error('Spare channels would reach an output');
}

/** The same convolution for an input and an output with that many zero channels more. */
function widen(
  convolution: ConvolutionWeights,
  spareInputs: number,
  spareOutputs: number,
): ConvolutionWeights {
  const depthwise = convolution.groups > 1;
  const more = depthwise ? spareInputs : spareOutputs;
  const moreInputs = depthwise ? 0 : spareInputs;
  if (more === 0 && moreInputs === 0) return convolution;
  const [outputs, inputs, height, width] = convolution.shape;
  const area = height * width;
  const values = new Float32Array((outputs + more) * (inputs + moreInputs) * area);
  for (let output = 0; output < outputs; output++) {
    const row = convolution.values.subarray(output * inputs * area, (output + 1) * inputs * area);
    values.set(row, output * (inputs + moreInputs) * area);
  }
  const bias = new Float32Array(outputs + more);
  bias.set(convolution.bias);
  return {
    values,
    bias,
    shape: [outputs + more, inputs + moreInputs, height, width],
    groups: depthwise ? convolution.groups + spareInputs : 1,
  };
}

/** Paddings and output size of a window over a picture, by TensorFlow's rules for SAME and VALID. */
function placeWindow(shape: Shape, window: Window): { pads: number[]; size: [number, number] } {
  const axes = [0, 1].map((axis) => {
    const length = shape[axis + 1] ?? 0;
    const kernel = window.kernel[axis] ?? 1;
    const stride = window.strides[axis] ?? 1;
    if (window.padding === 'VALID')
      return { size: Math.floor((length - kernel) / stride) + 1, before: 0, after: 0 };
    const size = Math.ceil(length / stride);
    const total = Math.max((size - 1) * stride + kernel - length, 0);
    const before = Math.floor(total / 2);
    return { size, before, after: total - before };
  });
  const [y, x] = axes as [(typeof axes)[0], (typeof axes)[0]];
  return { pads: [y.before, x.before, y.after, x.after], size: [y.size, x.size] };
}
