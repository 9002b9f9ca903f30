import { setImmediate as nextTurn } from 'node:timers/promises';
import { type PGlite, parse, protocol } from '@electric-sql/pglite';
import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PGliteAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import { findPlanName } from './named-statements.ts';

const { serialize } = protocol;

/** Texts whose parameter types are remembered. Statements with lists have a text for each length. */
const mostKnownTexts = 2_000;

/**
 * Kysely's statements for the embedded database, each in one message to the WebAssembly module where PGlite's `query`
 * takes six. Texts of `planOnce` are planned once; others are parsed and planned again each time.
 *
 * NOTE: whoever uses PGlite directly takes Kysely's turn on the one connection first (`db.connection()`), or what it
 * does lands in somebody's transaction.
 */
export function createEmbeddedDialect(pglite: PGlite): Dialect {
  return {
    createAdapter: () => new PGliteAdapter(),
    createDriver: () => createDriver(pglite),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

function createDriver(pglite: PGlite): Driver {
  const connection = createConnection(pglite);
  const turns = new LoopTurns();

  async function control(text: string): Promise<void> {
    await pglite.runExclusive(async () => {
      const { messages } = await pglite.execProtocol(serialize.query(text));
      // A transaction that an error has aborted is rolled back by `commit`, which then says so.
      const isLost =
        text === 'commit' && messages.some((message) => 'text' in message && message.text === 'ROLLBACK');
      if (isLost) throw new AbortedTransactionError();
    });
  }

  return {
    init: () => pglite.waitReady,
    // Not inside a transaction: everybody else would wait for it longer.
    async acquireConnection() {
      await turns.take();
      return connection;
    },
    async beginTransaction(_, { isolationLevel, accessMode }) {
      const isolation = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
      await control(`begin${isolation}${accessMode === undefined ? '' : ` ${accessMode}`}`);
    },
    commitTransaction: () => control('commit'),
    rollbackTransaction: () => control('rollback'),
    releaseConnection: async () => {},
    async destroy() {
      if (!pglite.closed) await pglite.close();
    },
  };
}

function createConnection(pglite: PGlite): DatabaseConnection {
  /** The types of the parameters of a text, or of a planned statement by its name. */
  const known = new Map<string, readonly number[]>();

  /** Has the database say the types of a statement's parameters; plans a statement that has a name. */
  async function describe(name: string, text: string): Promise<readonly number[]> {
    const { messages } = await pglite.execProtocol(
      Buffer.concat([
        serialize.parse({ name, text }),
        serialize.describe({ type: 'S', name }),
        serialize.sync(),
      ]),
    );
    return parse.parseDescribeStatementResults(messages);
  }

  async function findTypes({ sql: text, parameters }: CompiledQuery, name: string | undefined) {
    // A statement with a name is planned by being described, parameters or not.
    if (name === undefined && parameters.length === 0) return [];
    const key = name ?? text;
    const types = known.get(key) ?? (await describe(name ?? '', text));
    if (!known.has(key)) {
      if (known.size >= mostKnownTexts) forgetOldest();
      known.set(key, types);
    }
    return types;
  }

  /** A planned statement stays: its name is taken on the connection. */
  function forgetOldest(): void {
    for (const key of known.keys()) {
      if (!key.startsWith('confere_')) {
        known.delete(key);
        return;
      }
    }
  }

  async function run(query: CompiledQuery): Promise<QueryResult<never>> {
    if (pglite.closed) throw new Error('PGlite is closed');
    const name = findPlanName(query.sql);
    const types = await findTypes(query, name);
    const values = query.parameters.map((value, index) => {
      if (value === null || value === undefined) return null;
      const toText = pglite.serializers[types[index]!];
      return toText === undefined ? String(value) : toText(value);
    });
    const { messages } = await pglite.execProtocol(
      Buffer.concat([
        ...(name === undefined ? [serialize.parse({ text: query.sql })] : []),
        serialize.bind({ statement: name ?? '', values }),
        serialize.describe({ type: 'P' }),
        serialize.execute({}),
        serialize.sync(),
      ]),
    );
    const [result] = parse.parseResults(messages, pglite.parsers, { rowMode: 'object' });
    return { rows: (result?.rows ?? []) as never[], numAffectedRows: BigInt(result?.affectedRows ?? 0) };
  }

  return {
    executeQuery: ((query: CompiledQuery) =>
      pglite.runExclusive(() => run(query))) as DatabaseConnection['executeQuery'],
    // biome-ignore lint/correctness/useYield: the embedded database gives no rows before all of them.
    async *streamQuery() {
      throw new Error('The embedded database does not stream rows.');
    },
  };
}

/** Statements may hold up the event loop for so long, and then for the one that is running. */
const longestMs = 10;

/**
 * Lets the event loop turn between statements that run in its thread. A statement of the embedded database blocks the
 * thread, and the next one begins in the same turn: without this, a series of them would hold up every request, timer
 * and answer until its end.
 */
class LoopTurns {
  #began: number | undefined;

  /** Waits for the next turn of the event loop if statements have had their time in this one. */
  async take(): Promise<void> {
    if (this.#began !== undefined && performance.now() - this.#began > longestMs) await nextTurn();
    if (this.#began !== undefined) return;
    this.#began = performance.now();
    setImmediate(() => {
      this.#began = undefined;
    });
  }
}
