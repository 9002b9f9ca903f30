import anyAscii from 'any-ascii';
import { legalForms, linkWords, particles } from './particles.ts';

/** Characters of a name that are read, and words of it that are compared. */
const maxLength = 300;
const maxWords = 16;

/**
 * The words of a person's name in capital letters of the Latin alphabet, in their order, without accents and particles
 * (da, de, bin, al). Other scripts are transliterated.
 */
export function foldPersonName(name: string): readonly string[] {
  const words = splitWords(name);
  const significant = words.filter((word) => !particles.has(word));
  return (significant.length === 0 ? words : significant).slice(0, maxWords);
}

/** The words of a company's name without its legal form. Digits stay. */
export function foldCompanyName(name: string): readonly string[] {
  const words = splitWords(joinAbbreviations(name)).filter((word) => !linkWords.has(word));
  const isForm = (word: string | undefined) => word !== undefined && legalForms.has(word);
  let [from, to] = [0, words.length];
  // Within a name the same letters may be a word.
  while (to - from > 1 && isForm(words[to - 1])) to -= 1;
  while (to - from > 1 && isForm(words[from])) from += 1;
  return words.slice(from, to).slice(0, maxWords);
}

function splitWords(name: string): string[] {
  const text = name.slice(0, maxLength).normalize('NFKC');
  return text
    .split(/[\s,;/()[\]".«»“”]+/u)
    .flatMap((word) => toLatin(word).split(/[^A-Z0-9]+/))
    .filter((word) => word !== '');
}

/** A word in Latin capitals. A script without capitals, or without spaces, gets its words apart by its syllables. */
function toLatin(word: string): string {
  const plain = word.replaceAll(/['’‘`´ʿʾ‛]/g, '');
  if (/^\p{ASCII}*$/u.test(plain)) return plain.toUpperCase();
  const isLatin = /^[\p{Script=Latin}\p{M}\P{L}]*$/u.test(plain);
  const latin = anyAscii(plain).replaceAll(/['`"]/g, '');
  if (isLatin) return latin.toUpperCase();
  const isSyllabic = /[\p{Script=Han}\p{Script=Hangul}]/u.test(plain);
  const spaced = isSyllabic ? latin.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ') : latin;
  const upper = spaced.toUpperCase();
  // The article is written together with its word.
  return /\p{Script=Arabic}/u.test(plain) ? upper.replace(/^(?:AL|WAL)(?=.{3})/, '') : upper;
}

/** `S.A.`, `S/A`, `L.L.C.` as one word. */
function joinAbbreviations(name: string): string {
  return name.replaceAll(/(?<![\p{L}\p{N}])(?:\p{L}[./]){1,4}\p{L}?(?![\p{L}\p{N}])/gu, (abbreviation) =>
    abbreviation.replaceAll(/[./]/g, ''),
  );
}
