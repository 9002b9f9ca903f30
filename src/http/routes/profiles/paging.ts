import { Type } from '@fastify/type-provider-typebox';
import { HttpError } from '../../errors.ts';

const defaultLimit = 50;
const largestLimit = 200;

export const CursorSchema = Type.Optional(Type.String({ description: '`nextCursor` of the page before.' }));

export const LimitSchema = Type.Optional(
  Type.String({
    pattern: '^[0-9]{1,4}$',
    description: `1 to ${largestLimit}; ${defaultLimit} unless given.`,
  }),
);

export const NextCursorSchema = Type.Optional(
  Type.String({ description: 'For the next page; absent on the last one.' }),
);

/** How many items a page holds. Throws `request_invalid` for a number out of range. */
export function limitOf(query: { readonly limit?: string }): number {
  const limit = Number(query.limit ?? defaultLimit);
  if (limit >= 1 && limit <= largestLimit) return limit;
  throw new HttpError('request_invalid', {
    problems: [{ path: 'querystring/limit', message: `must be 1 to ${largestLimit}` }],
  });
}
