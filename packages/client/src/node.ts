import { openAsBlob } from 'node:fs';

/** A photo in a file, for operations that take one. The file is read when the request is made. */
export function photoFile(path: string): Promise<Blob> {
  return openAsBlob(path);
}
