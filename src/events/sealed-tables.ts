import { defineSealedColumns, type SealedTable } from '../platform/encryption/index.ts';

/** Address and secrets of an endpoint. */
export const sealedEndpoint = defineSealedColumns('webhook_endpoints', { prefix: 'webhook-endpoint' });

/** The tables of this domain whose rows hold sealed keys. */
export const eventsSealedTables: readonly SealedTable[] = [sealedEndpoint];
