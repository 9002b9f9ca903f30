import { toAnswer } from '../../platform/to-answer.ts';
import type { BirthSpan, ListEntry, WorldListing } from '../list-entry.ts';
import { readText } from '../rows/clean-value.ts';
import type { RowFault } from '../rows/split-records.ts';
import { toCountry } from './countries.ts';

/** An entry as a list tells it, before it is cleaned. */
export type ListingFacts = {
  readonly id: string | undefined;
  readonly kind: WorldListing['kind'];
  /** The first of these that is readable and strong is the entry's name. */
  readonly names: readonly { readonly name: string | undefined; readonly isWeak: boolean }[];
  readonly birthDates: readonly (BirthSpan | undefined)[];
  readonly countries: readonly (string | undefined)[];
  readonly documents: readonly {
    readonly type: string | undefined;
    readonly number: string | undefined;
    readonly country?: string | undefined;
  }[];
  readonly programmes: readonly (string | undefined)[];
  readonly listedOn: string | undefined;
};

/** Values of one kind that an entry may have. The longest real entries have some dozens of names. */
const maxValues = 200;

/** A cleaned entry: values that cannot be read are left out, and each is there once. Without an id or a name: a fault. */
export function toListEntry(
  facts: ListingFacts,
): ListEntry | { readonly fault: RowFault; readonly field: string } {
  const id = readText(facts.id);
  if (id === undefined) return { fault: 'value_invalid', field: 'id' };
  const names = new Map<string, boolean>();
  for (const { name, isWeak } of facts.names) {
    // Signs for the direction of text and the joining of letters stand in Arabic names.
    const text = readText(name?.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''));
    // The better quality counts where a name is told twice.
    if (text !== undefined) names.set(text, isWeak && (names.get(text) ?? true));
  }
  const all = [...names].map(([name, isWeak]) => ({ name, isWeak })).slice(0, maxValues);
  const first = all.find(({ isWeak }) => !isWeak) ?? all[0];
  if (first === undefined) return { fault: 'name_missing', field: 'name' };
  const listing: WorldListing = {
    id,
    kind: facts.kind,
    aliases: all.filter((one) => one !== first),
    birthDates: unique(facts.birthDates),
    countries: unique(facts.countries.map((country) => toCountry(readText(country)))),
    documents: unique(
      facts.documents.map(({ type, number, country }) => {
        const text = readText(number);
        if (text === undefined) return undefined;
        const issuer = toCountry(readText(country));
        return toAnswer({ type: readText(type) ?? 'unknown', number: text, country: issuer });
      }),
    ),
    programmes: unique(facts.programmes.map(readText)),
    ...(facts.listedOn !== undefined && { listedOn: facts.listedOn }),
  };
  // A first name of weak quality is told as such.
  return first.isWeak
    ? { name: first.name, listing: { ...listing, aliases: [first, ...listing.aliases] } }
    : { name: first.name, listing };
}

function unique<T>(values: readonly (T | undefined)[]): readonly T[] {
  const found = new Map<string, T>();
  for (const value of values) if (value !== undefined) found.set(JSON.stringify(value), value);
  return [...found.values()].slice(0, maxValues);
}
