/**
 * ONNX files, written by hand: a model is one protocol-buffer message, and the few of its fields used here are
 * all varints, 32-bit floats and length-delimited bytes. Field numbers are those of `onnx/onnx.proto` (ONNX
 * 1.12, IR version 8, operator set 17); the wire format is the one of protobuf.dev/programming-guides/encoding.
 */

/** A constant of the graph. `int64` is used for shapes and paddings only. */
export type OnnxTensor =
  | { readonly name: string; readonly shape: readonly number[]; readonly floats: Float32Array }
  | { readonly name: string; readonly shape: readonly number[]; readonly int64: readonly number[] };

export type OnnxAttribute = number | string | readonly number[];

/** One operation. Numbers among the attributes are written as integers, the only kind these graphs need. */
export type OnnxNode = {
  readonly operation: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes?: Readonly<Record<string, OnnxAttribute>>;
};

export type OnnxValue = { readonly name: string; readonly shape: readonly number[] };

export type OnnxGraph = {
  readonly name: string;
  readonly nodes: readonly OnnxNode[];
  readonly tensors: readonly OnnxTensor[];
  readonly inputs: readonly OnnxValue[];
  readonly outputs: readonly OnnxValue[];
};

/** The producer that a written file names. */
export const onnxProducer = 'confere';

const irVersion = 8;
const operatorSet = 17;
const elementFloat = 1;
const elementInt64 = 7;
const attributeInt = 2;
const attributeString = 3;
const attributeInts = 7;

/** The bytes of an ONNX file holding the graph; the same graph always gives the same bytes. */
export function encodeOnnx(graph: OnnxGraph): Uint8Array {
  const operatorSetId = message(bytesField(1, ''), varintField(2, operatorSet));
  const model = message(
    varintField(1, irVersion),
    bytesField(2, onnxProducer),
    bytesField(7, encodeGraph(graph)),
    bytesField(8, operatorSetId),
  );
  return Buffer.concat(model);
}

/** A message under construction: its pieces, joined only once, so that large weights are copied once. */
export type Pieces = Uint8Array[];

function encodeGraph(graph: OnnxGraph): Pieces {
  return message(
    ...graph.nodes.map((node) => bytesField(1, encodeNode(node))),
    bytesField(2, graph.name),
    ...graph.tensors.map((tensor) => bytesField(5, encodeTensor(tensor))),
    ...graph.inputs.map((value) => bytesField(11, encodeValue(value))),
    ...graph.outputs.map((value) => bytesField(12, encodeValue(value))),
  );
}

export function encodeNode(node: OnnxNode): Pieces {
  return message(
    ...node.inputs.map((name) => bytesField(1, name)),
    ...node.outputs.map((name) => bytesField(2, name)),
    bytesField(3, node.outputs[0] ?? ''),
    bytesField(4, node.operation),
    ...Object.entries(node.attributes ?? {}).map(([name, value]) =>
      bytesField(5, encodeAttribute(name, value)),
    ),
  );
}

export function encodeAttribute(name: string, value: OnnxAttribute): Pieces {
  if (typeof value === 'number') {
    return message(bytesField(1, name), varintField(3, value), varintField(20, attributeInt));
  }
  if (typeof value === 'string') {
    return message(bytesField(1, name), bytesField(4, value), varintField(20, attributeString));
  }
  return message(
    bytesField(1, name),
    ...value.map((item) => varintField(8, item)),
    varintField(20, attributeInts),
  );
}

export function encodeTensor(tensor: OnnxTensor): Pieces {
  const isFloat = 'floats' in tensor;
  const values = isFloat ? tensor.floats : BigInt64Array.from(tensor.int64, BigInt);
  return message(
    ...tensor.shape.map((size) => varintField(1, size)),
    varintField(2, isFloat ? elementFloat : elementInt64),
    bytesField(8, tensor.name),
    bytesField(9, [new Uint8Array(values.buffer, values.byteOffset, values.byteLength)]),
  );
}

function encodeValue(value: OnnxValue): Pieces {
  const shape = message(...value.shape.map((size) => bytesField(1, message(varintField(1, size)))));
  const tensorType = message(varintField(1, elementFloat), bytesField(2, shape));
  return message(bytesField(1, value.name), bytesField(2, message(bytesField(1, tensorType))));
}

/** Fields one after the other. */
export function message(...fields: readonly Pieces[]): Pieces {
  return fields.flat();
}

function varintField(field: number, value: number): Pieces {
  return [varint(field << 3), varint(value)];
}

/** A field of a text, or of a message. */
export function bytesField(field: number, content: string | Pieces): Pieces {
  const pieces = typeof content === 'string' ? [Buffer.from(content)] : content;
  const size = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  return [varint((field << 3) | 2), varint(size), ...pieces];
}

function varint(value: number): Uint8Array {
  if (!Number.isSafeInteger(value)) throw new TypeError(`Not an integer: ${value}`);
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes: number[] = [];
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}
