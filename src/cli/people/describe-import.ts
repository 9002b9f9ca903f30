import type { PersonImport } from '../../people/index.ts';

/** An import as it comes out of a task: dates are texts. */
export type DescribedImport = Omit<PersonImport, 'startedAt' | 'finishedAt'> & {
  readonly startedAt: string;
  readonly finishedAt?: string;
};

/** What there is to say about an import, in lines for people. */
export function describeImport(one: DescribedImport): string[] {
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
