import { Type } from '@fastify/type-provider-typebox';
import { LimitQuery, readLimit } from '../../read-limit.ts';

const defaultLimit = 50;
const largestLimit = 200;

export const CursorSchema = Type.Optional(Type.String({ description: '`nextCursor` of the page before.' }));

export const LimitSchema = LimitQuery(defaultLimit, largestLimit);

export const NextCursorSchema = Type.Optional(
  Type.String({ description: 'For the next page; absent on the last one.' }),
);

/** How many items a page holds. Throws `request_invalid` for a number out of range. */
export function limitOf(query: { readonly limit?: string }): number {
  return readLimit(query.limit, defaultLimit, largestLimit);
}
