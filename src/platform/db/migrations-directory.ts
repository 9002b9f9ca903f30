import { fileURLToPath } from 'node:url';

/** Where the migrations of this version lie. */
export const migrationsDirectory = fileURLToPath(new URL('../../../migrations', import.meta.url));
