import { Type } from '@fastify/type-provider-typebox';
import { PageQuery, readLimit } from '../../web/read-limit.ts';

const defaultLimit = 50;
const largestLimit = 200;

export const pageQuery = PageQuery(defaultLimit, largestLimit);

export const NextCursorSchema = Type.Optional(
  Type.String({ description: 'For the next page; absent on the last one.' }),
);

/** The number of items of a page. Throws `request_invalid` for a number out of range. */
export function limitOf(query: { readonly limit?: string }): number {
  return readLimit(query.limit, defaultLimit, largestLimit);
}
