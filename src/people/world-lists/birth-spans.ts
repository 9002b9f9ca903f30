import type { BirthSpan } from '../list-entry.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Years on each side of a year that the list calls approximate. */
const approximateYears = 1;

/** The span of a day, a month or a year; undefined for what is none. */
export function spanOf(year: number, month?: number, day?: number): BirthSpan | undefined {
  if (!Number.isInteger(year) || year < 1850 || year > 2200) return undefined;
  if (month === undefined) return { from: toDay(year, 1, 1), to: toDay(year, 12, 31) };
  if (!Number.isInteger(month) || month < 1 || month > 12) return undefined;
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (day === undefined) return { from: toDay(year, month, 1), to: toDay(year, month, last) };
  if (!Number.isInteger(day) || day < 1 || day > last) return undefined;
  return { from: toDay(year, month, day), to: toDay(year, month, day) };
}

/** The span with a year more on both sides, as whole years. */
export function widen({ from, to }: BirthSpan): BirthSpan {
  const first = Number(from.slice(0, 4)) - approximateYears;
  const last = Number(to.slice(0, 4)) + approximateYears;
  return { from: toDay(first, 1, 1), to: toDay(last, 12, 31) };
}

/** The span from the start of one to the end of another. */
export function joinSpans(first: BirthSpan | undefined, last: BirthSpan | undefined): BirthSpan | undefined {
  if (first === undefined || last === undefined) return first ?? last;
  return first.from <= last.to ? { from: first.from, to: last.to } : { from: last.from, to: first.to };
}

/** `1960-01-31`, also with a zone or a time behind it. */
export function readIsoDay(text: string | undefined): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:$|[T+Z-])/.exec(text?.trim() ?? '') ?? [];
  return year === undefined ? undefined : spanOf(Number(year), Number(month), Number(day))?.from;
}

/** `28 Jul. 1963`, `Jul 1963`, `28.7.1963`, `1963`, `circa 1963`, `1960 to 1963`, `between 1960 and 1963`, `1960-1963`. */
export function readWordedSpan(text: string | undefined): BirthSpan | undefined {
  const plain =
    text
      ?.trim()
      .toLowerCase()
      .replace(/\.$/, '')
      .replace(/^between\s+/, '') ?? '';
  const [from, to] = plain.split(/\s+(?:to|and)\s+|(?<=^\d{4})\s*[-–/]\s*(?=\d{4}$)/);
  if (to !== undefined) return joinSpans(readWordedSpan(from), readWordedSpan(to));
  const circa = /^(?:circa|c\.|ca\.|approximately|approx\.?|about|around)\s*/.exec(plain)?.[0];
  const told = plain.slice(circa?.length ?? 0);
  const [, day, month, year] = /^(?:(?:(\d{1,2})\s+)?([a-z]{3})[a-z]*\.?\s+)?(\d{4})$/.exec(told) ?? [];
  const place = month === undefined ? undefined : months.indexOf(month) + 1;
  const span =
    year === undefined
      ? readSlashedSpan(told.replaceAll('.', '/'))
      : spanOf(Number(year), place, day === undefined ? undefined : Number(day));
  return span === undefined || circa === undefined ? span : widen(span);
}

/** `31/01/1960`, `00/00/1960`, `dd/mm/1960`: what is no number is not known. */
export function readSlashedSpan(text: string | undefined): BirthSpan | undefined {
  const [, day, month, year] = /^(\d{1,2}|dd)\/(\d{1,2}|mm)\/(\d{4})$/i.exec(text?.trim() ?? '') ?? [];
  if (year === undefined) return /^\d{4}$/.test(text?.trim() ?? '') ? spanOf(Number(text)) : undefined;
  const known = (part: string | undefined) => (Number(part) > 0 ? Number(part) : undefined);
  const knownMonth = known(month);
  return spanOf(Number(year), knownMonth, knownMonth === undefined ? undefined : known(day));
}

function toDay(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}
