import {
  bytesField,
  encodeAttribute,
  encodeNode,
  encodeTensor,
  message,
  type OnnxNode,
  onnxProducer,
  type Pieces,
} from './encode-onnx.ts';
import {
  type FileNode,
  type FileTensor,
  NotOnnxError,
  type OnnxFile,
  readFields,
  readOnnx,
  textOf,
} from './read-onnx.ts';

/*
 * ONNX Runtime has a fast layout for pictures on processors with wide vectors, sixteen channels beside each other. Two
 * things make it leave that layout, at several times the cost of the work itself: a depthwise convolution whose channels
 * are no multiple of sixteen, and PRelu. Both can be said differently (docs/decisions/0079).
 */
const block = 16;
/** Fewer channels would more than double. */
const leastChannels = block / 2;

/** Operations that treat each channel alike and alone: a spare channel stays beside the others. */
const channelwise = new Set([
  'Add',
  'AveragePool',
  'Clip',
  'GlobalAveragePool',
  'LeakyRelu',
  'MaxPool',
  'Mul',
  'PRelu',
  'Relu',
  'Sigmoid',
]);

/** The operations among them whose first input alone is a picture. */
const oneInput = new Set(['Clip', 'PRelu']);

/**
 * The same network, arranged for the layout in which ONNX Runtime is fast: channels are filled up with zeros to
 * multiples of sixteen, and PRelu becomes two convolutions of one weight a channel. Outputs differ by rounding only.
 *
 * Parts that it does not understand stay as they are. So does the file when it is no ONNX, holds graphs in graphs, or
 * comes from the converter here, which arranges its networks itself.
 */
export function arrangeForRuntime(bytes: Uint8Array): Uint8Array {
  let file: OnnxFile;
  try {
    if (textOf(readFields(bytes), 2) === onnxProducer) return bytes;
    file = readOnnx(bytes);
  } catch (error) {
    if (error instanceof NotOnnxError) return bytes;
    throw error;
  }
  // Before version 4, constants had to be inputs as well.
  if (file.irVersion < 4 || file.nodes.some(({ hasGraph }) => hasGraph)) return bytes;
  return new Arrangement(file).encode();
}

/** A convolution whose weights are known: `isDepthwise` with one filter for each channel, else with one group. */
type Convolution = {
  readonly weights: FloatTensor;
  readonly bias: FloatTensor | undefined;
  readonly isDepthwise: boolean;
};

type FloatTensor = FileTensor & { readonly floats: Uint8Array };

class Arrangement {
  readonly #file: OnnxFile;
  /** Channels of the pictures that convolutions give, and of what is made of them channel by channel. */
  readonly #channels = new Map<string, number>();
  /** Values that must have the same channels: each leads to another one, the last to itself. */
  readonly #same = new Map<string, string>();
  /** By the last value of those: the network needs their channels as they are. */
  readonly #fixed = new Set<string>();
  readonly #tensors: Pieces[] = [];
  #count = 0;

  constructor(file: OnnxFile) {
    this.#file = file;
    for (const node of file.nodes) this.#joinChannels(node);
    for (const node of file.nodes) this.#fixChannels(node);
    for (const name of [...file.inputs, ...file.outputs]) this.#fixed.add(this.#root(name));
  }

