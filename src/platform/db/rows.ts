import type { SelectQueryBuilder } from 'kysely';
import type { Tables } from './tables.ts';

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

type SnakeCase<Name extends string> = Name extends `${infer Letter}${infer Tail}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${SnakeCase<Tail>}`
  : Name;

type SealedColumn = 'key_id' | 'wrapped_key' | 'ciphertext';

/** A row in the words of the code: camelCase, undefined for null, without what is sealed. */
export type FromRow<Row> = {
  readonly [Column in keyof Row as Column extends SealedColumn
    ? never
    : CamelCase<Column & string>]: null extends Row[Column]
    ? Exclude<Row[Column], null> | undefined
    : Row[Column];
};

/** The columns that hold such values: snake_case, null for undefined. */
export type ToRow<Values> = {
  [Member in keyof Values as SnakeCase<Member & string>]: undefined extends Required<Values>[Member]
    ? Exclude<Values[Member], undefined> | null
    : Required<Values>[Member];
};

/** Columns of no row that `fromRow` gives: the sealed ones, which their table opens. */
const sealed: readonly string[] = ['key_id', 'wrapped_key', 'ciphertext'] satisfies SealedColumn[];

const memberOf = new Map<string, string>();

function toMember(column: string): string {
  const known = memberOf.get(column);
  if (known !== undefined) return known;
  const member = column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  memberOf.set(column, member);
  return member;
}

/** The values of a row but for the columns that are left out, and the sealed ones. */
export function fromRow<Row extends object, Omitted extends keyof Row & string = never>(
  row: Row,
  ...omitted: readonly Omitted[]
): FromRow<Omit<Row, Omitted>> {
  const isKept = (column: string) => !sealed.includes(column) && !omitted.some((one) => one === column);
  return Object.fromEntries(
    Object.entries(row).flatMap(([column, value]) =>
      isKept(column) ? [[toMember(column), value ?? undefined]] : [],
    ),
  ) as FromRow<Omit<Row, Omitted>>;
}

/** A row of these values. A member that is not there names no column. */
export function toRow<Values extends object>(values: Values): ToRow<Values> {
  return Object.fromEntries(
    Object.entries(values).map(([member, value]) => [
      member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value ?? null,
    ]),
  ) as ToRow<Values>;
}

/** The number of rows of a query that selects no columns. */
export async function countRows<Source extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Source, object>,
): Promise<number> {
  const { count } = await query
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Runs a deletion. Gives the number of rows that it removed. */
export async function deleteRows(deletion: {
  executeTakeFirst(): Promise<{ readonly numDeletedRows: bigint }>;
}): Promise<number> {
  return Number((await deletion.executeTakeFirst()).numDeletedRows);
}
