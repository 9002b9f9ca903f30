import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import { hashedKeyPrefix, type RequestIdentities } from './request-identities.ts';

/**
 * Hashes the idempotency keys of a table that were stored in the clear, and gives how many. The table has the columns
 * `client_id` and `idempotency_key`. Keys are remembered for a day: there are few.
 */
export async function hashClearKeys(
  db: Db,
  table: string,
  requests: Pick<RequestIdentities, 'hashKey'>,
): Promise<number> {
  const keys = sql.table(table);
  const { rows } = await sql<{ client_id: string; idempotency_key: string }>`
    select client_id, idempotency_key from ${keys}
    where idempotency_key not like ${`${hashedKeyPrefix}%`}
  `.execute(db);
  for (const { client_id: clientId, idempotency_key: key } of rows) {
    const hashed = requests.hashKey(clientId, key);
    // A replica that does not hash yet may have stored the key once more.
    await sql`
      update ${keys} set idempotency_key = ${hashed}
      where client_id = ${clientId} and idempotency_key = ${key} and not exists (
        select 1 from ${keys} as other where other.client_id = ${clientId} and other.idempotency_key = ${hashed}
      )
    `.execute(db);
  }
  return rows.length;
}
