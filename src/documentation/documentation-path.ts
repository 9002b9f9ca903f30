import { fileURLToPath } from 'node:url';

/** Folder that `npm run build:docs` writes the documentation site to. */
export const documentationPath = fileURLToPath(new URL('../../packages/docs/dist/', import.meta.url));
