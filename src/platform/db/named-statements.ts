import { hash } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import type { PoolClient } from 'pg';
import type { Db } from './types.ts';

/** Values by the names of a statement's parameters. `undefined` is null. */
export type NamedValues = Readonly<Record<string, unknown>>;

// Texts in quotes and casts (`::text`) have colons that begin no parameter.
const parameter = /'(?:[^']|'')*'|::|:([A-Za-z]\w*)/g;

/** Turns the parameters `:name` of a statement into positions. A name that comes again gets the same position. */
export function numberParameters(named: string) {
  const names: string[] = [];
  const text = named.replaceAll(parameter, (found: string, name: string | undefined) => {
    if (name === undefined) return found;
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text, names };
}

/**
 * A statement with parameters written `:name`, planned once for each connection; see `planOnce`. Give each parameter its
 * type (`:name::text`): the database cannot always tell it. Running it without one of the values, or with a value that
 * the statement does not name, throws a TypeError.
 *
 * @example
 * const findName = planNamed<{ name: string }>('select name from clients where id = :id::text');
 * const [client] = await findName(db, { id });
 */
export function planNamed<Row>(named: string): (db: Db, values: NamedValues) => Promise<readonly Row[]> {
  const { text, names } = numberParameters(named);
  planOnce(text);
  const known = new Set(names);
  return async (db, values) => {
    const unknown = Object.keys(values).find((name) => !known.has(name));
    if (unknown !== undefined) throw new TypeError(`the statement has no parameter ${unknown}`);
    const parameters = names.map((name) => {
      if (!Object.hasOwn(values, name)) throw new TypeError(`the parameter ${name} has no value`);
      return values[name] ?? null;
    });
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, parameters));
    return rows;
  };
}

const names = new Map<string, string>();

/**
 * Has the database plan a statement once for each connection instead of at each use, wherever exactly this text is run
 * with parameters. For the few statements that nearly every request runs; they must name their columns, since a plan
 * does not outlive a change of what it gives. Gives the text back.
 *
 * NOTE: PgBouncer in transaction mode keeps such plans from version 1.21 on, with `max_prepared_statements`. Under an
 * older one the texts are run as any other.
 */
export function planOnce(text: string): string {
  // By what it says: under a pooler that mixes up connections a count could be another version's other statement.
  if (!names.has(text)) names.set(text, `confere_${hash('sha256', text, 'hex').slice(0, 32)}`);
  return text;
}

/** The name under which a text is to be planned; undefined for a text that was not given to `planOnce`. */
export function findPlanName(text: string): string | undefined {
  return names.get(text);
}

/** Makes a new connection run the texts of `planOnce` as named statements, whenever `isOn` says so. */
export function usePlannedStatements(client: PoolClient, isOn: () => boolean): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const queryPlanned = (...args: unknown[]): unknown => {
    const [text, values] = args;
    const name = typeof text === 'string' && Array.isArray(values) && isOn() ? names.get(text) : undefined;
    return name === undefined ? query(...args) : query({ name, text, values }, ...args.slice(2));
  };
  client.query = queryPlanned as typeof client.query;
}
