/** The first and the last day, as a date field writes them: `2026-02-01`. */
export type Days = { readonly first: string; readonly last: string };

/** The parameters of a read that measures days as the browser has them: from the first to the end of the last. */
export function periodOf({ first, last }: Days) {
  const to = new Date(`${last}T00:00`);
  to.setDate(to.getDate() + 1);
  return {
    from: new Date(`${first}T00:00`).toISOString(),
    to: to.toISOString(),
    utcOffsetMinutes: -new Date().getTimezoneOffset(),
  };
}

/** A day of the past, of the browser. */
export function dayBefore(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() - days);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
}
