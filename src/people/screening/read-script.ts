import anyAscii from 'any-ascii';

/**
 * A text in Latin letters, as readers of its script write it: Greek letters that sound otherwise together, Japanese
 * syllables with small letters and long vowels, Indic consonants with the vowel that is in them, Chinese surnames that
 * have a reading of their own.
 */
export function readScript(text: string): string {
  let read = replaceLookAlikes(text);
  if (/\p{Script=Greek}/u.test(read)) read = readGreek(read);
  if (/[\u3040-\u30ff]/.test(read)) read = readKana(read);
  if (/\p{Script=Han}/u.test(read))
    read = read.replace(/^\p{Script=Han}/u, (first) => surnames[first] ?? first);
  return anyAscii(readIndic(read));
}

const latinLookAlikes: Readonly<Record<string, string>> = Object.fromEntries(
  'АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ІI ЈJ ЅS аa еe оo рp сc уy хx іi јj ѕs ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX οo'
    .split(' ')
    .map(([letter, latin]) => [letter, latin] as [string, string]),
);

/** Cyrillic and Greek letters in a word with Latin ones were chosen for their looks. */
function replaceLookAlikes(word: string): string {
  const isMixed = /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word);
  return isMixed ? [...word].map((letter) => latinLookAlikes[letter] ?? letter).join('') : word;
}

const greek: readonly (readonly [RegExp, string])[] = [
  [/ου/g, 'ou'],
  [/([αεη])υ(?=[αεηιουωβγδζλμνρ])/g, '$1v'],
  [/([αεη])υ/g, '$1f'],
  [/γγ/g, 'ng'],
  [/γξ/g, 'nx'],
  [/γχ/g, 'nch'],
  [/(?<!\p{L})μπ/gu, 'b'],
  [/(?<!\p{L})ντ/gu, 'd'],
  [/(?<!\p{L})γκ/gu, 'g'],
  [/χ/g, 'ch'],
];

function readGreek(text: string): string {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return greek.reduce((read, [letters, latin]) => read.replaceAll(letters, latin), plain);
}

function readKana(text: string): string {
  const katakana = text.replaceAll(/[\u3041-\u3096]/g, (letter) =>
    String.fromCharCode(letter.charCodeAt(0) + 0x60),
  );
  return katakana
    .replaceAll(/([\u30a1-\u30fa])([ャュョ])/g, (_, letter: string, small: string) => {
      const consonant = anyAscii(letter).replace(/i$/, '');
      const vowel = { ャ: 'a', ュ: 'u', ョ: 'o' }[small]!;
      return /(?:sh|ch|j)$/.test(consonant) ? consonant + vowel : `${consonant}y${vowel}`;
    })
    .replaceAll(/ッ(?=[\u30a1-\u30fa])/g, '')
    .replaceAll(/[\u30a1-\u30ff]+/g, (letters) => anyAscii(letters))
    .replaceAll(/ou|oo/g, 'o')
    .replaceAll('uu', 'u');
}

/** Letters of Indic blocks that sound otherwise than they are transliterated, by their place. */
const indicLetters: Readonly<Record<number, string>> = { 26: 'ch', 27: 'chh', 54: 'sh', 55: 'sh' };

/** Indic blocks of 128 letters, Devanagari to Malayalam: a consonant before another letter sounds with an A. */
function readIndic(text: string): string {
  return /[\u0900-\u0d7f]/.test(text)
    ? text
        .replaceAll(/([\u0900-\u0d7f])(?=\p{Lo})/gu, (letter) => {
          const place = letter.charCodeAt(0) % 0x80;
          return place >= 0x15 && place <= 0x39 ? `${letter}a` : letter;
        })
        .replaceAll(/[\u0900-\u0d7f]/g, (letter) => indicLetters[letter.charCodeAt(0) % 0x80] ?? letter)
    : text;
}

/** Characters that sound otherwise as a family name. */
const surnames: Readonly<Record<string, string>> = Object.fromEntries(
  '曾Zeng 单Shan 單Shan 解Xie 仇Qiu 区Ou 區Ou 查Zha 翟Zhai 缪Miao 繆Miao 朴Piao 盖Ge 覃Qin 乐Yue 冼Xian'
    .split(' ')
    .map((pair) => [pair[0], pair.slice(1)]),
);
