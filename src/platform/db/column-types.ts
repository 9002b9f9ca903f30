import { type RawBuilder, sql } from 'kysely';

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
  17: parseBytea,
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

function parseBytea(text: string): Buffer {
  return Buffer.from(text.slice(2), 'hex');
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
