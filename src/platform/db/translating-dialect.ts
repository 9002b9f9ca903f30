import { type DatabaseConnection, type Dialect, type Driver, type RawBuilder, sql } from 'kysely';
import { inSpan } from '../tracing.ts';
import { toDatabaseError } from './driver-errors.ts';

/**
 * A dialect whose connections throw the platform's errors in place of the driver's: the one place every Kysely
 * statement passes, whatever the database. `onError` is given each error as the driver threw it.
 */
export function translateErrors(dialect: Dialect, onError: (error: unknown) => void = () => {}): Dialect {
  return changeDriver(dialect, (driver) => translateDriver(driver, onError));
}

/** The dialect with another driver, made of its own. */
export function changeDriver(dialect: Dialect, change: (driver: Driver) => Driver): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => change(dialect.createDriver()),
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

/**
 * The types of columns in JavaScript, the same from both drivers:
 * - `bytea` as Buffer, `timestamptz` as Date, `json` and `jsonb` parsed;
 * - `bigint` (and `count(*)`) as number, refused with a RangeError beyond 2^53 - 1;
 * - `date` as `YYYY-MM-DD`, because a calendar day has no time zone;
 * - `numeric`, `interval`, `timestamp` and `time` as the text PostgreSQL writes.
 *
 * Keyed by the type's oid (`pg_type.oid`, fixed since their introduction).
 */
export const columnParsers: Readonly<Record<number, (text: string) => unknown>> = {
  17: (text) => Buffer.from(text.slice(2), 'hex'),
  20: parseBigint,
  1082: keepText,
  1083: keepText,
  1114: keepText,
  1186: keepText,
  1700: keepText,
  1016: (text) => parseTextArray(text).map((item) => (item === null ? null : parseBigint(item))),
  1182: parseTextArray,
};

/**
 * A value as a `jsonb` parameter. Needed because node-postgres would send an array as a PostgreSQL array.
 *
 * @example
 * await tx.insertInto('sources').values({ data: jsonb(data) }).execute();
 */
export function jsonb<T>(value: T): RawBuilder<T> {
  return sql<T>`${JSON.stringify(value)}::jsonb`;
}

function keepText(text: string): string {
  return text;
}

function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('A bigint of the database exceeds 2^53 - 1.');
  return value;
}

/** A one-dimensional array of a type whose text never holds a comma, a quote or a brace. */
function parseTextArray(text: string): (string | null)[] {
  if (text === '{}') return [];
  return text
    .slice(1, -1)
    .split(',')
    .map((item) => (item === 'NULL' ? null : item));
}
