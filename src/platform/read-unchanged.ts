import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

/** A file was written to while it was read: whoever still copies it has given a part, which is not the whole. */
export class FileChangedError extends Error {
  constructor() {
    super('The file changed while it was read. Import it again when it is whole.');
  }
}

/** The bytes of a file. Rejects with `FileChangedError` at their end when the file is no longer what it was. */
export async function* readUnchanged(path: string): AsyncGenerator<Buffer> {
  const before = await stat(path);
  yield* createReadStream(path);
  const after = await stat(path);
  if (after.size !== before.size || after.mtimeMs !== before.mtimeMs) throw new FileChangedError();
}
