import type { SealedTable } from '../platform/encryption/index.ts';

/** The context that binds an image's ciphertext to its row: bytes copied under another id do not open. */
export function imageContext(id: string): string {
  return `image:${id}`;
}

/** The tables of this domain whose rows hold sealed keys. */
export const imagesSealedTables: readonly SealedTable[] = [
  { table: 'images', idColumn: 'id', contextOf: imageContext },
];
