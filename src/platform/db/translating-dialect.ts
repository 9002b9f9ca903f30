import type { DatabaseConnection, Dialect, Driver } from 'kysely';
import { inSpan } from '../tracing/index.ts';
import { toDatabaseError } from './driver-errors.ts';

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

const table = /\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_][\w.]*)/i;

/**
 * The result of the statement, timed as a span when the caller's work is traced. The span has the text of the statement
 * with placeholders. It never has parameters.
 */
export function traceStatement<T>(text: string, run: () => Promise<T>): Promise<T> {
  return inSpan('database', { kind: 'client', attributes: { 'db.system.name': 'postgresql' } }, (span) => {
    if (span !== undefined) {
      const operation = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement';
      const collection = table.exec(text)?.[1];
      span.setAttributes({
        'db.operation.name': operation,
        'db.query.text': text.replaceAll(/\s+/g, ' ').trim(),
        ...(collection === undefined ? {} : { 'db.collection.name': collection }),
      });
    }
    return run();
  });
}
