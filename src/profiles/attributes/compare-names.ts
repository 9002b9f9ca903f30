import { jaroWinkler } from '@skyra/jaro-winkler';

const particles = new Set(['DA', 'DE', 'DO', 'DAS', 'DOS', 'DI', 'DU', 'E']);
/** A word that stands for another by its first letter says little of it. */
const initialSimilarity = 0.85;
/** Words less alike than this are different words. */
const leastWordSimilarity = 0.8;
/** The weight of a word that only one of the names has, as a share of a word that differs. */
const missingWordWeight = 0.2;
/** Words of a name that are compared at most; the longest real ones have about fifteen. */
const maxWords = 24;

/** The words of a name without accents, case, punctuation, particles and what shows nothing; JR is JUNIOR. */
export function splitName(name: string): readonly string[] {
  const words = name
    .slice(0, 500)
    .normalize('NFD')
    .replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => (word === 'JR' ? 'JUNIOR' : word));
  const significant = words.filter((word) => !particles.has(word));
  return (significant.length === 0 ? words : significant).slice(0, maxWords);
}

/**
 * The likeness of two names, from 0 to 1. Case, accents, punctuation, particles (da, de, dos, e ...) and the order of
 * words make no difference; D'ALMEIDA is D ALMEIDA and DALMEIDA; a word may stand as its initial, and one that only one
 * of the names has counts a fifth. Symmetric. 1 means the same words; below that, spelling differs or words are left out.
 *
 * Words are paired greedily, the most similar (Jaro-Winkler) first. Not verified: how often two different people
 * are this alike. Equal names belong to many people.
 */
export function compareNames(first: string, second: string): number {
  // Both in the same way: the D of D'ANGELO is no initial of DAVILA.
  return Math.max(compareSpellings(first, second), compareSpellings(joinWords(first), joinWords(second)));
}

/** The name with words in one that an apostrophe divides, or a space behind a D. */
function joinWords(name: string): string {
  return name.replaceAll(/(?<=\p{L})['’´`](?=\p{L})|(?<=(?<!\p{L})d) (?=\p{L}{3})/giu, '');
}

function compareSpellings(first: string, second: string): number {
  // Sorted, so that neither the order of words nor that of the names decides between pairs that are equally alike.
  const names = [splitName(first), splitName(second)].map((words) => words.toSorted());
  const [a, b] = names.toSorted((x, y) => (x.join(' ') < y.join(' ') ? -1 : 1)) as [string[], string[]];
  if (a.length === 0 || b.length === 0) return 0;
  const pairs = a
    .flatMap((left, i) => b.map((right, j) => ({ i, j, similarity: compareWords(left, right) })))
    .sort((x, y) => y.similarity - x.similarity || x.i - y.i || x.j - y.j);
  const used = { a: new Set<number>(), b: new Set<number>() };
  let total = 0;
  for (const { i, j, similarity } of pairs) {
    if (used.a.has(i) || used.b.has(j)) continue;
    used.a.add(i);
    used.b.add(j);
    total += similarity;
  }
  const paired = Math.min(a.length, b.length);
  const unpaired = Math.max(a.length, b.length) - paired;
  // A single word is no shorter form of a whole name.
  const weight = paired === 1 ? 1 : missingWordWeight;
  return Math.min(1, total / (paired + unpaired * weight));
}

function compareWords(a: string, b: string): number {
  if (a === b) return 1;
  if ((a.length === 1 || b.length === 1) && a[0] === b[0]) return initialSimilarity;
  const similarity = jaroWinkler(a, b);
  return similarity < leastWordSimilarity ? 0 : similarity;
}
