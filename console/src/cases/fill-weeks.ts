const dayMs = 86_400_000;

/**
 * The weeks from that of the first day to that of the last one, each once: those without cases count none, so that a gap
 * shows as a gap. Days are written `2026-02-01`; weeks begin on Monday.
 */
export function fillWeeks<T extends { readonly monday: string }>(
  weeks: readonly T[],
  { first, last }: { readonly first: string; readonly last: string },
): readonly (T | { readonly monday: string })[] {
  const known = new Map(weeks.map((week) => [week.monday, week]));
  const filled: (T | { readonly monday: string })[] = [];
  for (let at = mondayOf(first); at <= Date.parse(last); at += 7 * dayMs) {
    const monday = new Date(at).toISOString().slice(0, 10);
    filled.push(known.get(monday) ?? { monday });
  }
  return filled;
}

function mondayOf(day: string): number {
  const at = Date.parse(day);
  return at - ((new Date(at).getUTCDay() + 6) % 7) * dayMs;
}
