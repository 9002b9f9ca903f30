import { addToOutputs, convolutionWeights, depthwiseWeights, scaleOutputs } from './convolution-weights.ts';
import type { Weight, Weights } from './decode-weights.ts';
import { type ConvolutionWeights, GraphBuilder, type Value, type Window } from './graph-builder.ts';

/** One node of a TensorFlow.js graph model (the JSON form of a TensorFlow GraphDef). */
export type GraphModelNode = {
  readonly name: string;
  readonly op: string;
  readonly input?: readonly string[];
  readonly attr?: Readonly<Record<string, GraphModelAttribute>>;
};

export type GraphModelAttribute = {
  readonly s?: string;
  readonly list?: { readonly i?: readonly (string | number)[]; readonly s?: readonly string[] };
  readonly shape?: { readonly dim?: readonly { readonly size: string | number }[] };
};

/** Which values of the graph become outputs: name in the ONNX file to name of the node that makes it. */
export type OutputNames = Readonly<Record<string, string>>;

/**
 * The ONNX file of the part of a TensorFlow.js graph that the wanted outputs need. Pictures enter and flow as
 * NCHW; scales and offsets a channel that follow a convolution are folded into its weights, chains of rectifiers
 * and limits become one operation.
 *
 * With `pictureSize`, for square pictures of that side instead of the graph's own: for networks that look at every
 * place of a picture alike, and so give fewer rows of the same outputs.
 *
 * Throws when the graph holds an operation outside the small set that face networks of this kind use.
 */
export function convertGraphModel(
  name: string,
  nodes: readonly GraphModelNode[],
  weights: Weights,
  outputs: OutputNames,
  pictureSize?: number,
): Uint8Array {
  const conversion = new Conversion(nodes, weights, Object.values(outputs), pictureSize);
  for (const [output, node] of Object.entries(outputs)) conversion.output(output, node);
  return conversion.graph.encode(name);
}

/**
 * The ONNX counterpart of a node: a constant, a value of the graph, or an unwritten node that later nodes may still
 * absorb.
 */
type Entry =
  | { readonly kind: 'constant'; readonly weight: Weight }
  | { readonly kind: 'value'; readonly value: Value }
  | {
      readonly kind: 'convolution';
      readonly input: Value;
      readonly weights: ConvolutionWeights;
      readonly window: Omit<Window, 'kernel'>;
      readonly spare: number;
    }
  | { readonly kind: 'clamp'; readonly input: Value; readonly low: number; readonly high: number };

class Conversion {
  readonly graph = new GraphBuilder();
  readonly #nodes: ReadonlyMap<string, GraphModelNode>;
  readonly #weights: Weights;
  readonly #pictureSize: number | undefined;
  readonly #uses = new Map<string, number>();
  readonly #entries = new Map<string, Entry>();

  constructor(
    nodes: readonly GraphModelNode[],
    weights: Weights,
    outputs: readonly string[],
    pictureSize: number | undefined,
  ) {
    this.#nodes = new Map(nodes.map((node) => [node.name, node]));
    this.#weights = weights;
    this.#pictureSize = pictureSize;
    const used = [...outputs, ...nodes.flatMap((node) => node.input ?? [])];
    for (const name of used) this.#uses.set(name, (this.#uses.get(name) ?? 0) + 1);
  }

  output(name: string, node: string): void {
    this.graph.output(name, this.#value(node));
  }

  #entry(name: string): Entry {
    const known = this.#entries.get(name);
    if (known !== undefined) return known;
    const node = this.#nodes.get(name);
    if (node === undefined) throw new Error(`The graph lacks node ${name}`);
    const entry = this.#convert(node);
    this.#entries.set(name, entry);
    return entry;
  }

