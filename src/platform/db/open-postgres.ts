import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool, type QueryResult, types } from 'pg';
import type { Logger } from '../log.ts';
import { type PoolerFacts, probePooler, watchDisk } from './check-server.ts';
import { createReads, routeReads } from './create-reads.ts';
import {
  codeOf,
  isConnectionError,
  isRefusedConnection,
  readOnlyCode,
  toDatabaseError,
} from './driver-errors.ts';
import { DatabaseError } from './errors.ts';
import { followReplica, type Replica } from './follow-replica.ts';
import { limitStatements } from './limit-statements.ts';
import { usePlannedStatements } from './named-statements.ts';
import type { Tables } from './tables.ts';
import { columnParsers, traceStatement, translateErrors } from './translating-dialect.ts';
import type { OpenDatabaseOptions, PostgresDatabase } from './types.ts';

/** A standby that stands still must not hold up reads: the primary does them after that. */
const replicaConnectTimeoutMs = 1_000;
const replicaQueryTimeoutMs = 10_000;
/** A server that still works ends a statement itself. This much later it counts as one that hangs. */
const graceMs = 5_000;

/** Opens a pool on PostgreSQL, waiting for a server that is still starting. See `openDatabase`. */
export async function openPostgres(
  options: OpenDatabaseOptions & { readonly databaseUrl: string },
): Promise<PostgresDatabase> {
  const { logger, directUrl, startupTimeoutMs = 30_000 } = options;
  let isPlanning = true;
  const isPooled = directUrl !== undefined;
  const pool = createPool(options.databaseUrl, { ...options, isPooled, isPlanning: () => isPlanning });
  const sessions = isPooled ? createPool(directUrl, { ...options, isPooled: false }) : pool;
  const pools = [...new Set([pool, sessions])];
  const replica = openReplica(options, sessions);
  const disk = watchDisk(logger);
  const dialect = new PostgresDialect({ pool });
  const db = new Kysely<Tables>({
    dialect: translateErrors(replica === undefined ? dialect : routeReads(dialect, replica), disk.note),
  });
  let closing: Promise<unknown> | undefined;
  const open: PostgresDatabase = {
    kind: 'postgres',
    db,
    pool,
    sessions,
    ...(replica === undefined ? {} : { reads: createReads(db, replica) }),
    async ping() {
      await disk
        .check((text) => pool.query(text))
        .catch((error: unknown) => {
          throw toDatabaseError(error);
        });
      // A pooler may lead to another server without the connection's notice, and whoever runs a server may take writes
      // from sessions that are open.
      const { rows } = await open.execute('show transaction_read_only');
      if (isReadOnly(rows)) throw toDatabaseError(createReadOnlyError());
    },
    async execute(text, parameters) {
      try {
        const values = parameters === undefined ? undefined : [...parameters];
        const results = await traceStatement(text, () => pool.query(text, values));
        return { rows: [results].flat().flatMap((result) => result.rows) };
      } catch (error) {
        disk.note(error);
        throw toDatabaseError(error);
      }
    },
    async close() {
      closing ??= (async () => {
        await replica?.close();
        await Promise.all(pools.map((one) => one.end()));
      })();
      await closing;
    },
    [Symbol.asyncDispose]: () => open.close(),
  };

  try {
    for (const one of pools) await waitUntilReachable(one, logger, startupTimeoutMs);
    await refuseUnsupported(open);
    isPlanning = (await refuseUnusablePooler(open)).keepsPlans;
    if (isPooled) await warnOfPoolerSettings(open, logger);
  } catch (error) {
    await open.close();
    throw error;
  }
  return open;
}

function openReplica(options: OpenDatabaseOptions, primary: Pool): Replica | undefined {
  const { readUrl, readMaxLagMs: maxLagMs = 2_000, logger } = options;
  if (readUrl === undefined) return undefined;
  const pool = createPool(readUrl, {
    ...options,
    connectTimeoutMs: replicaConnectTimeoutMs,
    isPooled: false,
    isStandby: true,
    isPlanning: () => true,
  });
  return followReplica({ primary, replica: pool, maxLagMs, logger });
}

type PoolOptions = Pick<
  OpenDatabaseOptions,
  'poolSize' | 'connectTimeoutMs' | 'statementTimeoutMs' | 'logger'
> & {
  /** A pooler stands in between: settings of a session are not the service's to make. */
  readonly isPooled: boolean;
  readonly isPlanning?: () => boolean;
  /** A standby, which takes no writes and whose reads the primary can do instead. */
  readonly isStandby?: boolean;
};

