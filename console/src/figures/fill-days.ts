type DayOfAttempts = { readonly day: string; readonly attempts: number; readonly matchRate?: number };

const dayMs = 86_400_000;
/** More bars than these cannot be told apart. */
const maxBars = 400;

/**
 * The days from the first to the last, each once: those without attempts count none, so that a gap shows as a gap. The
 * days as they were given when the period is longer than 400 days. Days are written `2026-02-01`.
 */
export function fillDays(
  days: readonly DayOfAttempts[],
  first: string,
  last: string,
): readonly DayOfAttempts[] {
  const from = Date.parse(first);
  const count = Math.round((Date.parse(last) - from) / dayMs) + 1;
  if (!(count >= 1 && count <= maxBars)) return days;
  const known = new Map(days.map((each) => [each.day, each]));
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(from + index * dayMs).toISOString().slice(0, 10);
    return known.get(day) ?? { day, attempts: 0 };
  });
}
