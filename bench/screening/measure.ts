import {
  createScreeningIndex,
  type ScreenedSubject,
  type ScreeningIndex,
} from '../../src/people/screening/screening-index.ts';
import { makeCompany } from '../registry/make-company.ts';
import { createSeededRandom } from '../seeded-random.ts';
import { alterations } from './alterations.ts';
import { companyAlterations, otherCompanies } from './company-pairs.ts';
import { type DrawnPerson, drawBrazilian, drawLists, pick, type Random } from './draw-names.ts';

export type Recall = {
  readonly alteration: string;
  readonly tried: number;
  /** Shares of the tried that are hit, by what is known beside the name. */
  readonly withDate: number;
  readonly withYear: number;
  readonly nameOnly: number;
};

/** How many of a kind of names are taken for the listed one. */
export type Hits = { readonly kind: string; readonly tried: number; readonly hit: number };

export type FalseAlarms = {
  readonly people: number;
  /** Hits of people who bear exactly a listed name. */
  readonly namesakes: number;
  readonly withoutDate: number;
  readonly withDate: number;
};

/** Draws lists and an index over them. */
export async function prepare(seed: number, counts?: Parameters<typeof drawLists>[1]) {
  const random = createSeededRandom(seed);
  const lists = drawLists(random, counts);
  return { random, lists, index: await createScreeningIndex(lists.entries) };
}

function toBirths(day: string | undefined) {
  return day === undefined ? [] : [{ from: day, to: day }];
}

/** The same year, another day. */
function otherDay(day: string): string {
  return `${day.slice(0, 4)}-${day.endsWith('06-15') ? '06-16' : '06-15'}`;
}

/** People whose entry has a full date: what the date adds is what is measured. */
function withFullDate(people: readonly DrawnPerson[]): readonly DrawnPerson[] {
  return people.filter(({ entry }) => {
    const [birth] = entry.listing!.birthDates;
    return birth !== undefined && birth.from === birth.to;
  });
}

/** The share of altered people that are hit, by kind of alteration. */
export function measureRecall(
  index: ScreeningIndex,
  people: readonly DrawnPerson[],
  random: Random,
): readonly Recall[] {
  return Object.entries(alterations).map(([alteration, alter]) => {
    const counts = { tried: 0, date: 0, year: 0, none: 0 };
    for (const person of withFullDate(people)) {
      const name = alter(person.words, random, person);
      if (name === undefined) continue;
      counts.tried += 1;
      const isHit = (birthDate: string | undefined) =>
        index
          .screen({ kind: 'person', names: [name], births: toBirths(birthDate) })
          .some(({ entry }) => entry === person.entry);
      if (isHit(person.birthDate)) counts.date += 1;
      if (isHit(otherDay(person.birthDate))) counts.year += 1;
      if (isHit(undefined)) counts.none += 1;
    }
    const share = (count: number) => (counts.tried === 0 ? 0 : count / counts.tried);
    return {
      alteration,
      tried: counts.tried,
      withDate: share(counts.date),
      withYear: share(counts.year),
      nameOnly: share(counts.none),
    };
  });
}

/** Other people near a listed one: the query's name and birth date. */
const otherPeople: Readonly<Record<string, (person: DrawnPerson, random: Random) => [string, string]>> = {
  'another given name, the same date (a twin)': ({ words, culture, birthDate }, random) => [
    [otherOf(random, culture.given, words), ...words.slice(1)].join(' '),
    birthDate,
  ],
  'the family name alone, the same date': ({ words, culture, birthDate }, random) => [
    `${otherOf(random, culture.given, words)} ${otherOf(random, culture.given, words)} ${words.at(-1)}`,
    birthDate,
  ],
  'the given name alone, the same date': ({ words, culture, birthDate }, random) => [
    `${words[0]} ${otherOf(random, culture.given, words)} ${otherOf(random, culture.family, words)}`,
    birthDate,
  ],
  'two words in common, the same year': ({ words, culture, birthDate }, random) => [
    `${words[0]} ${otherOf(random, culture.given, words)} ${words.at(-1)}`,
    otherDay(birthDate),
  ],
  'two words in common, no date': ({ words, culture }, random) => [
    `${words[0]} ${otherOf(random, culture.given, words)} ${words.at(-1)}`,
    '',
  ],
  'nothing in common but the date': (person, random) => [drawBrazilian(random).name, person.birthDate],
};

