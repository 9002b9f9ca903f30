import type { OpenDatabase } from '../../platform/db/index.ts';
import { compareEstablishments } from '../generations-store.ts';
import type { GenerationChanges } from '../types.ts';
import type { ImportPace } from './import-pace.ts';

/** Where roots are cut on the embedded database: by two digits, then by the letter they begin with. */
const cuts = [
  '',
  ...Array.from({ length: 99 }, (_, index) => String(index + 1).padStart(2, '0')),
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
];

/**
 * The changes of the establishments between two generations. One statement on PostgreSQL; one range of numbers at a
 * time on the embedded database, so that others get their turn between.
 */
export async function compareGenerations(
  { db, kind }: OpenDatabase,
  older: number,
  newer: number,
  pace: Pick<ImportPace, 'isShared' | 'rest'>,
): Promise<Omit<GenerationChanges, 'since'>> {
  if (kind === 'postgres') return compareEstablishments(db, older, newer, { isShared: pace.isShared });
  const sum = { opened: 0, removed: 0, closed: 0, statusChanged: 0 };
  for (const [index, from] of cuts.entries()) {
    await pace.rest();
    const stretch = { from, to: cuts[index + 1] };
    const part = await compareEstablishments(db, older, newer, { isShared: true, stretch });
    for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += part[key];
  }
  return sum;
}
