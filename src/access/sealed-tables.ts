import { defineSealedColumns, type SealedTable } from '../platform/encryption/index.ts';

/** The private half of a signing key. */
export const sealedSigningKey = defineSealedColumns('signing_keys', {
  prefix: 'signing-key',
  idColumn: 'kid',
});

/** A secret that nobody has seen yet. */
export const sealedUnshownSecret = defineSealedColumns('unshown_secrets', {
  prefix: 'unshown-secret',
  idColumn: 'secret_id',
});

/** The tables of this domain whose rows hold sealed keys. */
export const accessSealedTables: readonly SealedTable[] = [sealedSigningKey, sealedUnshownSecret];
