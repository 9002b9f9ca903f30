import type { Plain } from '../../platform/operator-tasks/index.ts';
import type { Generation } from '../generations-store.ts';

/** A description of a generation, in lines for people. */
export function describeGeneration(generation: Plain<Generation>): string[] {
  const { rowCounts, quarantineCounts, checks, changes } = generation;
  const lines = [`generation ${generation.id}, data of ${generation.dataMonth}, ${generation.state}`];
  const { states, cnpjs } = generation.selection ?? {};
  if (states !== undefined) lines.push(`  only: ${states.join(', ')}`);
  if (cnpjs !== undefined) lines.push(`  only: ${cnpjs.length} numbers of a list`);
  if (generation.failure !== undefined) lines.push(`  failed: ${generation.failure}`);
  if (rowCounts !== undefined) lines.push(`  rows: ${describeCounts(rowCounts)}`);
  if (quarantineCounts !== undefined) {
    lines.push(`  put aside: ${describeCounts(quarantineCounts) || 'none'}`);
  }
  for (const { name, value, limit } of checks?.filter(({ passed }) => !passed) ?? []) {
    lines.push(`  check failed: ${name} is ${value}, limit ${limit}`);
  }
  if (changes !== undefined) {
    const { since, opened, removed, closed, statusChanged } = changes;
    lines.push(
      `  since generation ${since}: ${opened} opened, ${closed} closed, ${statusChanged} changed status, ${removed} gone`,
    );
  }
  return lines;
}

function describeCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}
