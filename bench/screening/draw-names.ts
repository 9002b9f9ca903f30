import type { ListEntry } from '../../src/people/list-entry.ts';
import type { ScreenedEntry } from '../../src/people/screening/screening-index.ts';
import {
  brazilianGivenNames,
  brazilianSurnames,
  type Culture,
  companyForms,
  companyTrades,
  companyWords,
  cultures,
} from './name-pools.ts';

export type Random = () => number;

export const pick = <T>(random: Random, values: readonly T[]): T =>
  values[Math.floor(random() * values.length)]!;

/** A birth day of an adult. */
export function drawDay(random: Random): string {
  const day = new Date(Date.UTC(1940 + Math.floor(random() * 66), 0, 1 + Math.floor(random() * 365)));
  return day.toISOString().slice(0, 10);
}

/** A name as Brazilians bear them: frequent words more often, two given names for a third, one to three surnames. */
export function drawBrazilian(random: Random): { readonly name: string; readonly birthDate: string } {
  const given = pickByRank(random, brazilianGivenNames);
  const second = random() < 0.35 ? pickByRank(random, brazilianGivenNames) : undefined;
  const count = 1 + Math.floor(random() * 2.6);
  const surnames = Array.from({ length: count }, () => pickByRank(random, brazilianSurnames));
  const family = surnames.map((name, at) =>
    random() < 0.25
      ? `${pick(random, ['DA', 'DE', 'DOS'])} ${name}`
      : at > 0 && random() < 0.1
        ? `E ${name}`
        : name,
  );
  const words = [given, ...(second === undefined || second === given ? [] : [second]), ...family];
  return { name: words.join(' '), birthDate: drawDay(random) };
}

/** Words are borne as Zipf has it: the tenth about a tenth as often as the first. */
function pickByRank(random: Random, words: readonly string[]): string {
  const at = Math.floor((words.length + 4) ** random()) - 1;
  return words[Math.min(words.length - 1, at)]!;
}

export type DrawnPerson = {
  readonly entry: ListEntry;
  readonly words: readonly string[];
  readonly culture: Culture;
  readonly birthDate: string;
  readonly document: { readonly number: string; readonly country: string };
};

/** A listed person, with a full birth date for most, a passport for a third, aliases for half. */
export function drawListedPerson(random: Random, id: string): DrawnPerson {
  const culture = pickCulture(random);
  const [least, most] = culture.words;
  const count = least + Math.floor(random() * (most - least + 1));
  const words = new Set<string>();
  // Families first, so that no given name takes all places.
  words.add(pick(random, culture.given));
  while (words.size < count - 1) words.add(pick(random, random() < 0.6 ? culture.given : culture.family));
  while (words.size < count) words.add(pick(random, culture.family));
  const birthDate = drawDay(random);
  const year = birthDate.slice(0, 4);
  const isExact = random() < 0.75;
  const document = {
    number: `${pick(random, ['A', 'N', 'P'])}${Math.floor(random() * 9e7 + 1e7)}`,
    country: pick(random, culture.countries),
  };
  const alias = [...words].slice(0, -1).concat(pick(random, culture.family)).join(' ');
  const entry: ListEntry = {
    name: [...words].join(' '),
    listing: {
      id,
      kind: 'person',
      aliases: [
        ...(random() < 0.5 ? [{ name: alias, isWeak: false }] : []),
        ...(random() < 0.2 ? [{ name: `ABU ${pick(random, culture.given)}`, isWeak: true }] : []),
      ],
      birthDates: isExact
        ? [{ from: birthDate, to: birthDate }]
        : random() < 0.6
          ? [{ from: `${year}-01-01`, to: `${year}-12-31` }]
          : [],
      countries: [pick(random, culture.countries)],
      documents: random() < 0.35 ? [{ type: 'Passport', ...document }] : [],
      programmes: ['SDGT'],
    },
  };
  return { entry, words: [...words], culture, birthDate, document };
}

function pickCulture(random: Random): Culture {
  let left = random();
  for (const culture of cultures) {
    left -= culture.share;
    if (left < 0) return culture;
  }
  return cultures[0]!;
}

/** A listed company: one or two words of its own, a trade or two, a legal form, digits for some. */
export function drawListedCompany(
  random: Random,
  id: string,
): { readonly entry: ListEntry; readonly words: readonly string[]; readonly form: string } {
  const word = () => (random() < 0.4 ? pick(random, companyWords) : coinWord(random));
  const words = new Set([word(), ...(random() < 0.6 ? [word()] : [])]);
  if (random() < 0.1) words.add(String(Math.floor(random() * 90_000 + 1_000)));
  const trades = [pick(random, companyTrades), ...(random() < 0.4 ? [pick(random, companyTrades)] : [])];
  const form = pick(random, companyForms);
  const all = [...new Set([...words, ...trades])];
  const entry: ListEntry = {
    name: `${all.join(' ')} ${form}`,
    listing: {
      id,
      kind: 'company',
      aliases: [],
      birthDates: [],
      countries: [],
      documents: [],
      programmes: ['SDGT'],
    },
  };
  return { entry, words: all, form };
}

/** A word that no language has, as most companies call themselves. */
function coinWord(random: Random): string {
  const syllables = Array.from(
    { length: 2 + Math.floor(random() * 2) },
    () => pick(random, [...'BDFGKLMNPRSTVZ']) + pick(random, [...'AEIOU']),
  );
  return syllables.join('') + pick(random, ['', '', 'N', 'R', 'S', 'X']);
}

/** Twice as many as all lists together have: people, and companies with ships. */
export const usualCounts = { people: 36_000, companies: 24_000 } as const;

export function drawLists(
  random: Random,
  counts: { readonly people: number; readonly companies: number } = usualCounts,
) {
  const people = Array.from({ length: counts.people }, (_, at) => drawListedPerson(random, `p${at}`));
  const companies = Array.from({ length: counts.companies }, (_, at) => drawListedCompany(random, `c${at}`));
  const entries: ScreenedEntry[] = [...people, ...companies].map(({ entry }) => ({
    list: 'ofac_sdn',
    entry,
  }));
  return { people, companies, entries };
}
