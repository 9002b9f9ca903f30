import { remember } from './remember.ts';

/**
 * Letters of the Arabic and Hebrew scripts with the Latin letters that spell them, as a regular expression, and the
 * class of their sound. Long vowels have no class. Lines: letters, spellings, classes (a letter of two sounds has two).
 */
const letters: ReadonlyMap<string, { readonly spelling: string; readonly sounds: readonly string[] }> =
  new Map(
    `
    ا [AEO]{1,2} -
    ع [AEIOU]{0,2} -
    ء [AEIOU]{0,2} -
    و (?:[AEIO]?[WV]|A?[OU]{1,2}) -
    ي (?:[AE]?[YIJ]{1,2}|E{1,2}|IE) -
    ى (?:[AIEY]|E[EH]) -
    بپ [BP]{1,2} b
    تطٹ T{1,2} s
    ث (?:TH|S|T) s
    جگ (?:DJ|DZH|JJ|GG|[JG]|GH) k
    ح H{0,2} -
    هۀ H? -
    ة (?:A[HT]?|E[HT]?|H|T)? -,s
    خ (?:KH|CH|[HKX]|Q) k
    دڈ D{1,2} s
    ذ (?:DH|TH|[ZD]{1,2}) s
    رڑ R{1,2} r
    ز [ZS]{1,2} s
    سص (?:S{1,2}|C|Z) s
    شچ (?:SH|SCH|CH|TCH|S) s,k
    ض (?:DH|[DZ]{1,2}) s
    ظ (?:DH|TH|[ZD]{1,2}) s
    ژ (?:ZH|J|Z) s,k
    غ (?:GH|G|R) k
    ف (?:F{1,2}|PH|V) f
    ڤ V -
    ق (?:GH|QU|CK|[QKGC]{1,2}) k
    ك (?:CK|KH|[KC]{1,2}) k
    ل L{1,2} l
    م M{1,2} m
    ن N{1,2} n
    ں N? n
    א [AEIOUY]{0,2} -
    ע [AEIOUY]{0,2} -
    ב (?:B{1,2}|V|W) b,-
    ג (?:G{1,2}|J) k
    ד D{1,2} s
    ה H? -
    ו (?:V|W|[OU]{1,2}) -
    ז (?:Z{1,2}|S) s
    ח (?:CH|KH|H) k,-,s
    ט T{1,2} s
    י (?:[AE]?[YIJ]{1,2}|E{1,2}) -,k
    כ (?:KH|CH|CK|[KC]) k,s
    ל L{1,2} l
    מ M{1,2} m
    נ N{1,2} n
    ס S{1,2} s
    פ (?:P{1,2}|PH|F{1,2}) b,f
    צ (?:TZ|TS|CZ|CH|Z|C) s,k
    ק (?:CK|[KCQ]) k
    ר R{1,2} r
    ש (?:SCH|SH|S{1,2}) s
    ת (?:TH|T{1,2}) s
    `
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [all = '', spelling = '', sounds = ''] = line.trim().split(' ');
        return [...all].map((letter) => [letter, { spelling, sounds: sounds.split(',') }] as const);
      }),
  );

/** Letters that are written for others, as the others. */
const variants: ReadonlyMap<string, string> = new Map(
  ['اأإآٱ', 'ءئ', 'وؤ', 'يیےې', 'ىﻯ', 'كکڪ', 'هھہە', 'ةۃ', 'כך', 'מם', 'נן', 'פף', 'צץ'].flatMap((same) => {
    const [first = '', ...rest] = [...same];
    return rest.map((letter) => [letter, first] as const);
  }),
);

/** Words for "son" and "and", and lone articles. */
const links = new Set(['بن', 'ابن', 'بنت', 'ال', 'و', 'בנ', 'בת']);
const servant = 'عبد';
const god = 'الله';

/**
 * The words of a name in Arabic or Hebrew script in their own letters, without articles, short vowels and words for
 * "son". These scripts write no short vowels: a word is held against the Latin spellings that it may have.
 */
