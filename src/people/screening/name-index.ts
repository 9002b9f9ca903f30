import { setImmediate as nextTurn } from 'node:timers/promises';
import { skeletonOf } from './compare-words.ts';
import { compareConsonants, isConsonantal, soundOfLatin, soundsOfAbjad } from './consonants.ts';

/** Finds names that may be a wanted one, by their words. */
export type NameIndex = {
  /**
   * Tells the numbers of names that share so many words with the wanted one, each as it is or in another spelling, with
   * how many of the wanted words they share at most. With `isAnchor`, names that share one of those words only.
   */
  find(
    words: readonly string[],
    least: number,
    found: (name: number, shared: number) => void,
    isAnchor?: (word: string) => boolean,
  ): void;
  /** The numbers of names that hold a word as it is. */
  namesOf(word: string): readonly number[];
};

/** A word of the index that is two neighbours of a name counts for both. */
type Posting = { readonly names: number[]; readonly joinedNames: number[] };

const idBits = 2 ** 20;
const shortestSpelt = 4;
/** Names or words after which others of this process have their turn. */
const atATime = 500;
const longestSpelt = 24;
const longestJoined = 5;

/**
 * An index of folded names. A word is found as it is, by its skeleton, and by what is left of it without one of its
 * letters, which finds every word of one letter's difference.
 */
