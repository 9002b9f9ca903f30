import type { FileNode, FileTensor, OnnxFile } from './read-onnx.ts';

/** A convolution and the rectifier behind it, or another operation on pictures; `other` is everything else. */
export type Layer = {
  readonly kind: 'convolution' | 'Add' | 'Mul' | 'GlobalAveragePool' | 'Sigmoid' | 'other';
  readonly inputs: readonly string[];
  readonly output: string;
  /** The value before the rectifier, when there is one. */
  readonly before?: string;
  /** Slopes below zero, one for each channel; zeros for a plain rectifier. */
  readonly slopes?: Float32Array;
  readonly convolution?: LayerConvolution;
  readonly nodes: readonly FileNode[];
};

export type LayerConvolution = {
  /** Output channels, input channels of a group, height, width. */
  readonly shape: readonly number[];
  readonly weights: Float32Array;
  readonly bias: Float32Array;
  readonly group: number;
  readonly strides: readonly number[];
  readonly pads: readonly number[];
};

const channelwise = new Set(['Add', 'Mul', 'GlobalAveragePool', 'Sigmoid']);

/** The layers of a network in the order in which they run. Rectifiers join the convolution before them. */
export function readLayers({ nodes, tensors, outputs }: OnnxFile): Layer[] {
  const uses = new Map<string, number>();
  for (const name of [...outputs, ...nodes.flatMap(({ inputs }) => inputs)]) {
    uses.set(name, (uses.get(name) ?? 0) + 1);
  }
  const layers = new Map<string, Layer>();
  for (const node of nodes) {
    const [input = '', second = ''] = node.inputs;
    const [output = ''] = node.outputs;
    const before = layers.get(input);
    const slopes = slopesOf(node, tensors.get(second), before);
    if (before?.kind === 'convolution' && before.slopes === undefined && slopes && uses.get(input) === 1) {
      layers.delete(input);
      layers.set(output, { ...before, output, before: input, slopes, nodes: [...before.nodes, node] });
      continue;
    }
    const convolution = node.operation === 'Conv' ? convolutionOf(node, tensors) : undefined;
    const isPair = channelwise.has(node.operation) && node.inputs.every((name) => !tensors.has(name));
    const kind = convolution ? 'convolution' : isPair ? (node.operation as Layer['kind']) : 'other';
    const inputs = node.inputs.filter((name) => !tensors.has(name));
    layers.set(output, { kind, inputs, output, nodes: [node], ...(convolution && { convolution }) });
  }
  return [...layers.values()];
}

function slopesOf(node: FileNode, slopes: FileTensor | undefined, before?: Layer): Float32Array | undefined {
  if (node.operation === 'Relu') return new Float32Array(before?.convolution?.shape[0] ?? 0);
  return node.operation === 'PRelu' && slopes ? floatsOf(slopes) : undefined;
}

function convolutionOf(node: FileNode, tensors: OnnxFile['tensors']): LayerConvolution {
  const [, weightsName = '', biasName = ''] = node.inputs;
  const weights = tensors.get(weightsName);
  const bias = tensors.get(biasName);
  if (weights === undefined) throw new Error(`The weights of ${node.outputs[0]} are not constant`);
  const list = (name: string, otherwise: readonly number[]) => {
    const found = node.lists.get(name) ?? [];
    return found.length > 0 ? found : otherwise;
  };
  return {
    shape: weights.shape,
    weights: floatsOf(weights),
    bias: bias ? floatsOf(bias) : new Float32Array(weights.shape[0] ?? 0),
    group: node.integers.get('group') ?? 1,
    strides: list('strides', [1, 1]),
    pads: list('pads', [0, 0, 0, 0]),
  };
}

/** A copy: the bytes need not lie where numbers of four bytes may. */
function floatsOf({ name, floats }: FileTensor): Float32Array {
  if (floats === undefined) throw new Error(`${name} does not hold float32 values`);
  return new Float32Array(new Uint8Array(floats).buffer);
}

/**
 * Which values must have their channels on one scale: sums and rectifiers join them. Answers the name that stands for
 * the group of a value, or undefined when the network needs its channels as they are.
 */
export function groupValues(file: OnnxFile, layers: readonly Layer[]): (value: string) => string | undefined {
  const next = new Map<string, string>();
  const root = (value: string): string => {
    let at = value;
    for (let other = next.get(at); other !== undefined; other = next.get(at)) at = other;
    return at;
  };
  const join = (a: string, b: string) => {
    if (root(a) !== root(b)) next.set(root(a), root(b));
  };
  for (const { kind, inputs, output, before } of layers) {
    if (before !== undefined) join(before, output);
    if (kind === 'Add') for (const input of inputs) join(input, output);
    // A gate has its own channels from 0 to 1; what it opens keeps its scale.
    if (kind === 'Mul' || kind === 'GlobalAveragePool') join(inputs[0] as string, output);
  }
  const fixed = new Set([...file.inputs, ...file.outputs].map(root));
  for (const { kind, inputs, output } of layers) {
    if (kind === 'other' || kind === 'Sigmoid')
      for (const value of [...inputs, output]) fixed.add(root(value));
    if (kind === 'Mul') fixed.add(root(inputs[1] as string));
  }
  return (value) => (fixed.has(root(value)) ? undefined : root(value));
}
