import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ListEntry } from '../list-entry.ts';
import { alignNames } from './align-names.ts';
import { foldCompanyName, foldPersonName } from './fold-name.ts';
import {
  type BirthAgreement,
  compareBirths,
  judgeCompanyName,
  judgeDocument,
  judgePersonName,
  type Verdict,
} from './judge-hit.ts';
import { createNameIndex } from './name-index.ts';
import { genericWords } from './particles.ts';

/** An entry of a list with the list's name. */
export type ScreenedEntry = { readonly list: string; readonly entry: ListEntry };

/** The searched person or company. Unknown fields are absent. */
export type ScreenedSubject = {
  readonly kind: 'person' | 'company';
  readonly names: readonly string[];
  /** `YYYY-MM-DD` */
  readonly birthDate?: string | undefined;
  /** ISO codes of two letters. */
  readonly nationalities?: readonly string[] | undefined;
  /** CPF, CNPJ, passports, with the country that issued them where it is known. */
  readonly documents?:
    | readonly { readonly number: string; readonly country?: string | undefined }[]
    | undefined;
};

export type ScreeningHit = ScreenedEntry &
  Verdict & {
    /** The name of the entry that agreed; its first one for a document. */
    readonly matchedName: string;
  };

/** Finds the entries of lists that may be about somebody. */
export type ScreeningIndex = {
  /** The hits, the surest first; one for each entry. */
  screen(subject: ScreenedSubject): readonly ScreeningHit[];
  readonly entryCount: number;
  readonly nameCount: number;
};

type IndexedName = {
  readonly at: number;
  readonly words: readonly string[];
  readonly name: string;
  readonly isWeak: boolean;
};

/** Hits that are told of one subject at most. The commonest names have some dozens. */
const maxHits = 50;
/** Entries after which others of this process have their turn. */
const atATime = 250;

/**
 * An index over entries, held in memory: a subject takes it a fraction of a millisecond. Is made in pieces, so that
 * nobody waits for it.
 */
export async function createScreeningIndex(entries: readonly ScreenedEntry[]): Promise<ScreeningIndex> {
  const byKind = {
    person: await indexNames(entries, 'person'),
    company: await indexNames(entries, 'company'),
  };
  const documents = new Map<string, number[]>();
  for (const [at, { entry }] of entries.entries()) {
    for (const { number } of entry.listing?.documents ?? []) {
      const key = documentKey(number);
      if (key.length < 5) continue;
      const same = documents.get(key);
      if (same === undefined) documents.set(key, [at]);
      else same.push(at);
    }
  }

  function screen(subject: ScreenedSubject): readonly ScreeningHit[] {
    const hits = new Map<number, ScreeningHit>();
    const keep = (at: number, verdict: Verdict, matchedName: string) => {
      const before = hits.get(at);
      if (before === undefined || before.score < verdict.score)
        hits.set(at, { ...entries[at]!, ...verdict, matchedName });
    };
    for (const { number, country } of subject.documents ?? []) {
      for (const at of documents.get(documentKey(number)) ?? []) {
        const { entry } = entries[at]!;
        if (!isOfKind(entry, subject.kind) || !hasDocument(entry, number, country)) continue;
        const births = compareBirths(subject.birthDate, entry.listing!.birthDates);
        keep(at, judgeDocument(births, isOtherNationality(subject, entry)), entry.name);
      }
    }
    const { index, names } = byKind[subject.kind];
    const fold = subject.kind === 'person' ? foldPersonName : foldCompanyName;
    for (const name of subject.names) {
      const words = fold(name);
      if (words.length < 2) continue;
      index.find(words, (number, shared) => {
        const listed = names[number]!;
        const { entry } = entries[listed.at]!;
        const verdict = judgeName(subject, words, listed, entry, shared);
        if (verdict !== undefined) keep(listed.at, verdict, listed.name);
      });
    }
    return [...hits.values()].sort((a, b) => b.score - a.score).slice(0, maxHits);
  }

  return {
    screen,
    entryCount: entries.length,
    nameCount: byKind.person.names.length + byKind.company.names.length,
  };
}

async function indexNames(entries: readonly ScreenedEntry[], kind: ScreenedSubject['kind']) {
  const names: IndexedName[] = [];
  const fold = kind === 'person' ? foldPersonName : foldCompanyName;
  for (const [at, { entry }] of entries.entries()) {
    if (at % atATime === 0) await nextTurn();
    if (!isOfKind(entry, kind)) continue;
    const aliases = entry.listing?.aliases ?? [];
    // A weak first name stands among the aliases as well.
    const isFirstWeak = aliases.some(({ name, isWeak }) => isWeak && name === entry.name);
    const seen = new Set<string>();
    for (const { name, isWeak } of [{ name: entry.name, isWeak: isFirstWeak }, ...aliases]) {
      const words = fold(name);
      const key = words.join(' ');
      // One word names nobody.
      if (words.length < 2 || seen.has(key)) continue;
      seen.add(key);
      names.push({ at, words, name, isWeak });
    }
  }
  return { names, index: await createNameIndex(names.map(({ words }) => words)) };
}

function judgeName(
  subject: ScreenedSubject,
  words: readonly string[],
  listed: IndexedName,
  entry: ListEntry,
  shared: number,
): Verdict | undefined {
  const initials = words.filter((word) => word.length === 1).length;
  const missing = Math.max(words.length, listed.words.length) - shared - initials;
  if (subject.kind === 'person') {
    const births = compareBirths(subject.birthDate, entry.listing?.birthDates ?? []);
    // Most candidates end here: they share too few words for what else is known of them.
    if (missing > mostMissing[births]) return undefined;
    return judgePersonName(alignNames(words, listed.words), {
      births,
      isWeakAlias: listed.isWeak,
      isOtherNationality: isOtherNationality(subject, entry),
    });
  }
  if (missing > mostMissing.unknown) return undefined;
  const alignment = alignNames(words, listed.words);
  const isTelling = (word: string) => !genericWords.has(word) && word.length >= 2;
  const pairedWords = words.filter((word) => isTelling(word) && !alignment.onlyFirst.includes(word)).length;
  const isOther = isOtherNationality(subject, entry);
  return judgeCompanyName(alignment, {
    isWeakAlias: listed.isWeak,
    isOtherNationality: isOther,
    pairedWords,
  });
}

/** Words of the longer name that may be missing in the other; joined words count for two. */
const mostMissing: Readonly<Record<BirthAgreement, number>> = { date: 24, year: 24, unknown: 1, other: 0 };

function isOfKind({ listing }: ListEntry, kind: ScreenedSubject['kind']): boolean {
  return listing === undefined || listing.kind === kind;
}

/** True if both sides name countries, and none of them is the same. */
function isOtherNationality({ nationalities = [] }: ScreenedSubject, { listing }: ListEntry): boolean {
  const listed = listing?.countries.filter((country) => /^[A-Z]{2}$/.test(country)) ?? [];
  return nationalities.length > 0 && listed.length > 0 && !nationalities.some((one) => listed.includes(one));
}

/** A number is a document's only together with its country, where both sides name it. */
function hasDocument({ listing }: ListEntry, number: string, country: string | undefined): boolean {
  const key = documentKey(number);
  return listing!.documents.some(
    (document) =>
      documentKey(document.number) === key &&
      (country === undefined || document.country === undefined || document.country === country),
  );
}

function documentKey(number: string): string {
  return number.toUpperCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
