import { join } from 'node:path';

/** Folder of the encrypted photos in a data folder. */
export function imageFolderPath(dataDir: string): string {
  return join(dataDir, 'images');
}
