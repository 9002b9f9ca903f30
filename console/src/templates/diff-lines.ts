/** A line of two texts: in both, only in the earlier one, or only in the later one. */
export type DiffLine = { readonly kind: 'same' | 'removed' | 'added'; readonly text: string };

/** Lines of a text at most for a search of the shortest difference; longer middles are shown as replaced. */
export const mostComparedLines = 2_000;

/** The fewest removed and added lines that lead from one text to another; removed ones stand first. */
export function diffLines(earlier: string, later: string): readonly DiffLine[] {
  const before = earlier.split('\n');
  const after = later.split('\n');
  let head = 0;
  while (head < Math.min(before.length, after.length) && before[head] === after[head]) head += 1;
  let tail = 0;
  while (
    tail < Math.min(before.length, after.length) - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    tail += 1;
  }
  const as = (kind: DiffLine['kind'], lines: readonly string[]): DiffLine[] =>
    lines.map((text) => ({ kind, text }));
  const removed = before.slice(head, before.length - tail);
  const added = after.slice(head, after.length - tail);
  return [
    ...as('same', before.slice(0, head)),
    ...(Math.max(removed.length, added.length) > mostComparedLines
      ? [...as('removed', removed), ...as('added', added)]
      : diffMiddle(removed, added)),
    ...as('same', before.slice(before.length - tail)),
  ];
}

function diffMiddle(before: readonly string[], after: readonly string[]): DiffLine[] {
  const width = after.length + 1;
  /** Lines in common, in order, of what follows a place in both. */
  const common = new Uint16Array((before.length + 1) * width);
  const commonFrom = (left: number, right: number) => common[left * width + right] ?? 0;
  for (let left = before.length - 1; left >= 0; left -= 1) {
    for (let right = after.length - 1; right >= 0; right -= 1) {
      common[left * width + right] =
        before[left] === after[right]
          ? commonFrom(left + 1, right + 1) + 1
          : Math.max(commonFrom(left + 1, right), commonFrom(left, right + 1));
    }
  }
  const lines: DiffLine[] = [];
  let left = 0;
  let right = 0;
  while (left < before.length || right < after.length) {
    const [removed, added] = [before[left], after[right]];
    if (removed !== undefined && removed === added) {
      lines.push({ kind: 'same', text: removed });
      left += 1;
      right += 1;
    } else if (
      removed !== undefined &&
      (added === undefined || commonFrom(left + 1, right) >= commonFrom(left, right + 1))
    ) {
      lines.push({ kind: 'removed', text: removed });
      left += 1;
    } else {
      lines.push({ kind: 'added', text: added ?? '' });
      right += 1;
    }
  }
  return lines;
}
