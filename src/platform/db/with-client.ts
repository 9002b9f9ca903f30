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
  const client = await pool.connect().catch((error: unknown) => {
    throw toDatabaseError(error);
  });
  let failure: Error | undefined;
  try {
    return await use(client);
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw toDatabaseError(error);
  } finally {
    client.release(failure ?? false);
  }
}
