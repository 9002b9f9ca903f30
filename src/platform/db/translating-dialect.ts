import type { DatabaseConnection, Dialect, Driver } from 'kysely';
import { toDatabaseError } from './driver-errors.ts';
import { traceStatement } from './trace-statement.ts';

/**
 * A dialect whose connections throw the platform's errors in place of the driver's: the one place every Kysely
 * statement passes, whatever the database. `onError` is given each error as the driver threw it.
 */
export function translateErrors(dialect: Dialect, onError: (error: unknown) => void = () => {}): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => translateDriver(dialect.createDriver(), onError),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

/** Patches the driver and its connections in place, because drivers know their connections by identity. */
function translateDriver(driver: Driver, onError: (error: unknown) => void): Driver {
  const rethrow = (error: unknown): never => {
    onError(error);
    throw toDatabaseError(error);
  };
  const known = new WeakSet<DatabaseConnection>();
  const acquireConnection = driver.acquireConnection.bind(driver);
  driver.acquireConnection = async (options) => {
    const connection = await acquireConnection(options).catch(rethrow);
    if (!known.has(connection)) {
      known.add(connection);
      const executeQuery = connection.executeQuery.bind(connection);
      connection.executeQuery = ((...args: Parameters<typeof executeQuery>) =>
        traceStatement(args[0].sql, () =>
          executeQuery(...args).catch(rethrow),
        )) as DatabaseConnection['executeQuery'];
    }
    return connection;
  };
  return driver;
}