function otherOf(random: Random, pool: readonly string[], words: readonly string[]): string {
  return pick(
    random,
    pool.filter((word) => !words.includes(word)),
  );
}

/** How many other people are taken for a listed one, by how they come near. */
export function measureOtherPeople(
  index: ScreeningIndex,
  people: readonly DrawnPerson[],
  random: Random,
): readonly Hits[] {
  const dated = withFullDate(people).filter(({ words }) => words.length >= 3);
  return Object.entries(otherPeople).map(([kind, make]) => {
    const hit = dated.filter((person) => {
      const [name, day] = make(person, random);
      const births = toBirths(day === '' ? undefined : day);
      return index
        .screen({ kind: 'person', names: [name], births })
        .some(({ entry }) => entry === person.entry);
    });
    return { kind, tried: dated.length, hit: hit.length };
  });
}

/** How many companies under another name, and how many other companies, are taken for the listed one. */
export function measureCompanies(
  index: ScreeningIndex,
  companies: ReturnType<typeof drawLists>['companies'],
  random: Random,
): { readonly altered: readonly Hits[]; readonly others: readonly Hits[] } {
  const count = (rewrites: typeof companyAlterations): readonly Hits[] =>
    Object.entries(rewrites).map(([kind, rewrite]) => {
      let tried = 0;
      let hit = 0;
      for (const company of companies) {
        const name = rewrite(company, random);
        if (name === undefined) continue;
        tried += 1;
        if (index.screen({ kind: 'company', names: [name] }).some(({ entry }) => entry === company.entry))
          hit += 1;
      }
      return { kind, tried, hit };
    });
  return { altered: count(companyAlterations), others: count(otherCompanies) };
}

/** How many so many companies of a generated registry, which are on no list, are hit. */
export function measureRegistryAlarms(index: ScreeningIndex, companies: number): Hits {
  let tried = 0;
  let hit = 0;
  for (let at = 0; tried < companies; at += 1) {
    const { company } = makeCompany(3, at);
    // Sole proprietors are people.
    if (company[2] === '2135') continue;
    tried += 1;
    if (index.screen({ kind: 'company', names: [company[1]!] }).length > 0) hit += 1;
  }
  return { kind: 'companies of the registry', tried, hit };
}

/** The share of people with a document on a list that are hit by it, whatever they are called. */
export function measureDocuments(index: ScreeningIndex, people: readonly DrawnPerson[]): number {
  const known = people.filter(({ entry }) => entry.listing!.documents.length > 0);
  const hit = known.filter(({ entry, document }) => {
    const written = `${document.number.slice(0, 3)}-${document.number.slice(3).toLowerCase()}`;
    const subject: ScreenedSubject = {
      kind: 'person',
      names: ['SOMEBODY ELSE'],
      documents: [{ ...document, number: written }],
    };
    return index.screen(subject).some((one) => one.entry === entry && one.basis === 'document');
  });
  return hit.length / known.length;
}

/** How many of so many Brazilians, who are on no list, are hit. */
export function measureFalseAlarms(index: ScreeningIndex, count: number, random: Random): FalseAlarms {
  let withoutDate = 0;
  let withDate = 0;
  let namesakes = 0;
  const plain = (name: string) => name.replaceAll(/ (?:DA|DE|DOS|E)(?= )/g, '');
  for (let at = 0; at < count; at += 1) {
    const { name, birthDate } = drawBrazilian(random);
    const hits = index.screen({ kind: 'person', names: [name] });
    if (hits.some(({ matchedName }) => plain(matchedName) === plain(name))) namesakes += 1;
    else if (hits.length > 0) withoutDate += 1;
    if (
      index
        .screen({ kind: 'person', names: [name], births: toBirths(birthDate) })
        .some(({ against }) => against.length === 0)
    )
      withDate += 1;
  }
  return { people: count, namesakes, withoutDate, withDate };
}

export type ScreeningFigures = Awaited<ReturnType<typeof measureScreening>>;

