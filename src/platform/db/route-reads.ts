import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';
import { mayReadReplica, type Replica } from './follow-replica.ts';

/**
 * A dialect that runs statements of a read scope on the replica while that is usable. What the replica refuses or fails
 * runs on the primary instead, and so does every transaction.
 */
export function routeReads(dialect: Dialect, replica: Replica): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => new RoutingDriver(dialect.createDriver(), replica),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
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

class RoutingDriver implements Driver {
  readonly #driver: Driver;
  readonly #replica: Replica;

  constructor(driver: Driver, replica: Replica) {
    this.#driver = driver;
    this.#replica = replica;
  }

  init: Driver['init'] = (options) => this.#driver.init(options);

  acquireConnection: Driver['acquireConnection'] = async (options) =>
    mayReadReplica() && this.#replica.isUsable()
      ? new RoutedConnection(this.#driver, this.#replica)
      : await this.#driver.acquireConnection(options);

  beginTransaction: Driver['beginTransaction'] = async (connection, settings) =>
    await this.#driver.beginTransaction(await primaryOf(connection), settings);

  commitTransaction: Driver['commitTransaction'] = async (connection) =>
    await this.#driver.commitTransaction(await primaryOf(connection));

  rollbackTransaction: Driver['rollbackTransaction'] = async (connection) =>
    await this.#driver.rollbackTransaction(await primaryOf(connection));

  releaseConnection: Driver['releaseConnection'] = async (connection, options) => {
    if (connection instanceof RoutedConnection) await connection.release();
    else await this.#driver.releaseConnection(connection, options);
  };

  destroy: Driver['destroy'] = (options) => this.#driver.destroy(options);
}

async function primaryOf(connection: DatabaseConnection): Promise<DatabaseConnection> {
  return connection instanceof RoutedConnection ? await connection.primary() : connection;
}
