/*
 * ONNX files, read by hand and only as far as their graph has to be changed; `encode-onnx.ts` names the field numbers.
 * Other fields keep their bytes.
 */

/** One field of a protocol-buffer message: its number, its content, and its bytes with the tag. */
export type WireField = {
  readonly field: number;
  /** A whole number, or the bytes of a text or message. Of other kinds the bytes alone. */
  readonly value: number | Uint8Array;
  readonly bytes: Uint8Array;
};

export type FileTensor = {
  readonly name: string;
  readonly shape: readonly number[];
  /** The bytes of its float32 values, wherever they lie; undefined for other types. */
  readonly floats: Uint8Array | undefined;
  readonly bytes: Uint8Array;
};

export type FileNode = {
  /** Empty for operations outside the operator set of ONNX. */
  readonly operation: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** The attribute's whole number; 0 when it holds another kind. */
  readonly integers: ReadonlyMap<string, number>;
  /** True when an attribute holds a graph of its own. */
  readonly hasGraph: boolean;
  readonly fields: readonly WireField[];
  readonly bytes: Uint8Array;
};

export type OnnxFile = {
  readonly irVersion: number;
  readonly model: readonly WireField[];
  readonly graph: readonly WireField[];
  /** In an order in which they can run. */
  readonly nodes: readonly FileNode[];
  readonly tensors: ReadonlyMap<string, FileTensor>;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
};

const elementFloat = 1;

export class NotOnnxError extends Error {}

/** The parts of an ONNX file. Throws `NotOnnxError` for bytes that are none. */
export function readOnnx(bytes: Uint8Array): OnnxFile {
  const model = readFields(bytes);
  const graph = readFields(messageOf(model, 7));
  const tensors = messagesOf(graph, 5).map(readTensor);
  return {
    irVersion: integerOf(model, 1),
    model,
    graph,
    nodes: messagesOf(graph, 1).map(readNode),
    tensors: new Map(tensors.map((tensor) => [tensor.name, tensor])),
    inputs: messagesOf(graph, 11).map((value) => textOf(readFields(value), 1)),
    outputs: messagesOf(graph, 12).map((value) => textOf(readFields(value), 1)),
  };
}

function readNode(bytes: Uint8Array): FileNode {
  const fields = readFields(bytes);
  const attributes = messagesOf(fields, 5).map(readFields);
  return {
    operation: textOf(fields, 7) === '' ? textOf(fields, 4) : '',
    inputs: messagesOf(fields, 1).map(text),
    outputs: messagesOf(fields, 2).map(text),
    integers: new Map(attributes.map((attribute) => [textOf(attribute, 1), integerOf(attribute, 3)])),
    hasGraph: attributes.some((attribute) => attribute.some(({ field }) => field === 6 || field === 11)),
    fields,
    bytes,
  };
}

function readTensor(bytes: Uint8Array): FileTensor {
  const fields = readFields(bytes);
  const shape = integersOf(fields, 1);
  const raw = fields.find(({ field }) => field === 9)?.value;
  const length = shape.reduce((product, size) => product * size, 1);
  const isFloat = integerOf(fields, 2) === elementFloat;
  const floats = isFloat && raw instanceof Uint8Array && raw.byteLength === 4 * length ? raw : undefined;
  return { name: textOf(fields, 8), shape, floats, bytes };
}

/** The fields of a message, in their order. Throws `NotOnnxError` when they end in the middle of one. */
export function readFields(bytes: Uint8Array): WireField[] {
  const fields: WireField[] = [];
  const cursor = { at: 0 };
  while (cursor.at < bytes.length) {
    const start = cursor.at;
    const tag = readVarint(bytes, cursor);
    const wire = tag & 7;
    let value: number | Uint8Array;
    if (wire === 0) {
      value = readVarint(bytes, cursor);
    } else {
      const length = wire === 2 ? readVarint(bytes, cursor) : wire === 5 ? 4 : wire === 1 ? 8 : Number.NaN;
      if (!(length >= 0 && cursor.at + length <= bytes.length))
        throw new NotOnnxError('The file is no ONNX file');
      value = bytes.subarray(cursor.at, cursor.at + length);
      cursor.at += length;
    }
    fields.push({ field: Math.floor(tag / 8), value, bytes: bytes.subarray(start, cursor.at) });
  }
  return fields;
}

function readVarints(bytes: Uint8Array): number[] {
  const cursor = { at: 0 };
  const values: number[] = [];
  while (cursor.at < bytes.length) values.push(readVarint(bytes, cursor));
  return values;
}

/** Whole numbers that fit into 53 bits, and negative ones, which take ten bytes. */
function readVarint(bytes: Uint8Array, cursor: { at: number }): number {
  let value = 0;
  for (let factor = 1; factor <= 2 ** 63; factor *= 128) {
    const byte = bytes[cursor.at++];
    if (byte === undefined) break;
    value += (byte & 127) * factor;
    if (byte < 128) return value < 2 ** 63 ? value : negative(bytes, cursor.at);
  }
  throw new NotOnnxError('The file is no ONNX file');
}

/** The number whose ten bytes end there. */
function negative(bytes: Uint8Array, end: number): number {
  let value = 0n;
  for (let at = end - 1; at >= end - 10; at--) value = (value << 7n) | BigInt((bytes[at] as number) & 127);
  return Number(BigInt.asIntN(64, value));
}

function messagesOf(fields: readonly WireField[], wanted: number): Uint8Array[] {
  return fields
    .filter(({ field }) => field === wanted)
    .map(({ value }) => value)
    .filter((value) => value instanceof Uint8Array);
}

function messageOf(fields: readonly WireField[], wanted: number): Uint8Array {
  const [message] = messagesOf(fields, wanted);
  if (message === undefined) throw new NotOnnxError('The file is no ONNX file');
  return message;
}

function integerOf(fields: readonly WireField[], wanted: number): number {
  const value = fields.find(({ field }) => field === wanted)?.value;
  return typeof value === 'number' ? value : 0;
}

function integersOf(fields: readonly WireField[], wanted: number): number[] {
  return fields
    .filter(({ field }) => field === wanted)
    .flatMap(({ value }) => (typeof value === 'number' ? [value] : readVarints(value)));
}

/** The text in the first field of a number; empty without one. */
export function textOf(fields: readonly WireField[], wanted: number): string {
  const [found] = messagesOf(fields, wanted);
  return found === undefined ? '' : text(found);
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
