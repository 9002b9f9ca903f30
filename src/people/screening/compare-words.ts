import { compareConsonants, isConsonantal } from './consonants.ts';
import { remember } from './remember.ts';

/** A difference of one letter tells words of this length apart no more; of a shorter one it makes another word. */
const leastChangedLength = 4;
const leastTwiceChangedLength = 8;
const leastSkeletonLength = 3;
/** Shorter skeletons are shared by words that have nothing to do with each other (BRUNO, BARNA). */
const leastTellingLength = 4;

/** The likeness of two words of which one is the other's first letter. */
export const initialLikeness = 0.8;
/** Words at least this alike are one word in two spellings. */
export const sameWord = 0.92;
/** Words less alike share a short skeleton only. */
export const tellingWord = 0.93;

/**
 * The consonants of a word as transliterations of it share them: MOHAMMED, MUHAMMAD and MHMD are one. A vowel in front
 * stays as a sign.
 */
export const skeletonOf = remember((word) => {
  const consonants = word
    .replaceAll(/KS|X/g, 'S')
    .replaceAll(/TSCH|TCH|SCH|SH|CH/g, 'X')
    .replaceAll('PH', 'F')
    .replaceAll('KH', 'K')
    .replaceAll('GH', 'G')
    .replaceAll('TH', 'T')
    .replaceAll('DH', 'D')
    .replaceAll(/DJ|DZH|ZH/g, 'J')
    .replaceAll(/C(?=[EIY])/g, 'S')
    .replaceAll(/CK|[CQ]/g, 'K')
    .replaceAll('Z', 'S')
    .replaceAll('W', 'V')
    .replace(/H$/, '');
  const first = /^[AEIOUY]/.test(consonants) ? 'A' : '';
  return first + consonants.replaceAll(/[AEIOUY]/g, '').replaceAll(/(.)\1+/g, '$1');
});

/**
 * The likeness of two folded words: 1 for the same, 0.97 for the same with and without an article, 0.93 for two
 * transliterations of one, 0.92 where few consonants tell so, 0.9 for one letter's difference, 0.85 for two in a long word, 0.8 for an initial; else 0.
 * Words with digits are the same or not.
 */
export function compareWords(a: string, b: string): number {
  if (a === b) return 1;
  if (isConsonantal(a) || isConsonantal(b)) return compareConsonants(a, b);
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const isSameStart = short[0] === long[0];
  if (short.length === 1) return isSameStart && !hasDigit(long) && !hasDigit(short) ? initialLikeness : 0;
  const more = long.length - short.length;
  if (more > 4 || short.length < leastChangedLength - 1) return 0;
  if (more === 2 && long[1] === 'L' && (long[0] === 'A' || long[0] === 'E') && long.endsWith(short))
    return 0.97;
  const isSameEnd = short.at(-1) === long.at(-1);
  const skeleton = skeletonOf(short);
  const isSameSkeleton = skeleton.length >= leastSkeletonLength && skeleton === skeletonOf(long);
  if (!isSameSkeleton && (more > 2 || !(isSameStart || isSameEnd))) return 0;
  if (hasDigit(a) || hasDigit(b)) return 0;
  const distance = more > 2 ? 3 : distanceOf(short, long);
  // JOAO and JOANA, ANTONIO and ANTONIA: the last vowel tells people apart.
  const isOtherGender = distance === 1 && more === 0 && !isSameEnd && /[AO]$/.test(a) && /[AO]$/.test(b);
  if (isOtherGender) return 0.5;
  // PERES is Portuguese and PEREZ is Spanish: two families.
  const isOtherLanguage = distance === 1 && /E[SZ]$/.test(short) && /E[SZ]$/.test(long) && !isSameEnd;
  if (isOtherLanguage) return 0.9;
  if (isSameSkeleton) return skeleton.length >= leastTellingLength || distance <= 1 ? tellingWord : sameWord;
  if (distance === 1 && long.length >= leastChangedLength) return 0.9;
  return distance === 2 && short.length >= leastTwiceChangedLength ? 0.85 : 0;
}

function hasDigit(word: string): boolean {
  for (let at = 0; at < word.length; at += 1) if (word.charCodeAt(at) < 58) return true;
  return false;
}

/** Letters to insert, remove, replace or swap with their neighbour; 3 for more than two. */
export function distanceOf(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let value = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      const isSwapped =
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (isSwapped) value = Math.min(value, before[j - 2]! + 1);
      row.push(value);
      if (value < least) least = value;
    }
    if (least > 2) return 3;
    before = last;
    last = row;
  }
  return Math.min(3, last[b.length]!);
}
