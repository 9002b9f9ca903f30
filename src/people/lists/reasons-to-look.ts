import type { JsonObject } from '../../profiles/index.ts';

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
