import { Type } from '@fastify/type-provider-typebox';
import { RequestError } from '../platform/errors.ts';

const dayMs = 86_400_000;
/** A year before the last one with four digits: days after the period are days of a calendar too. */
const latestMs = Date.UTC(9999, 0);

/** The parameters of a read that measures a period. */
export const PeriodQuery = {
  from: Type.Optional(Type.String({ format: 'date-time', description: 'From this moment on.' })),
  to: Type.Optional(
    Type.String({ format: 'date-time', description: 'Before this moment; now unless given.' }),
  ),
  utcOffsetMinutes: Type.Optional(
    Type.String({
      pattern: '^-?[0-9]{1,3}$',
      description: 'Where days begin: -180 for Brasília. 0 unless given.',
    }),
  ),
};

/**
 * The period that a request names. Throws `request_invalid` for one that ends before it begins, is too long or ends after
 * the year 9998.
 */
export function readPeriod(
  query: { readonly from?: string; readonly to?: string; readonly utcOffsetMinutes?: string },
  {
    now,
    usualDays,
    longestDays,
  }: { readonly now: Date; readonly usualDays: number; readonly longestDays: number },
): { readonly from: Date; readonly to: Date; readonly utcOffsetMinutes: number } {
  const to = query.to === undefined ? now : new Date(query.to);
  const from = query.from === undefined ? new Date(to.getTime() - usualDays * dayMs) : new Date(query.from);
  const offset = Number(query.utcOffsetMinutes ?? 0);
  if (!(from < to) || from.getTime() < 0) throw RequestError.at('querystring/to', 'must be after `from`');
  if (to.getTime() > latestMs) throw RequestError.at('querystring/to', 'must be before the year 9999');
  if (to.getTime() - from.getTime() > longestDays * dayMs) {
    throw RequestError.at('querystring/to', `must be within ${longestDays} days of \`from\``);
  }
  if (Math.abs(offset) > 14 * 60)
    throw RequestError.at('querystring/utcOffsetMinutes', 'must be from -840 to 840');
  return { from, to, utcOffsetMinutes: offset };
}
