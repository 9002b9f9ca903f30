import { type PGlite, parse, protocol } from '@electric-sql/pglite';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { findPlanName } from './planned-statements.ts';

const { serialize } = protocol;

/**
 * Makes the embedded database's connection run the texts of `planOnce` as named statements, each use in one message to
 * the WebAssembly module. Other statements take six messages, and are parsed and planned again each time.
 */
export function usePlannedMessages(connection: DatabaseConnection, pglite: PGlite): void {
  const parameterTypes = new Map<string, readonly number[]>();

  /** The types of a statement's parameters, which the first use finds out. */
  async function prepare(name: string, text: string): Promise<readonly number[]> {
    const known = parameterTypes.get(name);
    if (known !== undefined) return known;
    const { messages } = await pglite.execProtocol(
      Buffer.concat([
        serialize.parse({ name, text }),
        serialize.describe({ type: 'S', name }),
        serialize.sync(),
      ]),
    );
    const types = parse.parseDescribeStatementResults(messages);
    parameterTypes.set(name, types);
    return types;
  }

  async function run(name: string, query: CompiledQuery): Promise<QueryResult<never>> {
    const types = await prepare(name, query.sql);
    const values = query.parameters.map((value, index) => {
      if (value === null || value === undefined) return null;
      const toText = pglite.serializers[types[index]!];
      return toText === undefined ? String(value) : toText(value);
    });
    const { messages } = await pglite.execProtocol(
      Buffer.concat([
        serialize.bind({ statement: name, values }),
        serialize.describe({ type: 'P' }),
        serialize.execute({}),
        serialize.sync(),
      ]),
    );
    const [result] = parse.parseResults(messages, pglite.parsers, { rowMode: 'object' });
    return {
      rows: (result?.rows ?? []) as never[],
      numAffectedRows: BigInt(result?.affectedRows ?? 0),
    };
  }

  const executeQuery = connection.executeQuery.bind(connection);
  connection.executeQuery = ((query: CompiledQuery, ...rest) => {
    const name = findPlanName(query.sql);
    return name === undefined ? executeQuery(query, ...rest) : pglite.runExclusive(() => run(name, query));
  }) as DatabaseConnection['executeQuery'];
}
