import type { Db } from '../platform/db/types.ts';
import { listClientRows } from './client-store.ts';
import type { Client } from './types.ts';

/** Every client, revoked ones included, oldest first. Never more than identifiers of their secrets. */
export async function listClients(deps: { readonly db: Db }): Promise<Client[]> {
  return await listClientRows(deps.db);
}
