import type { JsonObject } from '../../profiles/index.ts';

/** Properties that differ between two answers about one entry: they come from the day, the question or the order. */
const passing = new Set([
  'candidate',
  'matchBasis',
  'confidence',
  'isActive',
  'isCurrent',
  'isInGracePeriod',
  'graceEndDate',
]);

/** One text for each entry of lists in the data of a list source, the same while the list says the same of it. */
export function hitsOf(data: JsonObject): readonly string[] {
  return ['positions', 'sanctions', 'candidacies'].flatMap((kind) => {
    const hits = data[kind];
    return Array.isArray(hits) ? hits.map((hit: object) => `${kind} ${textOf(hit)}`) : [];
  });
}

function textOf(hit: object): string {
  const lasting = Object.entries(hit).filter(([name]) => !passing.has(name));
  return JSON.stringify(lasting.sort(([a], [b]) => (a < b ? -1 : 1)));
}
