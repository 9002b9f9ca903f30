import { defineSealedColumns, type SealedTable } from '../platform/encryption/index.ts';

/** The reason of a hold. */
export const sealedHold = defineSealedColumns('person_holds', { prefix: 'person-hold' });

/** The tables of this domain whose rows hold sealed keys. */
export const privacySealedTables: readonly SealedTable[] = [sealedHold];