  encode(): Uint8Array {
    const nodes = this.#file.nodes.flatMap((node) => this.#arrange(node));
    const used = new Set(nodes.flatMap(({ inputs }) => inputs));
    const kept = [...this.#file.tensors.values()].filter(({ name }) => used.has(name));
    // Recorded shapes of values in between (13) would be wrong now, and are not needed.
    const rest = this.#file.graph.filter(({ field }) => field !== 1 && field !== 5 && field !== 13);
    const graph = message(
      ...nodes.map((node) => bytesField(1, node.pieces)),
      ...kept.map((tensor) => bytesField(5, [tensor.bytes])),
      ...this.#tensors.map((tensor) => bytesField(5, tensor)),
      rest.map((field) => field.bytes),
    );
    const model = this.#file.model.filter(({ field }) => field !== 7).map((field) => field.bytes);
    return Buffer.concat(message(model, bytesField(7, graph)));
  }

  /** Notes the channels of a node's output, and which of its inputs must have the same. */
  #joinChannels(node: FileNode): void {
    const [input = '', other] = node.inputs;
    const [output = ''] = node.outputs;
    const convolution = this.#convolutionOf(node);
    if (convolution !== undefined) {
      this.#channels.set(output, convolution.weights.shape[0] as number);
      if (convolution.isDepthwise) this.#join(input, output);
      return;
    }
    if (!channelwise.has(node.operation) || node.outputs.length > 1) return;
    const channels = this.#channels.get(input);
    if (channels === undefined) return;
    const isPair = other !== undefined && !oneInput.has(node.operation);
    if (isPair && this.#channels.get(other) !== channels) return;
    if (node.operation === 'PRelu' && this.#slopesOf(node) === undefined) return;
    this.#channels.set(output, channels);
    this.#join(input, output);
    if (isPair) this.#join(other, output);
  }

  /** Keeps spare channels away from nodes that would not expect them. */
  #fixChannels(node: FileNode): void {
    const [input = ''] = node.inputs;
    const convolution = this.#convolutionOf(node);
    if (convolution !== undefined) {
      if (convolution.isDepthwise && !this.#channels.has(input)) this.#fixed.add(this.#root(input));
      return;
    }
    const [output = ''] = node.outputs;
    if (this.#channels.has(output)) return;
    for (const name of node.inputs) this.#fixed.add(this.#root(name));
  }

  #join(a: string, b: string): void {
    this.#same.set(this.#root(a), this.#root(b));
  }

  #root(name: string): string {
    let at = name;
    for (let next = this.#same.get(at); next !== undefined && next !== at; next = this.#same.get(at))
      at = next;
    return at;
  }

  /** Zero channels that a value gets at its end. */
  #spareOf(name: string): number {
    const channels = this.#channels.get(name);
    if (channels === undefined || channels < leastChannels || this.#fixed.has(this.#root(name))) return 0;
    return Math.ceil(channels / block) * block - channels;
  }

  #arrange(node: FileNode): { inputs: readonly string[]; pieces: Pieces }[] {
    const convolution = this.#convolutionOf(node);
    if (convolution !== undefined) return [this.#widen(node, convolution)];
    const slopes = node.operation === 'PRelu' ? this.#slopesOf(node) : undefined;
    if (slopes !== undefined) return this.#withoutPrelu(node, slopes);
    return [{ inputs: node.inputs, pieces: [node.bytes] }];
  }

  #widen(node: FileNode, convolution: Convolution): { inputs: readonly string[]; pieces: Pieces } {
    const [input = '', weightsName = '', biasName] = node.inputs;
    const more = this.#spareOf(node.outputs[0] ?? '');
    const moreInputs = convolution.isDepthwise ? 0 : this.#spareOf(input);
    if (more === 0 && moreInputs === 0) return { inputs: node.inputs, pieces: [node.bytes] };
    const [outputs = 0, perOutput = 0, height = 1, width = 1] = convolution.weights.shape;
    const area = height * width;
    const values = valuesOf(convolution.weights);
    const widened = new Float32Array((outputs + more) * (perOutput + moreInputs) * area);
    for (let output = 0; output < outputs; output++) {
      const row = values.subarray(output * perOutput * area, (output + 1) * perOutput * area);
      widened.set(row, output * (perOutput + moreInputs) * area);
    }
    const shape = [outputs + more, perOutput + moreInputs, height, width];
    const inputs = [input, this.#tensor(weightsName, shape, widened)];
    if (convolution.bias !== undefined) {
      const bias = new Float32Array(outputs + more);
      bias.set(valuesOf(convolution.bias));
      inputs.push(this.#tensor(biasName ?? '', [outputs + more], bias));
    }
    const others = node.fields.filter(
      ({ field, value }) =>
        field !== 1 &&
        !(field === 5 && value instanceof Uint8Array && textOf(readFields(value), 1) === 'group'),
    );
    const group = encodeAttribute('group', convolution.isDepthwise ? outputs + more : 1);
    const pieces = message(
      ...inputs.map((name) => bytesField(1, name)),
      others.map((field) => field.bytes),
      bytesField(5, group),
    );
    return { inputs, pieces };
  }

  /** `slope * x + sign * max(0, |1 - slope| * x)`, the sign being that of `1 - slope`. */
  #withoutPrelu(node: FileNode, known: Float32Array): { inputs: readonly string[]; pieces: Pieces }[] {
    const [input = ''] = node.inputs;
    const [output = ''] = node.outputs;
    const slopes = new Float32Array(known.length + this.#spareOf(output));
    slopes.set(known);
    const nodes: OnnxNode[] = [];
    const scaled = (from: string, scales: Float32Array) => {
      const name = this.#name(output);
      const weights = this.#tensor(name, [scales.length, 1, 1, 1], scales);
      const attributes = { kernel_shape: [1, 1], group: scales.length };
      nodes.push({ operation: 'Conv', inputs: [from, weights], outputs: [name], attributes });
      return name;
    };
    let positive = this.#name(output);
    const steepness = scaled(
      input,
      slopes.map((slope) => Math.abs(1 - slope)),
    );
    nodes.push({ operation: 'Relu', inputs: [steepness], outputs: [positive] });
    if (slopes.some((slope) => slope > 1))
      positive = scaled(
        positive,
        slopes.map((slope) => Math.sign(1 - slope)),
      );
    const line = scaled(input, slopes);
    nodes.push({ operation: 'Add', inputs: [line, positive], outputs: [output] });
    return nodes.map((made) => ({ inputs: made.inputs, pieces: encodeNode(made) }));
  }

  #convolutionOf(node: FileNode): Convolution | undefined {
    if (node.operation !== 'Conv') return undefined;
    const [, weightsName = '', biasName = ''] = node.inputs;
    const weights = this.#floats(weightsName);
    const bias = this.#floats(biasName);
    if (weights === undefined || weights.shape.length !== 4) return undefined;
    if (biasName !== '' && bias === undefined) return undefined;
    const group = node.integers.get('group') ?? 1;
    const [outputs, perOutput] = weights.shape;
    const isDepthwise = group > 1 && group === outputs && perOutput === 1;
    return group === 1 || isDepthwise ? { weights, bias, isDepthwise } : undefined;
  }

  /** The slopes of a PRelu of pictures that has one for each channel. */
  #slopesOf({ inputs: [input = '', name = ''] }: FileNode): Float32Array | undefined {
    const slopes = this.#floats(name);
    const channels = this.#channels.get(input);
    if (slopes === undefined || channels === undefined) return undefined;
    const shape = slopes.shape.length === 4 && slopes.shape[0] === 1 ? slopes.shape.slice(1) : slopes.shape;
    return shape.join() === `${channels},1,1` ? valuesOf(slopes) : undefined;
  }

  #floats(name: string): FloatTensor | undefined {
    const tensor = this.#file.tensors.get(name);
    return tensor?.floats === undefined ? undefined : { ...tensor, floats: tensor.floats };
  }

  #tensor(of: string, shape: readonly number[], floats: Float32Array): string {
    const name = this.#name(of);
    this.#tensors.push(encodeTensor({ name, shape, floats }));
    return name;
  }

  #name(of: string): string {
    return `${of}/confere-${this.#count++}`;
  }
}

/** A copy: the bytes need not lie where numbers of four bytes may. */
function valuesOf({ floats }: FloatTensor): Float32Array {
  return new Float32Array(new Uint8Array(floats).buffer);
}
