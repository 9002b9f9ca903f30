import type { Pool, PoolClient } from 'pg';
import { toDatabaseError } from './driver-errors.ts';

/**
 * Work on a connection of its own. The connection is dropped when anything fails, and PostgreSQL rolls back with it.
 * Rejects as statements do: with `database_unavailable` for a lost connection.
 */
export async function withClient<T>(
  pool: Pick<Pool, 'connect'>,
  use: (client: PoolClient) => Promise<T>,
): Promise<T> {
  let client: PoolClient | undefined;
  try {
    client = await pool.connect();
    const result = await use(client);
    client.release();
    return result;
  } catch (error) {
    client?.release(true);
    throw toDatabaseError(error);
  }
}
