import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool, type QueryResult, types } from 'pg';
import type { Logger } from '../log.ts';
import { columnParsers } from './column-types.ts';
import { codeOf, isConnectionError, readOnlyCode, toDatabaseError } from './driver-errors.ts';
import { DatabaseError } from './errors.ts';
import type { OpenDatabaseOptions, PostgresDatabase } from './open-database.ts';
import { usePlannedStatements } from './planned-statements.ts';
import type { Tables } from './tables.ts';
import { traceStatement } from './trace-statement.ts';
import { translateErrors } from './translating-dialect.ts';

/** Opens a pool on PostgreSQL, waiting for a server that is still starting. See `openDatabase`. */
export async function openPostgres(
  options: OpenDatabaseOptions & { readonly databaseUrl: string },
): Promise<PostgresDatabase> {
  const { logger, startupTimeoutMs = 30_000 } = options;
  const statementTimeoutMs = Math.trunc(options.statementTimeoutMs ?? 30_000);
  const pool = new Pool({
    connectionString: options.databaseUrl,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    idleTimeoutMillis: 30_000,
    application_name: 'confere',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Not as startup parameters: poolers such as PgBouncer refuse connections that bring those.
    onConnect: async (client) => {
      const answers: unknown = await client.query(
        `set timezone to 'UTC'; set statement_timeout to ${statementTimeoutMs}; show transaction_read_only`,
      );
      refuseReadOnly((answers as QueryResult[]).at(-1));
    },
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        columnParsers[oid] ?? types.getTypeParser(oid, format)) as typeof types.getTypeParser,
    },
  });
  // Without listeners a lost connection would end the process. One in use also fails its statement, which is
  // where it is reported; an idle one is replaced by the pool.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    usePlannedStatements(client);
  });
  pool.on('error', (error) =>
    logger.warn({ reason: describe(error) }, 'an idle database connection was lost'),
  );

  const db = new Kysely<Tables>({ dialect: translateErrors(new PostgresDialect({ pool })) });
  let closing: Promise<void> | undefined;
  const open: PostgresDatabase = {
    kind: 'postgres',
    db,
    pool,
    async ping() {
      await open.execute('select 1');
    },
    async execute(text, parameters) {
      try {
        const values = parameters === undefined ? undefined : [...parameters];
        const results = await traceStatement(text, () => pool.query(text, values));
        return { rows: [results].flat().flatMap((result) => result.rows) };
      } catch (error) {
        throw toDatabaseError(error);
      }
    },
    close() {
      closing ??= pool.end();
      return closing;
    },
    [Symbol.asyncDispose]: () => open.close(),
  };

  try {
    await waitUntilReachable(pool, logger, startupTimeoutMs);
    await refuseUnsupported(open);
  } catch (error) {
    await open.close();
    throw error;
  }
  return open;
}

async function waitUntilReachable(pool: Pool, logger: Logger, startupTimeoutMs: number): Promise<void> {
  const deadline = performance.now() + startupTimeoutMs;
  let waitMs = 100;
  let told = false;
  for (;;) {
    try {
      await pool.query('select 1');
      return;
    } catch (error) {
      if (isRefusal(error))
        throw new DatabaseError('database_refused', { detail: describe(error), cause: error });
      if (!isConnectionError(error)) throw error;
      if (performance.now() + waitMs > deadline) {
        throw new DatabaseError('database_unavailable', {
          detail: `PostgreSQL did not accept a connection within ${startupTimeoutMs} ms (${describe(error)}).`,
          cause: error,
        });
      }
      if (!told) logger.warn({ reason: describe(error), startupTimeoutMs }, 'waiting for PostgreSQL');
      told = true;
    }
    await delay(waitMs);
    waitMs = Math.min(waitMs * 2, 1_000);
  }
}

async function refuseUnsupported(open: PostgresDatabase): Promise<void> {
  const { rows } = await open.execute(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
  );
  const { version, encoding } = rows[0] as { version: number; encoding: string };
  if (version < 150_000 || encoding !== 'UTF8') {
    throw new DatabaseError('database_unsupported', {
      detail: `The server reports version ${Math.floor(version / 10_000)} and encoding ${encoding}.`,
    });
  }
}

/**
 * A standby answers everything but writes. While the primary is away a balancer may lead to it: such a connection must
 * not stay in the pool, and not make the process count as ready.
 */
function refuseReadOnly(shown: QueryResult<{ transaction_read_only?: string }> | undefined): void {
  if (shown?.rows[0]?.transaction_read_only !== 'on') return;
  throw Object.assign(new Error('the server takes no writes'), { code: readOnlyCode });
}

/** Wrong password, no such role, no such database, TLS demanded: waiting does not help. */
function isRefusal(error: unknown): boolean {
  return /^28|^3D000$/.test(codeOf(error) ?? '') || /SSL|certificate/i.test((error as Error).message);
}

/** The error without the address: node-postgres puts host and user into its messages. */
function describe(error: unknown): string {
  return codeOf(error) ?? (error instanceof Error ? error.name : 'unknown');
}
