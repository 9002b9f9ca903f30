import { Type } from '@fastify/type-provider-typebox';
import { HttpError } from './errors.ts';

/** The schema of a page's size in a query. */
export function LimitQuery(usual: number, most: number) {
  return Type.Optional(
    Type.String({ pattern: '^[0-9]{1,5}$', description: `1 to ${most}; default ${usual}.` }),
  );
}

/** The page that a query asks for: the entry before it, and its size. */
export function PageQuery(usual: number, most: number) {
  return {
    cursor: Type.Optional(Type.String({ description: '`nextCursor` of the page before.' })),
    limit: LimitQuery(usual, most),
  };
}

/** The size of a page. Throws `request_invalid` beyond its limits. */
export function readLimit(text: string | undefined, usual: number, most: number): number {
  const limit = Number(text ?? Math.min(usual, most));
  if (limit >= 1 && limit <= most) return limit;
  throw new HttpError('request_invalid', {
    problems: [{ path: 'querystring/limit', message: `must be 1 to ${most}` }],
  });
}
