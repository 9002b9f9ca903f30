import { fileURLToPath } from 'node:url';

/** Folder that `npm run build:console` writes the console to. */
export const consolePath = fileURLToPath(new URL('../../console/dist/', import.meta.url));