export function foldAbjad(text: string): readonly string[] {
  const words = text
    .replaceAll(/[\p{M}\u0640\u200c-\u200f'’׳״"]/gu, '')
    .split(/[^\p{Script=Arabic}\p{Script=Hebrew}]+/u)
    .map((word) => [...word].map((letter) => variants.get(letter) ?? letter).join(''))
    .map((word) => word.replace(/י{2}/g, 'י').replace(/ו{2}/g, 'ו'))
    .filter((word) => word !== '');
  const telling = words.filter((word) => !links.has(word));
  const found: string[] = [];
  for (let at = 0; at < telling.length; at += 1) {
    const word = telling[at]!;
    const next = telling[at + 1];
    if (word === servant && next !== undefined) {
      found.push(servant + withoutArticle(next));
      at += 1;
    } else if (word.startsWith(servant) && word.length > servant.length + 2) {
      found.push(servant + withoutArticle(word.slice(servant.length)));
    } else if (next === god) {
      found.push(word + god.slice(1));
      at += 1;
    } else found.push(withoutArticle(word.replace(/(?<=...)الله$/u, god.slice(1))));
  }
  return found;
}

function withoutArticle(word: string): string {
  return word === god ? word : word.replace(/^و?ال(?=..)/u, '');
}

/** True for a word of `foldAbjad`. */
export function isConsonantal(word: string): boolean {
  return word.charCodeAt(0) >= 0x590;
}

/** The classes of consonants of a word in Latin capitals: what an Arabic or Hebrew word of these sounds is found by. */
export const soundOfLatin = remember((word) =>
  squeeze(
    word
      .replaceAll('X', 'KS')
      .replaceAll(/[KGC]H|DJ|DZH/g, 'k')
      .replaceAll('PH', 'f')
      .replaceAll(/C(?=[EIY])|[SZTD]/g, 's')
      .replaceAll(/[KQCGJ]/g, 'k')
      .replaceAll(/[BP]/g, 'b')
      .replaceAll(/[AEIOUYWVH]/g, '')
      .toLowerCase(),
  ),
);

/** The same of a word in Arabic or Hebrew letters: several, where a letter has several sounds. */
export const soundsOfAbjad = remember((word): readonly string[] => {
  let found = [''];
  for (const letter of word) {
    const own = letters.get(letter)?.sounds ?? ['-'];
    found = found.flatMap((sound) => own.map((one) => (one === '-' ? sound : sound + one)));
  }
  return [...new Set(found.map(squeeze))];
});

function squeeze(sound: string): string {
  return sound.replaceAll(/(.)\1+/g, '$1');
}

/** Latin spellings of a word in Arabic or Hebrew letters: between two letters a short vowel may stand. */
const spellingsOf = remember((word) => {
  const parts = [...word].map((letter, at) => {
    const spelling = letters.get(letter)?.spelling ?? '.?';
    if (at === 0 && letter === 'ا') return '[AEIOU]{1,2}';
    // A long vowel behind says how the first letter sounds.
    if (at === 0 && /[عאע]/.test(letter)) return /^.[اويוי]/.test(word) ? '[AEIOUY]?' : '[AEIOUY]{1,2}';
    // At the end a breath is written or not, and a long vowel has more spellings.
    if (at === word.length - 1 && /[هה]/.test(letter)) return '(?:[AE]H?|H|[AE][TY])?';
    return spelling;
  });
  return new RegExp(`^(?:[AEU]L)?${parts.join('(?:[AEIOU]|OU)?')}E?$`);
});

/** The likeness of words of which at least one is in Arabic or Hebrew letters: how sure depends on how many it has. */
export function compareConsonants(a: string, b: string): number {
  if (isConsonantal(a) && isConsonantal(b)) return isSameWithoutVowels(a, b) ? 0.93 : 0;
  const [abjad, latin] = isConsonantal(a) ? [a, b] : [b, a];
  if (spellingsOf(abjad).test(latin)) return abjad.length >= 3 ? 0.93 : 0.92;
  const sound = soundOfLatin(latin);
  return sound.length >= 3 && soundsOfAbjad(abjad).includes(sound) ? 0.85 : 0;
}

function isSameWithoutVowels(a: string, b: string): boolean {
  const [first, second] = [a, b].map((word) => word[0]! + word.slice(1).replaceAll(/[اويىةهء]/g, ''));
  return first === second && first!.length >= 3;
}
