import anyAscii from 'any-ascii';
import { foldArabic } from './consonants.ts';
import { dropGluedForm, dropLegalForms } from './legal-forms.ts';
import { linkWords, particles } from './particles.ts';

/** Characters of a name that are read, and words of it that are compared. */
const maxLength = 300;
const maxWords = 16;

/**
 * The words of a person's name in capital letters of the Latin alphabet, in their order, without accents and particles
 * (da, de, bin, al). Other scripts are transliterated; words in Arabic script are their consonants in small letters.
 */
export function foldPersonName(name: string): readonly string[] {
  const words = splitWords(readDigits(name));
  const significant = words.filter((word) => !particles.has(word));
  return joinServant(significant.length === 0 ? words : significant)
    .map(unifyEnding)
    .slice(0, maxWords);
}

/** The words of a company's name without its legal form and its state. Digits stay. */
export function foldCompanyName(name: string): readonly string[] {
  const split = joinLetters(splitWords(joinAbbreviations(name))).filter((word) => !linkWords.has(word));
  const words = split.map(dropGluedForm);
  return dropLegalForms(words).slice(0, maxWords);
}

function splitWords(name: string): string[] {
  const text = name.slice(0, maxLength).normalize('NFKC');
  if (/\p{Script=Arabic}/u.test(text)) {
    const others = text.replaceAll(/[\p{Script=Arabic}\p{M}]+/gu, ' ');
    return [...foldArabic(text), ...(others.trim() === '' ? [] : splitWords(others))];
  }
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
  return spaced.toUpperCase();
}

const digitLetters: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 3: 'E', 4: 'A', 5: 'S', 8: 'B' };

/** A person's name has no digits: those within or before letters were letters. */
function readDigits(name: string): string {
  if (!/\d/.test(name)) return name;
  return name.replaceAll(/\d(?=\p{L})|(?<=\p{L})\d/gu, (digit) => digitLetters[digit] ?? digit);
}

const servant = /^ABD(?:O?U|[OEA])?L?$/;

/** Names that mean "servant of" are one word, however they are written: ABDUL RAHMAN, ABD AL-RAHMAN, ABDURRAHMAN. */
function joinServant(words: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    const next = words[at + 1];
    const isServant = servant.test(word) || /^ABD[UEA][RSNZ]$/.test(word);
    if (isServant && next !== undefined && next.length >= 3) {
      found.push(`ABD${/^ALL?AH?$/.test(next) ? 'ALLAH' : next}`);
      at += 1;
    } else if (/^ABD(?:OU|[UOEA])L{1,2}AH?$/.test(word)) found.push('ABDALLAH');
    else {
      const apart = word.replace(/^ABD(?:OU|[UOEA])L(?=[A-Z]{3})/, 'ABD');
      found.push(apart.replace(/^ABD(?:OU|[UOEA])([RSNZDT])\1/, 'ABD$1'));
    }
  }
  return found;
}

/** Slavic endings that transliterations write at will: YURIY and YURY, SERGEI and SERGEY, -SKI and -SKY. */
function unifyEnding(word: string): string {
  if (word.length < 4) return word;
  return word
    .replace(/(?:IY|IJ|II|YI)$/, 'Y')
    .replace(/E[IJ]$/, 'EY')
    .replace(/SKI$/, 'SKY');
}

/** Single letters in a row are one word: A-B-K is ABK. */
function joinLetters(words: readonly string[]): readonly string[] {
  const found: string[] = [];
  let isOpen = false;
  for (const word of words) {
    const isLetter = /^[A-Z]$/.test(word);
    if (isLetter && isOpen) found.push(found.pop()! + word);
    else found.push(word);
    isOpen = isLetter;
  }
  return found;
}

/** `S.A.`, `S/A`, `L.L.C.` as one word. */
function joinAbbreviations(name: string): string {
  return name.replaceAll(/(?<![\p{L}\p{N}])(?:\p{L}[./]){1,4}\p{L}?(?![\p{L}\p{N}])/gu, (abbreviation) =>
    abbreviation.replaceAll(/[./]/g, ''),
  );
}