function createPool(connectionString: string, options: PoolOptions): Pool {
  const { logger, isPooled, isStandby = false, isPlanning = () => false } = options;
  const statementTimeoutMs = Math.trunc(options.statementTimeoutMs ?? 30_000);
  const { connectTimeoutMs = 5_000 } = options;
  const limitMs = isStandby ? replicaQueryTimeoutMs : statementTimeoutMs && statementTimeoutMs + graceMs;
  const settings = [
    // A database or a role may have others, and moments are read as text.
    `set timezone to 'UTC'; set datestyle to 'ISO, YMD'`,
    ...(isPooled
      ? []
      : [
          `set statement_timeout to ${statementTimeoutMs}; set jit to off; set bytea_output to hex`,
          // Under a stricter one PostgreSQL gives up transactions that meet, and nothing here repeats them.
          `set default_transaction_isolation to 'read committed'`,
        ]),
    'show transaction_read_only',
  ].join('; ');
  const firstQuery = { text: settings, query_timeout: connectTimeoutMs };
  const pool = new Pool({
    connectionString,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 300_000,
    application_name: 'confere',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Not as startup parameters: poolers such as PgBouncer refuse connections that bring those. PgBouncer keeps the time
    // zone and the style of dates of each client, and no other of these settings.
    onConnect: async (client) => {
      const answers = (await client.query(firstQuery)) as unknown as QueryResult[];
      if (!isStandby && isReadOnly(answers.at(-1)?.rows)) throw createReadOnlyError();
    },
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        columnParsers[oid] ?? types.getTypeParser(oid, format)) as typeof types.getTypeParser,
    },
  });
  failWaiting(pool);
  // Without listeners a lost connection would end the process. One in use also fails its statement, which is
  // where it is reported; an idle one is replaced by the pool.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    if (limitMs > 0) limitStatements(client, limitMs);
    usePlannedStatements(client, isPlanning);
  });
  pool.on('error', (error) =>
    logger.warn({ reason: describe(error) }, 'an idle database connection was lost'),
  );
  return pool;
}

type PendingClient = { callback(error: unknown, client: undefined, release: () => void): void };

/**
 * Lets the statement fail that a connection was to be for. The pool makes one also where another has ended, for whoever
 * waits. A throw there, as where the certificate file of the address has gone, would end the process.
 */
function failWaiting(pool: Pool): void {
  const own = pool as unknown as { newClient(pending: PendingClient): void };
  const newClient = own.newClient.bind(pool);
  own.newClient = (pending) => {
    try {
      newClient(pending);
    } catch (error) {
      pending.callback(error, undefined, () => {});
    }
  };
}

/** Throws unless what stands between can be used as it is configured. */
async function refuseUnusablePooler({ pool, sessions }: PostgresDatabase): Promise<PoolerFacts> {
  const facts = await probePooler(pool);
  if (pool === sessions) {
    if (facts.kind === 'transaction') throw new DatabaseError('database_direct_url_missing');
  } else {
    if ((await probePooler(sessions)).kind === 'transaction') {
      throw new DatabaseError('database_direct_url_wrong', { detail: 'It leads to a pooler, too.' });
    }
    if ((await readServer(pool)) !== (await readServer(sessions))) {
      throw new DatabaseError('database_direct_url_wrong', {
        detail: 'The two addresses lead to different servers or databases.',
      });
    }
  }
  return facts;
}

async function readServer(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ server: string }>(
    `select current_database() || ' ' || extract(epoch from pg_postmaster_start_time())::text as server`,
  );
  return rows[0]!.server;
}

/** Warns of what the service sets in each session, and only the pooler can set in its own. */
async function warnOfPoolerSettings({ pool }: PostgresDatabase, logger: Logger): Promise<void> {
  const { rows } = await pool.query<{ timeout: string; jit: string; isolation: string }>(
    `select current_setting('statement_timeout') as timeout, current_setting('jit') as jit,
      current_setting('default_transaction_isolation') as isolation`,
  );
  const [{ timeout, jit, isolation }] = rows as [{ timeout: string; jit: string; isolation: string }];
  for (const [isMissing, warning] of [
    [timeout === '0', 'statements through the pooler have no time limit: let it set statement_timeout'],
    [jit === 'on', 'PostgreSQL may compile statements of the pooler: let it set jit to off'],
    [
      isolation !== 'read committed',
      `transactions through the pooler fail when they meet: let it set default_transaction_isolation to 'read committed'`,
    ],
  ] as const) {
    if (isMissing) logger.warn(`${warning} (connect_query of PgBouncer)`);
  }
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
          detail: `PostgreSQL did not accept a connection within ${startupTimeoutMs} ms (${codeOf(error) ?? 'what listens there does not speak its protocol, or ended the connection'}).`,
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
function isReadOnly(shown: readonly { readonly transaction_read_only?: unknown }[] | undefined): boolean {
  return shown?.[0]?.transaction_read_only === 'on';
}

function createReadOnlyError(): Error {
  return Object.assign(new Error('the server takes no writes'), { code: readOnlyCode });
}

/** True for an error that waiting does not mend. The message of a missing file names its path, such as `/etc/ssl`. */
function isRefusal(error: unknown): boolean {
  if (isConnectionError(error)) return false;
  return (
    isRefusedConnection(error) ||
    /^EACCES$|^EISDIR$/.test(codeOf(error) ?? '') ||
    /SSL|certificate/i.test((error as Error).message)
  );
}

/** The error without the address: node-postgres puts host and user into its messages. */
function describe(error: unknown): string {
  return codeOf(error) ?? (error instanceof Error ? error.name : 'unknown');
}
