import type { SealedTable } from '../platform/encryption/index.ts';

/** What the private half of a signing key is sealed as. */
export function signingKeyContext(kid: string): string {
  return `signing-key:${kid}`;
}

/** The tables of this domain whose rows hold sealed keys. */
export const accessSealedTables: readonly SealedTable[] = [
  { table: 'signing_keys', idColumn: 'kid', contextOf: signingKeyContext },
];