  /** The ONNX value of a node, writing out what was held back. */
  #value(name: string): Value {
    const entry = this.#entry(name);
    if (entry.kind === 'value') return entry.value;
    const value = this.#write(entry);
    this.#entries.set(name, { kind: 'value', value });
    return value;
  }

  #write(entry: Exclude<Entry, { kind: 'value' }>): Value {
    if (entry.kind === 'convolution') {
      return this.graph.convolution(entry.input, entry.weights, entry.window, entry.spare);
    }
    if (entry.kind === 'clamp') return this.graph.clamp(entry.input, entry.low, entry.high);
    throw new Error('A constant stands where a computed value is expected');
  }

  #constant(name: string): Weight | undefined {
    const entry = this.#entry(name);
    return entry.kind === 'constant' ? entry.weight : undefined;
  }

  #mustBeConstant(name: string): Weight {
    const weight = this.#constant(name);
    if (weight === undefined) throw new Error(`${name} is not constant`);
    return weight;
  }

  #convert(node: GraphModelNode): Entry {
    const inputs = node.input ?? [];
    const [first = '', second = ''] = inputs;
    switch (node.op) {
      case 'Const': {
        const weight = this.#weights.get(node.name);
        if (weight === undefined) throw new Error(`The weights lack ${node.name}`);
        return { kind: 'constant', weight };
      }
      case 'Placeholder':
        return { kind: 'value', value: this.graph.input('input', pictureShape(node, this.#pictureSize)) };
      case 'Identity':
        return { kind: 'value', value: this.#value(first) };
      case 'Conv2D':
      case '_FusedConv2D':
        return this.#convolution(node, inputs);
      case 'DepthwiseConv2dNative': {
        const weights = depthwiseWeights(this.#mustBeConstant(second));
        return { kind: 'convolution', input: this.#value(first), weights, window: windowOf(node), spare: 0 };
      }
      case 'Relu':
        return this.#clamp(first, 0, Number.POSITIVE_INFINITY);
      case 'Minimum':
        return this.#clamp(first, Number.NEGATIVE_INFINITY, scalar(this.#mustBeConstant(second)));
      case 'Maximum':
        return this.#clamp(first, scalar(this.#mustBeConstant(second)), Number.POSITIVE_INFINITY);
      case 'Prelu':
        return { kind: 'value', value: this.#prelu(this.#value(first), this.#mustBeConstant(second)) };
      case 'Add':
      case 'AddV2':
      case 'Mul':
        return this.#arithmetic(node.op === 'Mul' ? 'Mul' : 'Add', first, second);
      default:
        return { kind: 'value', value: this.#simple(node, first, second, inputs) };
    }
  }

  #simple(node: GraphModelNode, first: string, second: string, inputs: readonly string[]): Value {
    const input = this.#value(first);
    switch (node.op) {
      case 'MaxPool': {
        const kernel = spatial(node, 'ksize');
        return this.graph.pool('MaxPool', input, { ...windowOf(node), kernel });
      }
      case 'Pad': {
        const [, , top, bottom, left, right, front, back] = this.#mustBeConstant(second)
          .values as unknown as number[];
        return this.graph.pad(input, [front ?? 0, top ?? 0, left ?? 0], [back ?? 0, bottom ?? 0, right ?? 0]);
      }
      case 'Mean':
        return this.graph.globalAverage(input);
      case 'Reshape':
        return this.graph.reshapeChannelsLast(input, this.#reshapeTarget(input, second));
      case '_FusedMatMul': {
        const weights = this.#mustBeConstant(second);
        const bias = this.#mustBeConstant(inputs[2] ?? '');
        const product = this.graph.dense(input, weights.values, weights.shape[1] ?? 1, bias.values);
        return fusedOperations(node).includes('Relu')
          ? this.graph.clamp(product, 0, Number.POSITIVE_INFINITY)
          : product;
      }
      case 'Sigmoid':
        return this.graph.node('Sigmoid', [input.name], input.shape);
      case 'Softmax':
        return this.graph.node('Softmax', [input.name], input.shape, { axis: -1 });
      default:
        throw new Error(`Operation ${node.op} is not supported`);
    }
  }

  #convolution(node: GraphModelNode, inputs: readonly string[]): Entry {
    const fused = fusedOperations(node);
    const bias = fused.includes('BiasAdd') ? this.#mustBeConstant(inputs[2] ?? '').values : undefined;
    const weights = convolutionWeights(this.#mustBeConstant(inputs[1] ?? ''), bias);
    const convolution: Entry = {
      kind: 'convolution',
      input: this.#value(inputs[0] ?? ''),
      weights,
      window: windowOf(node),
      spare: this.#spareChannels(node, weights.shape[0]),
    };
    if (fused.includes('Relu')) {
      return { kind: 'clamp', input: this.#write(convolution), low: 0, high: Number.POSITIVE_INFINITY };
    }
    if (fused.includes('Prelu')) {
      return {
        kind: 'value',
        value: this.#prelu(this.#write(convolution), this.#mustBeConstant(inputs[3] ?? '')),
      };
    }
    const unknown = fused.filter((operation) => operation !== 'BiasAdd');
    if (unknown.length > 0) throw new Error(`Fused operation ${unknown[0]} is not supported`);
    return convolution;
  }

  #clamp(name: string, low: number, high: number): Entry {
    const entry = this.#entry(name);
    if (entry.kind !== 'clamp') return { kind: 'clamp', input: this.#value(name), low, high };
    return { ...entry, low: Math.max(entry.low, low), high: Math.min(entry.high, high) };
  }

  /**
   * Zero channels added to a convolution's output to reach a multiple of 16, which ONNX Runtime's fast layout
   * (NCHWc) asks of depthwise convolutions: BlazeFace, 24 channels wide, runs a tenth faster with 32.
   */
  #spareChannels(node: GraphModelNode, channels: number): number {
    if (channels < 16 || channels % 16 === 0) return 0;
    const consumers = [...this.#nodes.values()].filter((other) => other.input?.includes(node.name));
    const allowed = consumers.length > 0 && consumers.every(({ op }) => widthAgnostic.has(op));
    return allowed ? 16 - (channels % 16) : 0;
  }

  /**
   * `slope * x + (1 - slope) * max(x, 0)`, each product as a depthwise convolution: ONNX Runtime's own PRelu leaves
   * its fast layout and branches on every value. FaceMesh takes less than half the time on a photo.
   */
  #prelu(input: Value, slope: Weight): Value {
    if (input.spare) throw new Error('Spare channels have no slope');
    if (![1, input.shape[0]].includes(slope.values.length)) throw new Error('Slopes are not one a channel');
    const channels = input.shape[0] ?? 0;
    const slopes = Float32Array.from(
      { length: channels },
      (_, i) => slope.values[i % slope.values.length] ?? 0,
    );
    const scaled = (value: Value, values: Float32Array) =>
      this.graph.convolution(
        value,
        { values, shape: [channels, 1, 1, 1], groups: channels, bias: new Float32Array(channels) },
        { strides: [1, 1], padding: 'VALID' },
      );
    const positive = this.graph.clamp(input, 0, Number.POSITIVE_INFINITY);
    const rest = slopes.map((value) => 1 - value);
    return this.graph.add(scaled(input, slopes), scaled(positive, rest));
  }

  #arithmetic(operation: 'Add' | 'Mul', first: string, second: string): Entry {
    const constant = this.#constant(second);
    if (constant === undefined) {
      const [a, b] = [this.#value(first), this.#value(second)];
      if (operation === 'Mul') throw new Error('Only products with constants are supported');
      return { kind: 'value', value: this.graph.add(a, b) };
    }
    const entry = this.#entry(first);
    if (entry.kind === 'convolution' && this.#uses.get(first) === 1) {
      if (operation === 'Mul') scaleOutputs(entry.weights, constant.values);
      else addToOutputs(entry.weights, constant.values);
      return entry;
    }
    const input = this.#value(first);
    if (input.spare) throw new Error('Spare channels have no constant');
    const shape = input.shape.length === 3 ? [constant.values.length, 1, 1] : [constant.values.length];
    const name = this.graph.floats(shape, constant.values);
    return { kind: 'value', value: this.graph.node(operation, [input.name, name], input.shape) };
  }

  #reshapeTarget(input: Value, name: string): number[] {
    const [, rows = -1, ...rest] = this.#mustBeConstant(name).values;
    const target = [this.#pictureSize === undefined ? rows : -1, ...rest];
    const total = input.shape.reduce((product, size) => product * size, 1);
    const known = target.filter((size) => size > 0).reduce((product, size) => product * size, 1);
    return target.map((size) => (size > 0 ? size : total / known));
  }
}

/** Operations that pass zero channels on as zero channels, or swallow them. */
const widthAgnostic = new Set([
  'DepthwiseConv2dNative',
  'Conv2D',
  '_FusedConv2D',
  'AddV2',
  'Add',
  'Relu',
  'MaxPool',
]);

function scalar(weight: Weight): number {
  if (weight.values.length !== 1) throw new Error('A limit is not one number');
  return weight.values[0] as number;
}

function pictureShape(node: GraphModelNode, side: number | undefined): number[] {
  const [, height = 0, width = 0, channels = 0] = (node.attr?.shape?.shape?.dim ?? []).map((dim) =>
    Number(dim.size),
  );
  return [channels, side ?? height, side ?? width];
}

function windowOf(node: GraphModelNode): Omit<Window, 'kernel'> {
  const padding = text(node.attr?.padding?.s ?? '');
  if (padding !== 'SAME' && padding !== 'VALID') throw new Error(`Padding ${padding} is not supported`);
  if (spatial(node, 'dilations').some((size) => size !== 1)) throw new Error('Dilation is not supported');
  return { strides: spatial(node, 'strides'), padding };
}

/** Height and width of a list over batch, height, width, channels; ones when the list is absent. */
function spatial(node: GraphModelNode, attribute: string): [number, number] {
  const list = node.attr?.[attribute]?.list?.i ?? [];
  return [Number(list[1] ?? 1), Number(list[2] ?? 1)];
}

function fusedOperations(node: GraphModelNode): string[] {
  return (node.attr?.fused_ops?.list?.s ?? []).map(text);
}

/** Byte strings are base64 in the JSON form. */
function text(base64: string): string {
  return Buffer.from(base64, 'base64').toString();
}
