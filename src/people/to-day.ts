/** The day in Brasília (`YYYY-MM-DD`), where the lists are made: three hours behind UTC all the year. */
export function toDay(now: Date): string {
  return new Date(now.getTime() - 3 * 3_600_000).toISOString().slice(0, 10);
}
