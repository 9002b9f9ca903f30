import { defineSealedColumns, type SealedTable } from '../platform/encryption/index.ts';

/** The document of a watched subject. */
export const sealedWatch = defineSealedColumns('watches', { prefix: 'watch' });

/** The tables of this domain whose rows hold sealed keys. */
export const watchesSealedTables: readonly SealedTable[] = [sealedWatch];
