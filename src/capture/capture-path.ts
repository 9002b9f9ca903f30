import { fileURLToPath } from 'node:url';

/** Folder that `npm run build:capture` writes the page and its files to. */
export const capturePath = fileURLToPath(new URL('../../packages/capture/dist/', import.meta.url));
