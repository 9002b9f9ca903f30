import type { Pool, PoolClient } from 'pg';
import { toDatabaseError, toDatabaseErrorOfWork } from './driver-errors.ts';

/** A connection of its own, for the caller to release. Rejects with `database_unavailable` when there is none. */
export async function takeClient(pool: Pick<Pool, 'connect'>): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw toDatabaseError(error);
  }
}

/**
 * Work on a connection of its own. The connection is dropped when anything fails, and PostgreSQL rolls back with it.
 * Rejects as statements do: with `database_unavailable` for a lost connection.
 */
export async function withClient<T>(
  pool: Pick<Pool, 'connect'>,
  use: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await takeClient(pool);
  try {
    const result = await use(client);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw toDatabaseErrorOfWork(error);
  }
}
