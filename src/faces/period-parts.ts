import { attemptIdKind, firstIdAt } from '../platform/ids.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Sums of one length, in UTC. */
export type SumLevel = 'hour' | 'day' | 'month';

/** Moments in milliseconds since the epoch, the end excluded. */
export type Stretch = { readonly from: number; readonly to: number };

/** Whole hours, days or months of a stretch. */
export type LevelStretch = Stretch & { readonly level: SumLevel };

/** A period as what is read of it. */
export type PeriodParts = {
  /** Its whole hours, but for those that a midnight cuts. */
  readonly hours: readonly LevelStretch[];
  /** The same hours as few sums: months, the days beside them, the hours beside those. */
  readonly fewest: readonly LevelStretch[];
  /** The rest, which no sum has: parts of hours at both ends, and hours that a midnight cuts. */
  readonly cut: readonly Stretch[];
};

/**
 * Parts of a period for reading it by day. Days begin where the offset says: one of whole hours cuts no hour, any other
 * one cuts an hour at each midnight, and then days and months cannot be used.
 *
 * See docs/decisions/0161.
 */
export function partPeriod({ from, to }: Stretch, utcOffsetMinutes: number): PeriodParts {
  const whole = { from: ceilTo(from, hourMs), to: floorTo(to, hourMs) };
  if (whole.from >= whole.to) return { hours: [], fewest: [], cut: filled([{ from, to }]) };
  const ends = filled([
    { from, to: whole.from },
    { from: whole.to, to },
  ]);
  if (utcOffsetMinutes % 60 === 0) {
    return { hours: [{ level: 'hour', ...whole }], fewest: fewestOf(whole), cut: ends };
  }
  const midnights = midnightHours(whole, utcOffsetMinutes);
  const limits = [whole.from, ...midnights.flatMap((hour) => [hour.from, hour.to]), whole.to];
  const hours = filled(
    Array.from({ length: limits.length / 2 }, (_, index) => ({
      from: limits[2 * index]!,
      to: limits[2 * index + 1]!,
    })),
  ).map((stretch) => ({ level: 'hour' as const, ...stretch }));
  return { hours, fewest: hours, cut: [...ends, ...midnights] };
}

/** Identifiers of attempts of a stretch: from the first on, before the second. */
export function idsOf({ from, to }: Stretch): readonly [string, string] {
  return [firstIdAt(attemptIdKind, from), firstIdAt(attemptIdKind, to)];
}

/** The moment in an identifier of an attempt. */
export function momentOf(id: string): number {
  return Number.parseInt(id.slice(4, 16), 16);
}

/** The beginning of the hour, day and month of a moment. */
export function levelsAt(moment: number): readonly (readonly [SumLevel, number])[] {
  return [
    ['hour', floorTo(moment, hourMs)],
    ['day', floorTo(moment, dayMs)],
    ['month', monthAt(moment, 0)],
  ];
}

/** The day of a moment where the offset says, as `2026-02-01`. */
export function dayAt(moment: number, utcOffsetMinutes: number): string {
  return new Date(moment + utcOffsetMinutes * 60_000).toISOString().slice(0, 10);
}

function fewestOf(hours: Stretch): readonly LevelStretch[] {
  const days = { from: ceilTo(hours.from, dayMs), to: floorTo(hours.to, dayMs) };
  if (days.from >= days.to) return [{ level: 'hour', ...hours }];
  const months = {
    from: monthAt(days.from, 0) === days.from ? days.from : monthAt(days.from, 1),
    to: monthAt(days.to, 0),
  };
  const besideHours = around('hour', hours, days);
  if (months.from >= months.to) return [...besideHours, { level: 'day', ...days }];
  return [...besideHours, ...around('day', days, months), { level: 'month', ...months }];
}

/** The parts of a stretch that are beside an inner one. */
function around(level: SumLevel, outer: Stretch, inner: Stretch): readonly LevelStretch[] {
  const parts = [
    { from: outer.from, to: inner.from },
    { from: inner.to, to: outer.to },
  ];
  return filled(parts).map((part) => ({ level, ...part }));
}

function filled(stretches: readonly Stretch[]): readonly Stretch[] {
  return stretches.filter(({ from, to }) => from < to);
}

function midnightHours(hours: Stretch, utcOffsetMinutes: number): readonly Stretch[] {
  const offset = utcOffsetMinutes * 60_000;
  const cut: Stretch[] = [];
  for (let day = ceilTo(hours.from + offset, dayMs) - offset; day < hours.to; day += dayMs) {
    cut.push({ from: floorTo(day, hourMs), to: floorTo(day, hourMs) + hourMs });
  }
  return cut;
}

function monthAt(moment: number, further: number): number {
  const date = new Date(moment);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + further);
}

const floorTo = (moment: number, step: number) => Math.floor(moment / step) * step;
const ceilTo = (moment: number, step: number) => Math.ceil(moment / step) * step;
