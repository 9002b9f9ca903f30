import { parse } from 'tinyduration';

const secondMs = 1_000;
const dayMs = 86_400_000;

/**
 * The length of an ISO 8601 duration in milliseconds, a year counted as 365 days and a month as 30; undefined when
 * it is none, or negative.
 */
export function parseMaxAge(text: string): number | undefined {
  let duration: ReturnType<typeof parse>;
  try {
    duration = parse(text);
  } catch {
    return undefined;
  }
  const {
    negative,
    years = 0,
    months = 0,
    weeks = 0,
    days = 0,
    hours = 0,
    minutes = 0,
    seconds = 0,
  } = duration;
  if (negative === true) return undefined;
  const lengthMs =
    (years * 365 + months * 30 + weeks * 7 + days) * dayMs +
    (hours * 3_600 + minutes * 60 + seconds) * secondMs;
  return Number.isFinite(lengthMs) ? lengthMs : undefined;
}
