/** Units of an age, with the ISO 8601 duration of a count of them. */
const durations = {
  minutes: (count: number) => `PT${count}M`,
  hours: (count: number) => `PT${count}H`,
  days: (count: number) => `P${count}D`,
  weeks: (count: number) => `P${count}W`,
  months: (count: number) => `P${count}M`,
  years: (count: number) => `P${count}Y`,
} as const;

export type AgeUnit = keyof typeof durations;
export const ageUnits = Object.keys(durations) as readonly AgeUnit[];

/** A maximum age as a count of one unit; a count of undefined is an answer that is never reused. */
export type AnswerAge = { readonly count: number | undefined; readonly unit: AgeUnit };

/** Reads an ISO 8601 duration; undefined for one of several units, which a count of one unit cannot say. */
export function readAge(duration: string | undefined): AnswerAge | undefined {
  if (duration === undefined || duration === 'PT0S') return { count: undefined, unit: 'days' };
  const count = Number(/\d+/.exec(duration)?.[0]);
  const unit = ageUnits.find((each) => durations[each](count) === duration);
  return unit && { count: count === 0 ? undefined : count, unit };
}

/** The duration of an age; undefined for answers that are never reused. */
export function writeAge({ count, unit }: AnswerAge): string | undefined {
  return count === undefined ? undefined : durations[unit](count);
}
