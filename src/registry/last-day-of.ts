/** The last day of a year or month (`2023`, `2026-04`) as `YYYY-MM-DD`; a day stays as it is. */
export function lastDayOf(period: string): string {
  const [year, month, day] = period.split('-').map(Number);
  if (day !== undefined) return period;
  return new Date(Date.UTC(year!, month ?? 12, 0)).toISOString().slice(0, 10);
}
