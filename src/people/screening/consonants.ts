/** Arabic letters by the consonant that Latin spellings share; letters that are not named are vowels or signs. */
const arabic: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['b', 'بپ'],
    ['t', 'تطثٹ'],
    ['j', 'جگ'],
    ['x', 'شچ'],
    ['h', 'حهھہۀ'],
    ['k', 'خقكک'],
    ['d', 'دذضڈ'],
    ['r', 'رڑ'],
    ['s', 'زسصظژ'],
    ['g', 'غ'],
    ['f', 'فڤ'],
    ['l', 'ل'],
    ['m', 'م'],
    ['n', 'نں'],
    ['w', 'وؤ'],
    ['y', 'يیئىے'],
    ['a', 'اأإآٱعء'],
  ].flatMap(([consonant, letters]) => [...letters!].map((letter) => [letter, consonant!])),
);

const servant = 'عبد';

/**
 * The words of a name in Arabic script as consonants in small letters, without articles and words for "son". Small
 * letters tell them from Latin words: they are compared by consonants only, since Arabic writes no short vowels.
 */
export function foldArabic(text: string): readonly string[] {
  const words = text
    .replaceAll(/[\p{M}\u0640\u200c-\u200f]/gu, '')
    .split(/[^\p{Script=Arabic}]+/u)
    .filter((word) => word !== '' && !['بن', 'ابن', 'بنت', 'ال', 'و'].includes(word));
  const found: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    const next = words[at + 1];
    if (word === servant && next !== undefined) {
      found.push(toConsonants(servant + withoutArticle(next)));
      at += 1;
    } else if (word.startsWith(servant) && word.length > servant.length + 2) {
      found.push(toConsonants(servant + withoutArticle(word.slice(servant.length))));
    } else found.push(toConsonants(withoutArticle(word)));
  }
  return found.filter((word) => word !== '');
}

function withoutArticle(word: string): string {
  return word.replace(/^و?ال(?=..)/u, '');
}

function toConsonants(word: string): string {
  return squeeze([...word].map((letter) => arabic[letter] ?? '').join(''));
}

/** The consonants of a Latin word in capitals, as Arabic letters would write them: ZAREI and الزرعي are `sr`. */
export function consonantsOf(word: string): string {
  const known = consonants.get(word);
  if (known !== undefined) return known;
  const letters = word
    .replaceAll('X', 'KS')
    .replaceAll(/TSCH|TCH|SCH|SH|CH/g, 'x')
    .replaceAll('KH', 'k')
    .replaceAll('GH', 'g')
    .replaceAll('TH', 't')
    .replaceAll(/DJ|DZH|ZH/g, 'j')
    .replaceAll('DH', 'd')
    .replaceAll(/PH/g, 'f')
    .replaceAll(/C(?=[EIY])|Z/g, 's')
    .replaceAll(/[CQ]/g, 'k')
    .replaceAll('G', 'j')
    .replaceAll('P', 'b')
    .replaceAll('V', 'w')
    .replaceAll(/^[EIOU]/g, 'a')
    .replaceAll(/[EIOU]/g, 'a')
    .toLowerCase();
  const found = squeeze(letters);
  if (consonants.size >= maxConsonants) consonants.clear();
  consonants.set(word, found);
  return found;
}

/** A vowel counts in front only, a breath at the end not at all, and a doubled letter once. */
function squeeze(letters: string): string {
  return (
    (letters[0] ?? '') +
    letters
      .slice(1)
      .replaceAll(/[awy]/g, '')
      .replaceAll(/(.)\1+/g, '$1')
      .replace(/h$/, '')
  );
}

const consonants = new Map<string, string>();
const maxConsonants = 200_000;

/** True for a word of `foldArabic`. */
export function isConsonantal(word: string): boolean {
  return word.charCodeAt(0) >= 97;
}

/** The likeness of words of which at least one is of consonants only: 0.93 for the same, 0.92 for the
 * same few, 0.85 for one changed. */
export function compareConsonants(a: string, b: string): number {
  const first = isConsonantal(a) ? a : consonantsOf(a);
  const second = isConsonantal(b) ? b : consonantsOf(b);
  if (first === second) return first.length < 2 ? 0 : first.length < 4 ? 0.92 : 0.93;
  if (Math.min(first.length, second.length) < 3 || first.length !== second.length) return 0;
  const differing = [...first].filter((letter, at) => letter !== second[at]).length;
  return differing === 1 ? 0.85 : 0;
}
