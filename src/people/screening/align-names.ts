import { compareWords, initialLikeness } from './compare-words.ts';

/** The best pairing of the words of two folded names. */
export type Alignment = {
  /** Likeness of the words that were paired, in no order. */
  readonly pairs: readonly number[];
  /** Pairs of which one is an initial. */
  readonly initials: number;
  /** Words of each side without a counterpart. */
  readonly onlyFirst: readonly string[];
  readonly onlySecond: readonly string[];
  /**
   * From 0 to 1: the mean likeness, in which a word that the shorter name has alone counts as a pair that differs, and
   * one that the longer name has alone a quarter of that.
   */
  readonly likeness: number;
};

const longerWordWeight = 0.25;
const joinedLikeness = 0.98;

/**
 * Pairs the words of two names, whatever their order: first those that are the same, then two neighbours that are one
 * word of the other name (ABDUL RAHMAN, ABDULRAHMAN), then the most alike.
 */
export function alignNames(first: readonly string[], second: readonly string[]): Alignment {
  const a = [...first] as (string | undefined)[];
  const b = [...second] as (string | undefined)[];
  const pairs: number[] = [];
  for (const [i, word] of first.entries()) {
    const j = b.indexOf(word);
    if (j < 0) continue;
    a[i] = undefined;
    b[j] = undefined;
    pairs.push(1);
  }
  pairJoined(a, b, pairs);
  pairJoined(b, a, pairs);
  let initials = 0;
  for (const { i, j, likeness } of findAlike(a, b)) {
    if (a[i] === undefined || b[j] === undefined) continue;
    a[i] = undefined;
    b[j] = undefined;
    pairs.push(likeness);
    if (likeness === initialLikeness) initials += 1;
  }
  const onlyFirst = a.filter((word) => word !== undefined);
  const onlySecond = b.filter((word) => word !== undefined);
  const shorter = Math.min(onlyFirst.length, onlySecond.length);
  const longer = Math.max(onlyFirst.length, onlySecond.length) - shorter;
  const weight = pairs.length + shorter + longer * longerWordWeight;
  const sum = pairs.reduce((all, one) => all + one, 0);
  return { pairs, initials, onlyFirst, onlySecond, likeness: weight === 0 ? 0 : sum / weight };
}

/** Pairs two neighbours of one side with the word of the other that they are together. They count as two pairs. */
function pairJoined(side: (string | undefined)[], other: (string | undefined)[], pairs: number[]): void {
  for (let at = 0; at + 1 < side.length; at += 1) {
    const [word, next] = [side[at], side[at + 1]];
    if (word === undefined || next === undefined || word.length === 1 || next.length === 1) continue;
    const place = other.indexOf(word + next);
    if (place < 0) continue;
    side[at] = undefined;
    side[at + 1] = undefined;
    other[place] = undefined;
    pairs.push(joinedLikeness, joinedLikeness);
  }
}

function findAlike(a: readonly (string | undefined)[], b: readonly (string | undefined)[]) {
  const found: { readonly i: number; readonly j: number; readonly likeness: number }[] = [];
  for (const [i, left] of a.entries()) {
    if (left === undefined) continue;
    for (const [j, right] of b.entries()) {
      const likeness = right === undefined ? 0 : compareWords(left, right);
      if (likeness > 0) found.push({ i, j, likeness });
    }
  }
  return found.sort((x, y) => y.likeness - x.likeness || x.i - y.i || x.j - y.j);
}
