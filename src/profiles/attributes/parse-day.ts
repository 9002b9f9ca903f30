/**
 * A calendar day, as `DD/MM/YYYY` or ISO 8601, in milliseconds since 1970 at midnight UTC; undefined for anything
 * else, days that no calendar has included.
 */
export function parseDay(text: string): number | undefined {
  const brazilian = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text);
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:T.*)?$/.exec(text);
  const [year, month, day] =
    brazilian !== null
      ? [Number(brazilian[3]), Number(brazilian[2]), Number(brazilian[1])]
      : iso !== null
        ? [Number(iso[1]), Number(iso[2]), Number(iso[3])]
        : [];
  if (year === undefined) return undefined;
  const time = Date.UTC(year, month! - 1, day);
  const date = new Date(time);
  const isReal = date.getUTCMonth() === month! - 1 && date.getUTCDate() === day;
  return isReal ? time : undefined;
}
