import { type RawBuilder, sql } from 'kysely';
import { firstIdAt } from '../../platform/ids.ts';
import { executionIdKind } from '../declarations.ts';

const dayMs = 86_400_000;
const longestMs = 31 * dayMs;
/** Clocks of processes may differ by as much. */
const skewMs = dayMs;

/**
 * The answer of `find` about an execution: asked first where its chain nearly always began, in the month before it or with
 * it, and only then everywhere. Executions lie in the month of their chain: see docs/decisions/0166.
 */
export async function findInLikelyMonths<T>(
  id: string,
  find: (isThere: RawBuilder<boolean>) => Promise<T | undefined>,
): Promise<T | undefined> {
  const madeAt = Number.parseInt(id.slice(4, 16), 16);
  const [from, to] = [madeAt - longestMs, madeAt + skewMs].map((at) => firstIdAt(executionIdKind, at));
  return (
    (await find(sql<boolean>`root_id >= ${from} and root_id < ${to}`)) ?? (await find(sql<boolean>`true`))
  );
}
