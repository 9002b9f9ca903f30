import type { Plain } from '../../../platform/operator-tasks/index.ts';
import type { PersonImport } from '../../data-sets/person-imports-store.ts';

/** A description of an import, in lines for people. */
export function describeImport(one: Plain<PersonImport>): string[] {
  const { id, state, startedAt, dataDate, rows, records, quarantined, failure } = one;
  const lines = [
    `import ${id} of ${startedAt}, ${state}${dataDate === undefined ? '' : `, data of ${dataDate}`}`,
  ];
  if (failure !== undefined) lines.push(`  failed: ${failure}`);
  if (rows !== undefined) lines.push(`  rows: ${rows}`);
  if (records !== undefined) lines.push(`  records: ${describeCounts(records) || 'none'}`);
  if (quarantined !== undefined) lines.push(`  put aside: ${describeCounts(quarantined) || 'none'}`);
  return lines;
}

/** Counts by name, in one line. */
export function describeCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}