/** Measures the screening against drawn lists of 60,000 entries: times, memory, recall and false alarms. */
export async function measureScreening(say: (text: string) => void, people: number) {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const random = createSeededRandom(20);
  const lists = drawLists(random);
  const started = performance.now();
  const index = await createScreeningIndex(lists.entries);
  const builtMs = performance.now() - started;
  globalThis.gc?.();
  const heldMb = (process.memoryUsage().rss - before) / 1e6;
  const time = (subjects: readonly ScreenedSubject[]) => {
    const times = Float64Array.from(subjects, (subject) => {
      const from = performance.now();
      index.screen(subject);
      return performance.now() - from;
    }).sort();
    const at = (share: number) => times[Math.floor(times.length * share)]!;
    return { p50: at(0.5), p99: at(0.99) };
  };
  const person = ({
    name,
    birthDate,
  }: {
    readonly name: string;
    readonly birthDate: string;
  }): ScreenedSubject => ({
    kind: 'person',
    names: [name],
    births: toBirths(birthDate),
  });
  say('Times of one name');
  const listed = lists.people.slice(0, 5_000);
  const timesMs = {
    'a Brazilian': time(Array.from({ length: 20_000 }, () => person(drawBrazilian(random)))),
    'a listed person': time(listed.map(({ entry, birthDate }) => person({ name: entry.name, birthDate }))),
    'a company of the registry': time(
      Array.from({ length: 5_000 }, (_, at) => ({
        kind: 'company',
        names: [makeCompany(5, at).company[1]!],
      })),
    ),
    'a listed company': time(
      lists.companies.slice(0, 5_000).map(({ entry }) => ({ kind: 'company', names: [entry.name] })),
    ),
  };
  say('Altered names, other people, other companies');
  const sample = lists.people.slice(0, 3_000);
  const recall = measureRecall(index, sample, random);
  const others = measureOtherPeople(index, sample, random);
  const companies = measureCompanies(index, lists.companies.slice(0, 4_000), random);
  say('False alarms');
  return {
    entries: index.entryCount,
    names: index.nameCount,
    builtMs,
    heldMb,
    timesMs,
    documents: measureDocuments(index, sample),
    recall,
    others,
    companies,
    alarms: measureFalseAlarms(index, people, random),
    registry: measureRegistryAlarms(index, 100_000),
  };
}

/** Prints the figures as the tables of `docs/reference/screening.md`. */
export function printScreening(figures: ScreeningFigures): void {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const { timesMs, recall, others, companies, alarms, registry } = figures;
  console.log(
    `${figures.entries} entries, ${figures.names} names: index ${(figures.builtMs / 1000).toFixed(1)} s, ${figures.heldMb.toFixed(0)} MB`,
  );
  for (const [what, { p50, p99 }] of Object.entries(timesMs))
    console.log(`| ${what} | ${p50.toFixed(2)} ms | ${p99.toFixed(2)} ms |`);
  for (const { alteration, tried, withDate, withYear, nameOnly } of recall)
    console.log(
      `| ${alteration} | ${tried} | ${percent(withDate)} | ${percent(withYear)} | ${percent(nameOnly)} |`,
    );
  const table = (hits: readonly Hits[]) => {
    for (const { kind, tried, hit } of hits) console.log(`| ${kind} | ${tried} | ${percent(hit / tried)} |`);
  };
  table(others);
  table(companies.altered);
  table(companies.others);
  const mean = (hits: readonly Hits[]) =>
    hits.reduce((sum, { tried, hit }) => sum + hit / tried, 0) / hits.length;
  const found = recall.slice(1).reduce((sum, { withDate }) => sum + withDate, 0) / (recall.length - 1);
  const balance = (right: number, wrong: number) => right / (right + wrong);
  console.log(
    `people with a date: found ${percent(found)}, precision ${percent(balance(found, mean(others)))}\n` +
      `companies: found ${percent(mean(companies.altered.slice(1)))}, precision ` +
      `${percent(balance(mean(companies.altered.slice(1)), mean(companies.others)))}\n` +
      `found by document ${percent(figures.documents)}`,
  );
  console.log(
    `${alarms.people} Brazilians: ${alarms.namesakes} namesakes, ${alarms.withoutDate} alarms without a date, ` +
      `${alarms.withDate} with one; companies of the registry ${registry.hit} of ${registry.tried}`,
  );
}
