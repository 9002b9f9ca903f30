import type { JsonObject, ListHit } from '../../profiles/index.ts';

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

/** The entries of lists in the data of a list source. A key stays while the list says the same of the entry. */
export function hitsOf(data: JsonObject): readonly ListHit[] {
  return ['positions', 'sanctions', 'candidacies'].flatMap((kind) => {
    const hits = data[kind];
    return Array.isArray(hits)
      ? hits.map((hit: JsonObject) => ({ key: `${kind} ${textOf(hit)}`, detail: detailOf(kind, hit) }))
      : [];
  });
}

function detailOf(kind: string, hit: JsonObject): JsonObject {
  const told = ['list', 'matchBasis', 'confidence', 'name'].flatMap((name) =>
    hit[name] === undefined ? [] : [[name, hit[name]]],
  );
  return { kind, ...Object.fromEntries(told) };
}

function textOf(hit: object): string {
  const lasting = Object.entries(hit).filter(([name]) => !passing.has(name));
  return JSON.stringify(lasting.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** One word for each kind of entry that was found by less than the whole document: it may be of somebody else. */
export function reasonsToLook(data: JsonObject): readonly string[] {
  const reasons = ['positions', 'sanctions', 'candidacies'].flatMap((kind) => {
    const hits = data[kind];
    if (!Array.isArray(hits)) return [];
    return hits.flatMap(({ matchBasis }: { matchBasis?: string }) =>
      matchBasis === undefined || matchBasis === 'exact' ? [] : [`${kind}:${matchBasis}`],
    );
  });
  return [...new Set(reasons)];
}
