import {
  createScreeningIndex,
  type ScreenedSubject,
  type ScreeningIndex,
} from '../../src/people/screening/screening-index.ts';
import { createSeededRandom } from '../seeded-random.ts';
import { alterations } from './alterations.ts';
import { type DrawnPerson, drawBrazilian, drawLists, type Random } from './draw-names.ts';

export type Recall = {
  readonly alteration: string;
  readonly tried: number;
  /** Shares of the tried that are hit, by what is known beside the name. */
  readonly withDate: number;
  readonly withYear: number;
  readonly nameOnly: number;
};

export type FalseAlarms = {
  readonly people: number;
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

/** The share of altered people that are hit, by kind of alteration. */
export function measureRecall(
  index: ScreeningIndex,
  people: readonly DrawnPerson[],
  random: Random,
): readonly Recall[] {
  return Object.entries(alterations).map(([alteration, alter]) => {
    const counts = { tried: 0, date: 0, year: 0, none: 0 };
    for (const person of people) {
      // People whose list entry has a full date; what the date adds is what is measured.
      if (person.entry.listing!.birthDates[0]?.from !== person.entry.listing!.birthDates[0]?.to) continue;
      if (person.entry.listing!.birthDates.length === 0) continue;
      const name = alter(person.words, random, person);
      if (name === undefined) continue;
      counts.tried += 1;
      const isHit = (birthDate: string | undefined) =>
        index
          .screen({ kind: 'person', names: [name], births: toBirths(birthDate) })
          .some(({ entry }) => entry === person.entry);
      if (isHit(person.birthDate)) counts.date += 1;
      if (isHit(`${person.birthDate.slice(0, 4)}-${person.birthDate.endsWith('06-15') ? '06-16' : '06-15'}`))
        counts.year += 1;
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
  for (let at = 0; at < count; at += 1) {
    const { name, birthDate } = drawBrazilian(random);
    if (index.screen({ kind: 'person', names: [name] }).length > 0) withoutDate += 1;
    if (
      index
        .screen({ kind: 'person', names: [name], births: toBirths(birthDate) })
        .some(({ against }) => against.length === 0)
    )
      withDate += 1;
  }
  return { people: count, withoutDate, withDate };
}
