import { isDeepStrictEqual } from 'node:util';
import type { ProfileChange } from './history-store.ts';
import type { JsonObject, ProfileField } from './types.ts';

export type BasicDataShare = { readonly source: string; readonly at: Date; readonly basicData: JsonObject };

type Fields = Readonly<Record<string, ProfileField>>;

/**
 * The basic data after some answers in the order of their rank. Of two equally old answers the first one counts. An
 * answer replaces a field when it is not older than the source of the field; null removes the field. Fields without
 * an answer stay.
 */
export function mergeBasicData(fields: Fields, shares: readonly BasicDataShare[]): Fields {
  const merged: Record<string, ProfileField> = { ...fields };
  const byAge = shares.toReversed().toSorted((a, b) => a.at.getTime() - b.at.getTime());
  for (const { source, at, basicData } of byAge) {
    for (const [name, value] of Object.entries(basicData)) {
      const present = Object.hasOwn(merged, name) ? merged[name] : undefined;
      if (present !== undefined && Date.parse(present.at) > at.getTime()) continue;
      if (value === undefined) continue;
      if (value === null) {
        // Only who gave a field can take it away.
        if (present?.source === source) delete merged[name];
        continue;
      }
      merged[name] = { value, source, at: at.toISOString() };
    }
  }
  return merged;
}

/** The values of the basic data; undefined when there are none. */
export function toBasicData(fields: Fields): JsonObject | undefined {
  const entries = Object.entries(fields);
  if (entries.length === 0) return undefined;
  return Object.fromEntries(entries.map(([name, field]) => [name, field.value]));
}

/** The differences between two states of the basic data, by field. */
export function listChanges(before: Fields, after: Fields): readonly ProfileChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name) => {
    const [from, to] = [before[name]?.value, after[name]?.value];
    if (isDeepStrictEqual(from, to)) return [];
    return [
      {
        path: `basicData.${name}`,
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
      },
    ];
  });
}
