import { CompiledQuery } from 'kysely';
import { planOnce } from './planned-statements.ts';
import type { Db } from './types.ts';

/** Values by the names of a statement's parameters. `undefined` is null. */
export type NamedValues = Readonly<Record<string, unknown>>;

/** A statement with positions for its parameters, and the names in the order of the positions. */
export type NumberedStatement = { readonly text: string; readonly names: readonly string[] };

// Texts in quotes and casts (`::text`) have colons that begin no parameter.
const parameter = /'(?:[^']|'')*'|::|:([A-Za-z]\w*)/g;

/** Turns the parameters `:name` of a statement into positions. A name that comes again gets the same position. */
export function numberParameters(named: string): NumberedStatement {
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
