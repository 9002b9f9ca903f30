import { toDatabaseError } from './driver-errors.ts';
import type { OpenDatabase } from './types.ts';
import { takeClient } from './with-client.ts';

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
  const client = await takeClient(database.sessions);
  try {
    await client.query('begin; set local idle_in_transaction_session_timeout = 0');
    // As text: a statement with parameters leaves a portal open, whose snapshot holds back clean-up.
    const key = `hashtextextended(${client.escapeLiteral(`confere work ${name}`)}, 0)`;
    const { rows } = await client.query(`select pg_try_advisory_xact_lock(${key}) as locked`);
    if (rows[0]?.locked !== true) {
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
