/** A weight as the networks use it: float32 values, or integers for shapes and paddings. */
export type Weight = { readonly shape: readonly number[]; readonly values: Float32Array };

export type Weights = ReadonlyMap<string, Weight>;

/** One entry of a TensorFlow.js weights manifest. */
export type WeightEntry = {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly quantization?: { readonly dtype: string; readonly scale?: number; readonly min?: number };
};

/**
 * Every weight of a TensorFlow.js manifest by name, with float16 and uint8 storage widened to float32. The
 * entries lie in the file one after another in the manifest's order, without padding.
 *
 * Throws when a storage type is unknown or the file's length is not the one the manifest adds up to.
 */
export function decodeWeights(entries: readonly WeightEntry[], file: Uint8Array): Weights {
  const weights = new Map<string, Weight>();
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let offset = 0;
  for (const entry of entries) {
    const length = entry.shape.reduce((product, size) => product * size, 1);
    const storage = entry.quantization?.dtype ?? entry.dtype;
    const read = readers[storage];
    if (read === undefined) throw new Error(`Weight ${entry.name} has unknown storage ${storage}`);
    if (offset + length * read.sizeBytes > file.byteLength) throw new Error('The weights file is too short');
    const { scale = 1, min = 0 } = entry.quantization ?? {};
    const values = new Float32Array(length);
    for (let i = 0; i < length; i++) values[i] = read.at(view, offset + i * read.sizeBytes) * scale + min;
    weights.set(entry.name, { shape: entry.shape, values });
    offset += length * read.sizeBytes;
  }
  if (offset !== file.byteLength) throw new Error('The weights file is longer than its manifest says');
  return weights;
}

type Reader = { readonly sizeBytes: number; readonly at: (view: DataView, offset: number) => number };

const readers: Readonly<Record<string, Reader>> = {
  float32: { sizeBytes: 4, at: (view, offset) => view.getFloat32(offset, true) },
  int32: { sizeBytes: 4, at: (view, offset) => view.getInt32(offset, true) },
  float16: { sizeBytes: 2, at: (view, offset) => view.getFloat16(offset, true) },
  uint8: { sizeBytes: 1, at: (view, offset) => view.getUint8(offset) },
};
