import type { PoolClient } from 'pg';
import { toDatabaseError } from './driver-errors.ts';
import type { OpenDatabase, PostgresDatabase } from './types.ts';

const embeddedWork = new WeakMap<OpenDatabase, Set<string>>();

/**
 * The right to do a named piece of work, for one at a time in all processes together; gone with the process however
 * it ends. Undefined when somebody else has it. On PostgreSQL it is an advisory lock of a transaction that stays
 * open and does nothing, which holds back no clean-up. The embedded database has one process anyway.
 *
 * @example
 * await using lock = await lockWork(database, 'people/import');
 * if (lock === undefined) throw new PeopleError('people_import_running');
 */
export async function lockWork(database: OpenDatabase, name: string): Promise<AsyncDisposable | undefined> {
  if (database.kind === 'embedded') {
    const running = embeddedWork.get(database) ?? new Set();
    embeddedWork.set(database, running);
    if (running.has(name)) return undefined;
    running.add(name);
    return { [Symbol.asyncDispose]: async () => void running.delete(name) };
  }
  return await lockOnConnection(database, async (client) => {
    const { rows } = await client.query(`select pg_try_advisory_xact_lock(${keyOf(client, name)}) as locked`);
    return rows[0]?.locked === true;
  });
}

async function lockOnConnection(
  { sessions }: PostgresDatabase,
  lock: (client: PoolClient) => Promise<boolean>,
): Promise<AsyncDisposable | undefined> {
  const client = await sessions.connect();
  try {
    await client.query('begin; set local idle_in_transaction_session_timeout = 0');
    if (!(await lock(client))) {
      client.release(true);
      return undefined;
    }
  } catch (error) {
    client.release(true);
    throw toDatabaseError(error);
  }
  return {
    async [Symbol.asyncDispose]() {
      await client.query('commit').catch(() => {});
      client.release(true);
    },
  };
}

/** As text: a statement with parameters leaves a portal open, whose snapshot holds back clean-up. */
function keyOf(client: PoolClient, name: string): string {
  return `hashtextextended(${client.escapeLiteral(`confere work ${name}`)}, 0)`;
}
