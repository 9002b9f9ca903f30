/** One access of a person, as the audit log tells it. */
export type Access = {
  readonly chain: string;
  readonly sequence: number;
  readonly at: string;
  readonly action: string;
  readonly actor: { readonly kind: string; readonly id?: string };
  readonly purpose?: string;
  readonly outcome: string;
};

/** Accesses that follow each other and are alike, as the newest of them and their number. */
export type AccessGroup<One extends Access> = { readonly newest: One; readonly count: number };

/**
 * Accesses of several lists, each once, newest first. Those of one action by one actor for one purpose that follow each
 * other are one group: an attempt with its frames is one look, not twenty.
 */
export function groupAccesses<One extends Access>(
  ...lists: readonly (readonly One[])[]
): readonly AccessGroup<One>[] {
  const all = new Map(lists.flat().map((one) => [`${one.chain} ${one.sequence}`, one]));
  const groups: { newest: One; count: number }[] = [];
  for (const one of [...all.values()].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))) {
    const last = groups.at(-1);
    if (last !== undefined && kindOf(last.newest) === kindOf(one)) last.count += 1;
    else groups.push({ newest: one, count: 1 });
  }
  return groups;
}

function kindOf({ action, actor, purpose, outcome }: Access): string {
  return JSON.stringify([action, actor.kind, actor.id, purpose, outcome]);
}
