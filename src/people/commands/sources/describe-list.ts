import type { Plain } from '../../../platform/operator-tasks/index.ts';
import type { ListGeneration } from '../../lists/list-generations-store.ts';
import { describeCounts } from '../people/describe-import.ts';

/** A description of an imported list, in lines for people. */
export function describeList(one: Plain<ListGeneration>): string[] {
  const { id, list, edition, state, listDate, startedAt, finishedAt, entries, quarantined, failure } = one;
  const name = edition === '' ? list : `${list} ${edition}`;
  const lines = [
    `${name}: ${state}, generation ${id}, list of ${listDate ?? 'unknown day'}, imported ${finishedAt ?? startedAt}`,
  ];
  if (failure !== undefined) lines.push(`  failed: ${failure}`);
  if (entries !== undefined) lines.push(`  entries: ${entries}`);
  if (quarantined !== undefined) lines.push(`  put aside: ${describeCounts(quarantined) || 'none'}`);
  return lines;
}
