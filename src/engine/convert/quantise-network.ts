import { arrangeForRuntime } from './arrange-for-runtime.ts';
import {
  bytesField,
  encodeNode,
  encodeTensor,
  message,
  type OnnxNode,
  type OnnxTensor,
  type Pieces,
  varintField,
} from './encode-onnx.ts';
import { groupValues, type Layer, type LayerConvolution, readLayers } from './network-layers.ts';
import { type OnnxFile, readOnnx } from './read-onnx.ts';

/** Facts about a network that were learned on photos, so that most of it can run on eight-bit numbers. */
export type EightBitForm = {
  /** Outputs of the layers that stay in float32. */
  readonly floatLayers: readonly string[];
  /** The factor by which each channel is larger than its network has it, by the name of a group of values. */
  readonly channelScales: Readonly<Record<string, readonly number[]>>;
  /** Least and largest value, with the channels on those scales. */
  readonly ranges: Readonly<Record<string, readonly [low: number, high: number]>>;
};

/** Weights of full convolutions: with eight bits, processors without VNNI would limit sums of two products. */
const largestWeight = 63;
const largestDepthwiseWeight = 127;
const operatorSet = 12;
const runtimeDomain = 'com.microsoft';

/** A network as it is read for learning and for writing: channels filled up, rectifiers as they were. */
export function readForEightBits(bytes: Uint8Array): {
  file: OnnxFile;
  layers: Layer[];
  groupOf: (value: string) => string | undefined;
  bytes: Uint8Array;
} {
  const arranged = arrangeForRuntime(bytes, { keepsPrelu: true });
  const file = readOnnx(arranged);
  const layers = readLayers(file);
  return { file, layers, groupOf: groupValues(file, layers), bytes: arranged };
}

/**
 * The same network with most of its layers in eight bits: ONNX Runtime's convolutions with channels last. A rectifier
 * of slopes is the larger one of the convolution's output and of that output times the slopes.
 *
 * Throws an error for a form that has no range of a layer it runs in eight bits, for slopes above 1 and for
 * convolutions in groups of several channels. It does not check that the form was learned for these very weights: a
 * form of another network of the same layers gives a network that finds other values.
 */
export function quantiseNetwork(bytes: Uint8Array, form: EightBitForm): Uint8Array {
  return new EightBitNetwork(bytes, form).encode();
}

/** A value in eight bits: number `q` stands for `scale * (q - zero)`. */
type Levels = { readonly scale: number; readonly zero: number };
type Quantised = Levels & { readonly name: string };

class EightBitNetwork {
  readonly #file: OnnxFile;
  readonly #layers: readonly Layer[];
  readonly #groupOf: (value: string) => string | undefined;
  readonly #form: EightBitForm;
  readonly #nodes: { inputs: readonly string[]; pieces: Pieces }[] = [];
  readonly #tensors = new Map<string, Pieces>();
  readonly #floats = new Set<string>();
  readonly #quantised = new Map<string, Quantised>();
  #count = 0;

  constructor(bytes: Uint8Array, form: EightBitForm) {
    const { file, layers, groupOf } = readForEightBits(bytes);
    this.#file = file;
    this.#layers = layers;
    this.#groupOf = groupOf;
    this.#form = form;
    for (const input of file.inputs) this.#floats.add(input);
  }

