/** A file found among the image files. */
export type StoredFile = {
  readonly id: string;
  /** When its bytes were last written. */
  readonly modifiedAt: Date;
};

/** The files of a list, so many at a time. */
export async function* inBatches(
  files: AsyncIterable<StoredFile>,
  size: number,
): AsyncGenerator<readonly StoredFile[]> {
  let batch: StoredFile[] = [];
  for await (const file of files) {
    batch.push(file);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Where encrypted images stand: a folder, a bucket. It sees ciphertext only and knows no names of people. Ids are
 * `img_...` identifiers; every function throws `TypeError` for anything else.
 *
 * See docs/decisions/0027.
 */
export type ImageFiles = {
  /**
   * Keeps the bytes under the id, whole or not at all: a reader never sees half of them. Resolves once a crash
   * can no longer lose them. Replaces what was there.
   */
  put(id: string, bytes: Uint8Array): Promise<void>;
  /** The bytes, or undefined when there are none under the id. */
  get(id: string): Promise<Uint8Array | undefined>;
  /** Resolves once nothing is left under the id, also when nothing was. */
  delete(id: string): Promise<void>;
  /** Every stored file, in no order, without holding the whole list in memory. */
  list(): AsyncIterable<StoredFile>;
  /** Deletes what unfinished `put` calls left behind before a moment, and says how many there were. */
  discardUnfinished(before: Date): Promise<number>;
};
