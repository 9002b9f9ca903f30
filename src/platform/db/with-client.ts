import type { Pool, PoolClient } from 'pg';

/** Work on a connection of its own. The connection is dropped when anything fails, and PostgreSQL rolls back with it. */
export async function withClient<T>(
  pool: Pick<Pool, 'connect'>,
  use: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    return await use(client);
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(failure ?? false);
  }
}
