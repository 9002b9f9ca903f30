import { type TSchema, Type } from '@fastify/type-provider-typebox';
import { isLongerThan } from '../platform/characters.ts';
import { decodeCursor, encodeCursor } from '../platform/cursors.ts';
import { CursorError, RequestError } from '../platform/errors.ts';
import { RequestId } from './schemas.ts';

const usualItems = 50;
const mostItems = 200;

/** The page of a list that a query asks for: the entry before it, and its size. */
export const PageQuery = {
  cursor: Type.Optional(Type.String({ description: '`nextCursor` of the page before.' })),
  limit: Type.Optional(
    Type.String({ pattern: '^[0-9]{1,5}$', description: `1 to ${mostItems}; default ${usualItems}.` }),
  ),
};

type Query = { readonly cursor?: string; readonly limit?: string };

const NextCursor = Type.String({
  title: 'NextCursor',
  description: 'For the next page; absent on the last one.',
});

export function ListSchema<Item extends TSchema>(
  item: Item,
  about: { readonly title: string; readonly description: string },
) {
  return Type.Object(
    { requestId: RequestId, items: Type.Array(item), nextCursor: Type.Optional(NextCursor) },
    about,
  );
}

/** The size of a page. Throws `request_invalid` beyond its limits. */
export function readLimit({ limit: text }: Query): number {
  const limit = Number(text ?? usualItems);
  if (limit >= 1 && limit <= mostItems) return limit;
  throw RequestError.at('querystring/limit', `must be 1 to ${mostItems}`);
}

/** The page that a query asks for, of a list whose places have the form. Throws `request_invalid`, `cursor_invalid`. */
export function readPage(query: Query, form: RegExp) {
  return { after: decodeCursor(query.cursor, form)?.[0], limit: readLimit(query) };
}

/** The page of what was found, one more than its limit where there is more. */
export function cutPage<Item>(found: readonly Item[], limit: number, placeOf: (item: Item) => string) {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    ...(found.length > limit && last !== undefined && { nextCursor: encodeCursor(placeOf(last)) }),
  };
}

/** The page of a list that is short enough to be read whole. Throws as `readPage`, and `cursor_expired`. */
export function pageOfAll<Item>(all: readonly Item[], query: Query, placeOf: (item: Item) => string) {
  const { after, limit } = readPage(query, /^.{1,200}$/s);
  const index = all.findIndex((item) => placeOf(item) === after);
  if (after !== undefined && index === -1) throw new CursorError('cursor_expired');
  return cutPage(all.slice(index + 1), limit, placeOf);
}

/** Characters of a criterion at most. */
export const longestCriterion = 120;

/**
 * The criteria of a search that are kept out of the address, from the header `X-Criteria`: `name=...&partner=...`. A
 * member that is misspelt would widen the answer, so anything else than these names is refused, as in the query.
 */
export function readCriteria<Name extends string>(
  header: string,
  names: readonly Name[],
): { readonly [name in Name]?: string } {
  const given = [...new URLSearchParams(header)];
  const isTaken = ([name, text]: [string, string]) =>
    names.some((each) => each === name) && !isLongerThan(text, longestCriterion) && !text.includes('\ufffd');
  if (
    /[^ -~]/.test(header) ||
    !given.every(isTaken) ||
    new Set(given.map(([name]) => name)).size < given.length
  ) {
    const message = `takes ${names.join(' and ')}, each once, percent-encoded in UTF-8, of ${longestCriterion} characters at most`;
    throw RequestError.at('headers/x-criteria', message);
  }
  return Object.fromEntries(given) as { readonly [name in Name]?: string };
}
