import type { Plain } from '../../../platform/operator-tasks/index.ts';
import type { PersonImport } from '../../data-sets/person-imports-store.ts';
import type { ListGeneration } from '../../lists/list-generations-store.ts';

/** A description of an import, in lines for people. */
export function describeImport(one: Plain<PersonImport>): string[] {
  const { id, state, startedAt, dataDate, rows, records, refusedRows, failure } = one;
  const lines = [
    `import ${id} of ${startedAt}, ${state}${dataDate === undefined ? '' : `, data of ${dataDate}`}`,
  ];
  if (failure !== undefined) lines.push(`  failed: ${failure}`);
  if (rows !== undefined) lines.push(`  rows: ${rows}`);
  if (records !== undefined) lines.push(`  records: ${describeCounts(records) || 'none'}`);
  if (refusedRows !== undefined) lines.push(`  refused: ${describeCounts(refusedRows) || 'none'}`);
  return lines;
}

/** Counts by name, in one line. */
function describeCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}

/** A description of an imported list, in lines for people. */
export function describeList(one: Plain<ListGeneration>): string[] {
  const { id, list, edition, state, listDate, startedAt, finishedAt, entries, refusedRows, failure } = one;
  const name = edition === '' ? list : `${list} ${edition}`;
  const lines = [
    `${name}: ${state}, generation ${id}, list of ${listDate ?? 'unknown day'}, imported ${finishedAt ?? startedAt}`,
  ];
  if (failure !== undefined) lines.push(`  failed: ${failure}`);
  if (entries !== undefined) lines.push(`  entries: ${entries}`);
  if (refusedRows !== undefined) lines.push(`  refused: ${describeCounts(refusedRows) || 'none'}`);
  return lines;
}