  encode(): Uint8Array {
    const staysFloat = new Set(this.#form.floatLayers);
    for (const layer of this.#layers) {
      if (layer.kind === 'other') this.#copy(layer);
      else if (staysFloat.has(layer.output)) this.#inFloat(layer);
      else this.#quantised.set(layer.output, this.#inEightBits(layer));
    }
    for (const output of this.#file.outputs) this.#float(output);
    const used = new Set(this.#nodes.flatMap(({ inputs }) => inputs));
    const kept = [...this.#file.tensors.values()].filter(({ name }) => used.has(name));
    const rest = this.#file.graph.filter(({ field }) => field !== 1 && field !== 5 && field !== 13);
    const graph = message(
      ...this.#nodes.map(({ pieces }) => bytesField(1, pieces)),
      ...kept.map((tensor) => bytesField(5, [tensor.bytes])),
      ...[...this.#tensors.values()].map((tensor) => bytesField(5, tensor)),
      rest.map(({ bytes }) => bytes),
    );
    const model = this.#file.model
      .filter(({ field }) => field !== 7 && field !== 8)
      .map(({ bytes }) => bytes);
    const sets = [
      message(bytesField(1, ''), varintField(2, operatorSet)),
      message(bytesField(1, runtimeDomain), varintField(2, 1)),
    ];
    return Buffer.concat(message(model, bytesField(7, graph), ...sets.map((set) => bytesField(8, set))));
  }

  #copy(layer: Layer): void {
    for (const input of layer.inputs) this.#float(input);
    for (const { inputs, bytes } of layer.nodes) this.#nodes.push({ inputs, pieces: [bytes] });
    this.#floats.add(layer.output);
  }

  #inFloat(layer: Layer): void {
    const { convolution, slopes, before, output } = layer;
    if (convolution === undefined) {
      this.#copy(layer);
      return;
    }
    for (const input of layer.inputs) this.#float(input);
    const { weights, bias, shape, group, strides, pads } = this.#onScales(layer, convolution);
    const value = before ?? output;
    this.#add({
      operation: 'Conv',
      inputs: [...layer.inputs, this.#floatTensor(shape, weights), this.#floatTensor([bias.length], bias)],
      outputs: [value],
      attributes: { kernel_shape: shape.slice(2), strides, pads, group },
    });
    if (slopes !== undefined) {
      const slope = this.#floatTensor([slopes.length, 1, 1], slopes);
      this.#add({ operation: 'PRelu', inputs: [value, slope], outputs: [output] });
    }
    this.#floats.add(output);
  }

  #inEightBits(layer: Layer): Quantised {
    const { kind, output, convolution, slopes, before } = layer;
    const inputs = layer.inputs.map((input) => this.#eightBits(input));
    const [first, second] = inputs as [Quantised, Quantised];
    if (kind === 'Sigmoid') {
      const levels = { scale: Math.fround(1 / 255), zero: 0 };
      return this.#write('QLinearSigmoid', [...this.#operand(first), ...this.#levels(levels)], levels);
    }
    const levels = this.#levelsOf(output, slopes?.some((slope) => slope !== 0) ? before : undefined);
    if (kind === 'Add' || kind === 'Mul') {
      const operands = [...this.#operand(first), ...this.#operand(second), ...this.#levels(levels)];
      return this.#write(`QLinear${kind}`, operands, levels);
    }
    if (kind === 'GlobalAveragePool') {
      const operands = [...this.#operand(first), ...this.#levels(levels)];
      return this.#write('QLinearGlobalAveragePool', operands, levels, { channels_last: 1 });
    }
    const value = this.#convolve(first, this.#onScales(layer, convolution as LayerConvolution), levels);
    if (slopes?.some((slope) => slope !== 0) !== true) return value;
    if (slopes.some((slope) => slope > 1)) throw new Error(`${output} has slopes above 1`);
    const channels = slopes.length;
    const sloped = this.#convolve(
      value,
      {
        shape: [channels, 1, 1, 1],
        weights: slopes,
        bias: new Float32Array(channels),
        group: channels,
        strides: [1, 1],
        pads: [0, 0, 0, 0],
      },
      levels,
    );
    const name = this.#name();
    this.#add({ operation: 'Max', inputs: [value.name, sloped.name], outputs: [name] });
    return { name, ...levels };
  }

  #convolve(input: Quantised, convolution: LayerConvolution, levels: Levels): Quantised {
    const { shape, weights, bias, group, strides, pads } = convolution;
    const [outputs = 0] = shape;
    const perOutput = weights.length / outputs;
    const largest = group === 1 ? largestWeight : largestDepthwiseWeight;
    const scales = new Float32Array(outputs);
    const whole = new Int8Array(weights.length);
    const wholeBias = new Int32Array(outputs);
    for (let output = 0; output < outputs; output++) {
      const row = weights.subarray(output * perOutput, (output + 1) * perOutput);
      const magnitude = row.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
      const scale = Math.max(magnitude / largest, 1e-9);
      scales[output] = scale;
      for (const [at, weight] of row.entries()) {
        whole[output * perOutput + at] = Math.max(-largest, Math.min(largest, Math.round(weight / scale)));
      }
      const biasLevels = Math.round((bias[output] as number) / (scale * input.scale));
      wholeBias[output] = Math.max(-(2 ** 31) + 1, Math.min(2 ** 31 - 1, biasLevels));
    }
    const constants = [
      this.#tensor({ name: this.#name(), shape, whole }),
      this.#floatTensor([outputs], scales),
      this.#tensor({ name: this.#name(), shape: [outputs], whole: new Int8Array(outputs) }),
    ];
    const biasName = this.#tensor({ name: this.#name(), shape: [outputs], whole: wholeBias });
    const operands = [...this.#operand(input), ...constants, ...this.#levels(levels), biasName];
    return this.#write('QLinearConv', operands, levels, {
      channels_last: 1,
      kernel_shape: shape.slice(2),
      strides,
      pads,
      group,
    });
  }

  /** The weights for channels on the scales of the form. */
  #onScales({ inputs, output }: Layer, convolution: LayerConvolution): LayerConvolution {
    const before = this.#scalesOf(inputs[0] as string);
    const after = this.#scalesOf(output);
    const { shape, group } = convolution;
    const [outputs = 0, perGroup = 0, height = 1, width = 1] = shape;
    const area = height * width;
    const bias = convolution.bias.map((value, channel) => value / (after?.[channel] ?? 1));
    const weights = convolution.weights.map((weight, at) => {
      const channel = Math.floor(at / (perGroup * area));
      const input = group > 1 ? channel : Math.floor(at / area) % perGroup;
      return (weight * (before?.[input] ?? 1)) / (after?.[channel] ?? 1);
    });
    if (group > 1 && group !== outputs) throw new Error(`${output} is a convolution in groups`);
    return { ...convolution, weights, bias };
  }

