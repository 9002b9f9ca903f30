import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  sql,
} from 'kysely';
import { mayReadReplica, type Replica, runInReadScope } from './follow-replica.ts';
import { planNamed, planOnce } from './named-statements.ts';
import { changeDriver } from './translating-dialect.ts';
import type { Db, Reads } from './types.ts';

declare module './tables.ts' {
  interface Tables {
    read_positions: { readonly reader: string; readonly position: string; readonly noted_at: Date };
  }
}

const note = planNamed<object>(`
  insert into read_positions (reader, position, noted_at)
  values (:reader::text, pg_current_wal_insert_lsn()::text, clock_timestamp())
  on conflict (reader) do update set position = excluded.position, noted_at = excluded.noted_at`);

const find = planNamed<{ position: string }>(
  'select position from read_positions where reader = :reader::text',
);

const cleanEveryMs = 60_000;

/** NOTE: positions are kept in the primary, since a caller's next request may come to another process. */
export function createReads(db: Db, replica: Replica): Reads {
  let cleanedAt = performance.now();
  return {
    async from(reader, work) {
      if (!replica.isUsable()) return await work();
      // The end of the log after the caller's last change.
      const [row] = await find(db, { reader });
      return replica.isUsable(row?.position) ? await runInReadScope(work) : await work();
    },
    async noteChange(reader) {
      await note(db, { reader });
      if (performance.now() - cleanedAt < cleanEveryMs) return;
      cleanedAt = performance.now();
      // A usable replica is never further behind than that. The clock is the database's.
      const keptSeconds = (cleanEveryMs + 2 * replica.maxLagMs) / 1_000;
      await sql`delete from read_positions
        where noted_at < clock_timestamp() - make_interval(secs => ${keptSeconds}::float8)`.execute(db);
    },
    state: replica.state,
    lagMs: replica.lagMs,
  };
}

/**
 * A dialect that runs statements of a read scope on the replica while that is usable. What the replica refuses or fails
 * runs on the primary instead, and so does every transaction.
 */
export function routeReads(dialect: Dialect, replica: Replica): Dialect {
  const primaryOf = async (connection: DatabaseConnection) =>
    connection instanceof RoutedConnection ? await connection.primary() : connection;
  return changeDriver(dialect, (driver) => ({
    init: (options) => driver.init(options),
    acquireConnection: async (options) =>
      mayReadReplica() && replica.isUsable()
        ? new RoutedConnection(driver, replica)
        : await driver.acquireConnection(options),
    beginTransaction: async (connection, settings) =>
      await driver.beginTransaction(await primaryOf(connection), settings),
    commitTransaction: async (connection) => await driver.commitTransaction(await primaryOf(connection)),
    rollbackTransaction: async (connection) => await driver.rollbackTransaction(await primaryOf(connection)),
    async releaseConnection(connection, options) {
      if (connection instanceof RoutedConnection) await connection.release();
      else await driver.releaseConnection(connection, options);
    },
    destroy: (options) => driver.destroy(options),
  }));
}

class RoutedConnection implements DatabaseConnection {
  readonly #driver: Driver;
  readonly #replica: Replica;
  #primary: DatabaseConnection | undefined;

  constructor(driver: Driver, replica: Replica) {
    this.#driver = driver;
    this.#replica = replica;
  }

  /** The connection of the primary, once there is need for one. */
  async primary(): Promise<DatabaseConnection> {
    this.#primary ??= await this.#driver.acquireConnection();
    return this.#primary;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#primary === undefined && this.#replica.isUsable()) {
      try {
        const { rows } = await this.#replica.run(query.sql, query.parameters);
        return { rows };
      } catch {
        // A write, a lock, a standby that went away or cancelled the statement: the primary decides.
      }
    }
    return await (await this.primary()).executeQuery<Row>(query);
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    yield* (await this.primary()).streamQuery<Row>(query, chunkSize);
  }

  async release(): Promise<void> {
    if (this.#primary !== undefined) await this.#driver.releaseConnection(this.#primary);
  }
}

/** Keys of one statement at most. */
const largestGroup = 200;

/**
 * Reads one row by a key, or nothing. What is asked for in one turn of the event loop is read together, in one
 * statement that is planned once: a server with many requests at a time then asks its database a few times instead of
 * many, and nobody waits for more than the others' requests to be taken in. A row is as new as that statement, which
 * begins after it was asked for; when the statement fails, it fails for all who asked.
 *
 * `selectOne` selects the row of the key `wanted.key`, a text; columns of the name `key` are not for it to give.
 *
 * @example
 * const readName = gatherReads<{ readonly name: string }>('select name from people where id = wanted.key');
 * const row = await readName(db, 'person_1');
 */
export function gatherReads<Row extends object>(
  selectOne: string,
): (db: Db, key: string) => Promise<Row | undefined> {
  // The limit keeps the planner from reading whole tables to join them: one look at an index for each key.
  const text = planOnce(`select wanted.key, found.* from unnest($1::text[]) as wanted (key)
    cross join lateral (${selectOne} limit 1) as found`);
  type Group = Map<string, PromiseWithResolvers<Row | undefined>>;
  // Reads for the replica and reads for the primary are not gathered together.
  const gatheringOf = { primary: new WeakMap<Db, Group>(), replica: new WeakMap<Db, Group>() };

  async function send(db: Db, group: Group): Promise<void> {
    try {
      const { rows } = await db.executeQuery<Row & { readonly key: string }>(
        CompiledQuery.raw(text, [[...group.keys()]]),
      );
      for (const row of rows) group.get(row.key)!.resolve(row);
      for (const { resolve } of group.values()) resolve(undefined);
    } catch (error) {
      for (const { reject } of group.values()) reject(error);
    }
  }

  function begin(db: Db, gathering: WeakMap<Db, Group>): Group {
    const group: Group = new Map();
    gathering.set(db, group);
    setImmediate(() => {
      if (gathering.get(db) === group) gathering.delete(db);
      void send(db, group);
    });
    return group;
  }

  return (db, key) => {
    const gathering = gatheringOf[mayReadReplica() ? 'replica' : 'primary'];
    let group = gathering.get(db);
    if (group === undefined || group.size >= largestGroup) group = begin(db, gathering);
    let wanted = group.get(key);
    if (wanted === undefined) {
      wanted = Promise.withResolvers();
      group.set(key, wanted);
    }
    return wanted.promise;
  };
}
