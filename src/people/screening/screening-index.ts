import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseCnpj } from '../../platform/documents.ts';
import type { ListEntry } from '../list-entry.ts';
import { type Alignment, alignNames, commonNames } from './align-names.ts';
import { tellingWord } from './compare-words.ts';
import {
  isKoreanName,
  soundOfChinese,
  soundOfHangul,
  soundsOfKanji,
  soundsOfLatin,
  soundsOfLatinAsChinese,
  soundsOfLatinAsKanji,
} from './east-asian-names.ts';
import { foldCompanyName, foldPersonName, readingsOf } from './fold-name.ts';
import {
  compareBirths,
  isTellingWord,
  judgeCompanyName,
  judgeDocument,
  judgePersonName,
  type SubjectBirth,
  type Verdict,
} from './judge-hit.ts';
import { addTo, createNameIndex } from './name-index.ts';

export type ScreenedEntry = { readonly list: string; readonly entry: ListEntry };

/** The searched person or company. Unknown fields are absent. */
export type ScreenedSubject = {
  readonly kind: 'person' | 'company';
  readonly names: readonly string[];
  /** Days or longer spans, of several sources. */
  readonly births?: readonly SubjectBirth[] | undefined;
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
  /** Words that may be an abbreviation. */
  readonly short: number;
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
    const keys = new Set((entry.listing?.documents ?? []).flatMap(({ number }) => [...documentKeys(number)]));
    for (const key of keys) addTo(documents, key, at);
  }

  function screen(subject: ScreenedSubject): readonly ScreeningHit[] {
    const hits = new Map<number, ScreeningHit>();
    const keep = (at: number, verdict: Verdict, matchedName: string) => {
      const before = hits.get(at);
      if (before === undefined || before.score < verdict.score)
        hits.set(at, { ...entries[at]!, ...verdict, matchedName });
    };
    for (const { number, country } of subject.documents ?? []) {
      for (const at of documents.get(rootOfCnpj(documentKey(number))) ?? []) {
        const { entry } = entries[at]!;
        if (!isOfKind(entry, subject.kind) || !hasDocument(entry, number, country)) continue;
        const births = compareBirths(subject.births ?? [], entry.listing!.birthDates);
        keep(at, judgeDocument(births, isOtherNationality(subject, entry)), entry.name);
      }
    }
    const { index, names, findSound } = byKind[subject.kind];
    const fold = subject.kind === 'person' ? foldPersonName : foldCompanyName;
    for (const name of subject.names.flatMap(readingsOf)) {
      const words = fold(name);
      if (words.length === 0) continue;
      const judge = (
        number: number,
        judgeListed: (listed: IndexedName, entry: ListEntry) => Verdict | undefined,
      ) => {
        const listed = names[number]!;
        const verdict = judgeListed(listed, entries[listed.at]!.entry);
        if (verdict !== undefined) keep(listed.at, verdict, listed.name);
      };
      if (subject.kind === 'company') {
        const short = countShort(words);
        const judgeFound = (number: number, shared: number) => {
          const listed = names[number]!;
          const missing = Math.max(words.length, listed.words.length) - shared;
          // Most candidates end here. A short word may be the abbreviation of a missing one.
          const isJoined = shared > 1 && Math.min(words.length, listed.words.length) === 1;
          if (missing > 1 && !isJoined && missing > 1 + Math.max(short, listed.short)) return;
          judge(number, (_, entry) =>
            judgeCompanyName(words, listed.words, {
              isWeakAlias: listed.isWeak,
              isOtherNationality: isOtherNationality(subject, entry),
            }),
          );
        };
        // Words that many companies have find the same whole name only.
        const hasTelling = words.some(isTellingWord);
        if (hasTelling) index.find(words, 1, judgeFound, isTellingWord);
        else index.find(words, words.length, judgeFound);
        continue;
      }
      const initials = words.filter((word) => word.length === 1).length;
      // Initials are held against names that share one whole word with them.
      const least = words.length - initials === 1 ? 1 : 2;
      index.find(words, least, (number, shared) => {
        judge(number, (listed, entry) => judgePerson(subject, words, listed, entry, shared + initials));
      });
      const given = words[0]!;
      const isRare = given.length >= leastRareLength && !commonNames.has(given);
      const namesakes = isRare ? index.namesOf(given) : [];
      if (namesakes.length <= mostOfRareWord) {
        for (const number of namesakes) {
          judge(number, (listed, entry) => {
            if (listed.words[0] !== given) return undefined;
            const facts = { ...toFacts(subject, listed, entry), isSameRareGivenName: true };
            return facts.births === 'date'
              ? judgePersonName(alignNames(words, listed.words), facts)
              : undefined;
          });
        }
      }
      for (const number of findSound(name, words)) {
        judge(number, (listed, entry) => judgePersonName(sameSound, toFacts(subject, listed, entry)));
      }
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
      for (const reading of readingsOf(name)) {
        const words = fold(reading);
        const key = words.join(' ');
        if (words.length === 0 || seen.has(key)) continue;
        seen.add(key);
        names.push({ at, words, name, isWeak, short: countShort(words) });
      }
    }
  }
  const index = await createNameIndex(names.map(({ words }) => words));
  return { names, index, findSound: createSoundSearch(names) };
}

/** Scripts of which names are also found by their sound: how their own names sound, and how Latin ones may. */
const soundScripts = [
  {
    letters: /\p{Script=Hangul}/u,
    ownSounds: (name: string) => [soundOfHangul(name) ?? []].flat(),
    isLatin: isKoreanName,
    latinSounds: soundsOfLatin,
  },
  {
    letters: /\p{Script=Han}/u,
    ownSounds: (name: string) => [...soundsOfKanji(name), soundOfChinese(foldPersonName(name))],
    latinSounds: (words: readonly string[]) => [
      ...soundsOfLatinAsKanji(words),
      ...soundsOfLatinAsChinese(words),
    ],
  },
];