  #scalesOf(value: string): readonly number[] | undefined {
    const group = this.#groupOf(value);
    return group === undefined ? undefined : this.#form.channelScales[group];
  }

  #levelsOf(value: string, before?: string): Levels {
    const found = [value, ...(before === undefined ? [] : [before])].map((name) => this.#form.ranges[name]);
    let [low, high] = [0, 0];
    for (const range of found) {
      if (range === undefined) throw new Error(`No range of ${value} was learned`);
      low = Math.min(low, range[0]);
      high = Math.max(high, range[1]);
    }
    const scale = Math.fround((high - low) / 255 || 1e-8);
    return { scale, zero: Math.max(0, Math.min(255, Math.round(-low / scale))) };
  }

  /** Makes the value known in float32, channels first. */
  #float(value: string): void {
    if (this.#floats.has(value)) return;
    const known = this.#quantised.get(value);
    if (known === undefined) throw new Error(`${value} is not known`);
    const turned = this.#name();
    this.#add({
      operation: 'Transpose',
      inputs: [known.name],
      outputs: [turned],
      attributes: { perm: [0, 3, 1, 2] },
    });
    this.#add({ operation: 'DequantizeLinear', inputs: [turned, ...this.#levels(known)], outputs: [value] });
    this.#floats.add(value);
  }

  #eightBits(value: string): Quantised {
    const known = this.#quantised.get(value);
    if (known !== undefined) return known;
    const levels = this.#levelsOf(value);
    const [flat, turned] = [this.#name(), this.#name()];
    this.#add({ operation: 'QuantizeLinear', inputs: [value, ...this.#levels(levels)], outputs: [flat] });
    this.#add({
      operation: 'Transpose',
      inputs: [flat],
      outputs: [turned],
      attributes: { perm: [0, 2, 3, 1] },
    });
    const made = { name: turned, ...levels };
    this.#quantised.set(value, made);
    return made;
  }

  #write(
    operation: string,
    inputs: readonly string[],
    levels: Levels,
    attributes?: OnnxNode['attributes'],
  ): Quantised {
    const name = this.#name();
    this.#add({
      operation,
      inputs,
      outputs: [name],
      domain: runtimeDomain,
      ...(attributes && { attributes }),
    });
    return { name, ...levels };
  }

  #operand(value: Quantised): string[] {
    return [value.name, ...this.#levels(value)];
  }

  #levels({ scale, zero }: Levels): string[] {
    return [
      this.#tensor({ name: `eight-bits/scale-${scale}`, shape: [], floats: Float32Array.of(scale) }),
      this.#tensor({ name: `eight-bits/zero-${zero}`, shape: [], whole: Uint8Array.of(zero) }),
    ];
  }

  #add(node: OnnxNode): void {
    this.#nodes.push({ inputs: node.inputs, pieces: encodeNode(node) });
  }

  #floatTensor(shape: readonly number[], floats: Float32Array): string {
    return this.#tensor({ name: this.#name(), shape, floats });
  }

  #tensor(tensor: OnnxTensor): string {
    if (!this.#tensors.has(tensor.name)) this.#tensors.set(tensor.name, encodeTensor(tensor));
    return tensor.name;
  }

  #name(): string {
    return `eight-bits/${this.#count++}`;
  }
}
