import type { ListGeneration } from '../../people/index.ts';
import { describeCounts } from '../people/describe-import.ts';

/** A generation of a list as it comes out of a task: dates are texts. */
export type DescribedList = Omit<ListGeneration, 'startedAt' | 'finishedAt'> & {
  readonly startedAt: string;
  readonly finishedAt?: string;
};

/** What there is to say about an imported list, in lines for people. */
export function describeList(one: DescribedList): string[] {
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