/** Finds listed names in Hangul and Han by a Latin name, and the other way round. */
function createSoundSearch(names: readonly IndexedName[]) {
  const searches = soundScripts.map(({ letters, ownSounds, latinSounds, isLatin }) => {
    const own = new Map<string, number[]>();
    for (const [number, { name, words }] of names.entries())
      if (letters.test(name)) for (const sound of ownSounds(name)) addTo(own, sound, number);
      else if (isLatin?.(words) === true) for (const sound of latinSounds(words)) addTo(own, sound, number);
    /** The sounds of Latin names: made when the first name in the script is looked for. */
    let latin: Map<string, number[]> | undefined;
    return (name: string, words: readonly string[]): readonly number[] => {
      if (!letters.test(name))
        return own.size === 0 ? [] : latinSounds(words).flatMap((sound) => own.get(sound) ?? []);
      if (latin === undefined) {
        latin = new Map();
        for (const [number, listed] of names.entries())
          if (!letters.test(listed.name))
            for (const sound of latinSounds(listed.words)) addTo(latin, sound, number);
      }
      return ownSounds(name).flatMap((sound) => latin!.get(sound) ?? []);
    };
  });
  return (name: string, words: readonly string[]) => searches.flatMap((find) => find(name, words));
}

/** Two names that sound the same in two scripts, as two words that agree in another spelling. */
const sameSound: Alignment = {
  pairs: [tellingWord, tellingWord],
  initials: 0,
  onlyFirst: [],
  onlySecond: [],
  likeness: tellingWord,
  isCommon: false,
  isCommonButMisspelt: false,
  isEqual: false,
};

/** A given name is rare if so many listed names hold it, and says something from so many letters. */
const mostOfRareWord = 20;
const leastRareLength = 4;

function judgePerson(
  subject: ScreenedSubject,
  words: readonly string[],
  listed: IndexedName,
  entry: ListEntry,
  shared: number,
): Verdict | undefined {
  const facts = toFacts(subject, listed, entry);
  // Most candidates end here: they share too few words for what else is known of them.
  const isDated = facts.births === 'date' || facts.births === 'year';
  if (!isDated && Math.max(words.length, listed.words.length) - shared > 1) return undefined;
  return judgePersonName(alignNames(words, listed.words), facts);
}

function toFacts(subject: ScreenedSubject, listed: IndexedName, entry: ListEntry) {
  return {
    births: compareBirths(subject.births ?? [], entry.listing?.birthDates ?? []),
    isWeakAlias: listed.isWeak,
    isOtherNationality: isOtherNationality(subject, entry),
    isSameRareGivenName: false,
  };
}

const longestAbbreviation = 5;

function countShort(words: readonly string[]): number {
  return words.filter((word) => word.length <= longestAbbreviation).length;
}

function isOfKind({ listing }: ListEntry, kind: ScreenedSubject['kind']): boolean {
  return listing === undefined || listing.kind === kind;
}

/** True if both sides name countries that are known, and none of them is the same. */
function isOtherNationality({ nationalities = [] }: ScreenedSubject, { listing }: ListEntry): boolean {
  const [own, listed] = [nationalities, listing?.countries ?? []].map((countries) =>
    countries.filter(isCode),
  );
  return own!.length > 0 && listed!.length > 0 && !own!.some((one) => listed!.includes(one));
}

function isCode(country: string): boolean {
  return /^[A-Z]{2}$/.test(country);
}

/** A number is a document's only together with its country, where both sides name it. */
function hasDocument({ listing }: ListEntry, number: string, country: string | undefined): boolean {
  const key = rootOfCnpj(documentKey(number));
  return listing!.documents.some(
    (document) =>
      documentKeys(document.number).has(key) &&
      (country === undefined || document.country === undefined || document.country === country),
  );
}

const leastDocumentLength = 5;
/** Digits of a token within prose that make it a number of a document and no year or day. */
const leastDocumentDigits = 5;

/**
 * The keys of a listed document: its whole text, and each of its tokens with digits. Some lists write prose
 * ("Passport number OR801168, issued on 28 Feb. 2006").
 */
function documentKeys(text: string): ReadonlySet<string> {
  const tokens = text.split(/[\s,;:()[\]]+/).filter((token) => countDigits(token) >= leastDocumentDigits);
  // Digits in groups, with the letters in front of them.
  const grouped =
    text.match(/(?<![\p{L}\p{N}])\p{Lu}{0,3}[ .-]?\d{1,6}(?:[ ./-]\d{2,6})+(?![\p{L}\p{N}])/gu) ?? [];
  const parts = [...tokens, ...grouped].map(documentKey).filter((key) => !isDay(key));
  const keys = [documentKey(text), ...parts].filter((key) => key.length >= leastDocumentLength);
  return new Set(keys.map(rootOfCnpj));
}

/** A listed establishment of a Brazilian company stands for the legal person: the key of a CNPJ is that of its root. */
function rootOfCnpj(key: string): string {
  const cnpj = key.length === 14 ? parseCnpj(key) : undefined;
  return cnpj === undefined ? key : `CNPJ ${cnpj.slice(0, 8)}`;
}

function countDigits(text: string): number {
  return text.replaceAll(/\D+/g, '').length;
}

function isDay(key: string): boolean {
  return /^(?:(?:19|20)\d{2}(?:0[1-9]|1[0-2])\d{2}|\d{1,2}(?:0[1-9]|1[0-2])(?:19|20)\d{2})$/.test(key);
}

function documentKey(number: string): string {
  return number.toUpperCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