export async function createNameIndex(names: readonly (readonly string[])[]): Promise<NameIndex> {
  const ids = new Map<string, number>();
  const words: string[] = [];
  const postings: Posting[] = [];
  const post = (word: string): Posting => {
    const known = ids.get(word);
    if (known !== undefined) return postings[known]!;
    if (words.length >= idBits) throw new RangeError('an index of names holds a million words');
    ids.set(word, words.length);
    words.push(word);
    const posting: Posting = { names: [], joinedNames: [] };
    postings.push(posting);
    return posting;
  };
  for (const [number, name] of names.entries()) {
    if (number % atATime === 0) await nextTurn();
    for (const word of new Set(name)) post(word).names.push(number);
    for (let at = 0; at + 1 < name.length; at += 1) {
      if (name[at]!.length > 1 && name[at + 1]!.length > 1)
        post(name[at]! + name[at + 1]!).joinedNames.push(number);
    }
    // All words of a short name may be written as one, two of them in any order.
    if (name.length === 2 && name[0]!.length > 1 && name[1]!.length > 1)
      post(name[1]! + name[0]!).joinedNames.push(number);
    if (name.length > 2 && name.length <= longestJoined) post(name.join('')).joinedNames.push(number);
  }
  const skeletons = new Map<string, number[]>();
  const consonants = new Map<string, number[]>();
  const keys: number[] = [];
  for (const [id, word] of words.entries()) {
    if (id % atATime === 0) await nextTurn();
    const { names: own } = postings[id]!;
    if (isConsonantal(word)) {
      for (const sound of soundsOfAbjad(word)) addTo(consonants, sound, id);
      continue;
    }
    // What is only two words together is found as it is.
    if (own.length === 0 || /\d/.test(word)) continue;
    const skeleton = skeletonOf(word);
    if (skeleton.length >= 3) addTo(skeletons, skeleton, id);
    for (const key of spellingKeys(word)) keys.push(key * idBits + id);
  }
  const spellings = Float64Array.from(keys).sort();
  const counts = new Uint8Array(names.length);
  const seen = new Uint8Array(names.length);

  /** The Latin words by their consonants: made when the first Arabic name is looked for. */
  let latin: Map<string, number[]> | undefined;
  function latinByConsonants(): ReadonlyMap<string, readonly number[]> {
    if (latin !== undefined) return latin;
    latin = new Map();
    for (const [id, word] of words.entries()) {
      if (!isConsonantal(word)) addTo(latin, soundOfLatin(word), id);
    }
    return latin;
  }

  function wordsLike(word: string): ReadonlySet<number> {
    const found = new Set<number>();
    const add = (text: string) => {
      const id = ids.get(text);
      if (id !== undefined) found.add(id);
    };
    add(word);
    if (/\d/.test(word)) return found;
    if (isConsonantal(word)) {
      for (const sound of soundsOfAbjad(word))
        for (const id of latinByConsonants().get(sound) ?? [])
          if (compareConsonants(word, words[id]!) > 0) found.add(id);
      for (const sound of soundsOfAbjad(word))
        for (const id of consonants.get(sound) ?? [])
          if (compareConsonants(word, words[id]!) > 0) found.add(id);
      return found;
    }
    if (consonants.size > 0)
      for (const id of consonants.get(soundOfLatin(word)) ?? [])
        if (compareConsonants(words[id]!, word) > 0) found.add(id);
    add(`AL${word}`);
    add(`EL${word}`);
    if (/^[AE]L...+/.test(word)) add(word.slice(2));
    const skeleton = skeletonOf(word);
    if (skeleton.length >= 3) for (const id of skeletons.get(skeleton) ?? []) found.add(id);
    for (const key of spellingKeys(word)) {
      for (let at = firstAtLeast(spellings, key * idBits); at < spellings.length; at += 1) {
        const value = spellings[at]!;
        if (value >= (key + 1) * idBits) break;
        found.add(value - key * idBits);
      }
    }
    return found;
  }

  return {
    namesOf: (word) => {
      const id = ids.get(word);
      return id === undefined ? [] : postings[id]!.names;
    },
    find(wanted, least, found, isAnchor = () => true) {
      const touched: number[] = [];
      let isTouching = true;
      const count = (list: readonly number[], stamp: number, by: number) => {
        for (const name of list) {
          if (seen[name] === stamp || (!isTouching && counts[name] === 0)) continue;
          seen[name] = stamp;
          if (counts[name] === 0) touched.push(name);
          counts[name] = Math.min(200, counts[name]! + by);
        }
      };
      let stamp = 0;
      const anchored = wanted.map((word, at) => ({ word, at, isAnchor: isAnchor(word) }));
      // The others count for names that an anchor has found.
      for (const { word, at, isAnchor: isOne } of anchored.sort(
        (a, b) => Number(b.isAnchor) - Number(a.isAnchor),
      )) {
        if (word.length === 1) continue;
        isTouching = isOne;
        stamp += 1;
        for (const id of wordsLike(word)) {
          count(postings[id]!.joinedNames, stamp, 2);
          count(postings[id]!.names, stamp, 1);
        }
        const next = wanted[at + 1];
        stamp += 1;
        if (next === undefined || next.length === 1) continue;
        const joined = ids.get(word + next);
        if (joined !== undefined) count(postings[joined]!.names, stamp, 2);
        // Two Latin words are one Arabic word.
        else if (consonants.size > 0)
          for (const id of wordsLike(word + next))
            if (isConsonantal(words[id]!)) count(postings[id]!.names, stamp, 2);
      }
      for (const name of touched) {
        const shared = counts[name]!;
        counts[name] = 0;
        seen[name] = 0;
        if (shared >= least) found(name, shared);
      }
    },
  };
}

/** Adds a number to those of a key. */
export function addTo(numbers: Map<string, number[]>, key: string, number: number): void {
  const same = numbers.get(key);
  if (same === undefined) numbers.set(key, [number]);
  else same.push(number);
}

/** Hashes of a word and of what is left of it without one of its letters. */
function spellingKeys(word: string): ReadonlySet<number> {
  const keys = new Set<number>();
  if (word.length < shortestSpelt - 1 || word.length > longestSpelt) return keys;
  keys.add(hash(word, -1));
  for (let at = 0; at < word.length; at += 1) keys.add(hash(word, at));
  return keys;
}

/** FNV-1a of a text without the letter at a place. */
function hash(text: string, without: number): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    if (at === without) continue;
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return value >>> 0;
}

function firstAtLeast(sorted: Float64Array, wanted: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
