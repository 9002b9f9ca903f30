import { cutText } from '../../platform/characters.ts';
import { foldAbjad } from './consonants.ts';
import { dropGluedForm, dropLegalForms, nativeForms } from './legal-forms.ts';
import { linkWords, particles, titles } from './particles.ts';
import { readScript } from './read-script.ts';

/** Characters of a name that are read, and words of it that are compared. */
const maxLength = 300;
const maxWords = 16;
const maxReadings = 4;

/**
 * The words of a person's name in capital letters of the Latin alphabet, in their order, without accents and particles
 * (da, de, bin, al) and titles in front. Other scripts are transliterated; words in Arabic and Hebrew letters stay in them.
 */
export function foldPersonName(name: string): readonly string[] {
  // LAST, First is First LAST.
  const ordered = name.replace(/^([^,]{2,}),\s*([^,]{2,})$/u, '$2 $1');
  const words = dropAssimilated(splitWords(readDigits(ordered.replace(/^Ma\. /i, 'Maria ')))).map(
    (word) => shortNames[word] ?? word,
  );
  const significant = words.filter((word) => !particles.has(word));
  return joinServant(dropTitles(significant.length < Math.min(words.length, 2) ? words : significant))
    .flatMap(splitFaith)
    .map(unifySpelling)
    .slice(0, maxWords);
}

/**
 * The name with the others that it may be read as: without what stands in brackets, one of several that it gives,
 * without a number that has letters, 1 for L, G in Cyrillic for H, D with a stroke as DJ, and particles written together
 * with the word behind them.
 */
export function readingsOf(name: string): readonly string[] {
  const plain = name.replace(letteredNumber, '');
  return plain === name ? readOtherwise(name) : [name, ...readOtherwise(plain)];
}

/** True for a person's name that can be compared: one word alone is many people's, and some signs are no word. */
export function hasTwoWords(name: string): boolean {
  return readingsOf(name).some(
    (reading) => foldPersonName(reading).filter((word) => /\D/.test(word)).length > 1,
  );
}

/**
 * The root of a CNPJ may have letters since July 2026, as words may: before a person's name it is a number, too. It takes
 * no place from the readings of that name.
 */
const letteredNumber =
  /^(?=[A-Z.]{0,9}\d)[\dA-Z]{2}\.[\dA-Z]{3}\.[\dA-Z]{3}\s+(?=\p{L}+\s+\p{L})(?!.*\b(?:LTDA|LIMITADA|EIRELI|S[./]A)\b)/u;

function readOtherwise(name: string): readonly string[] {
  let readings = [name, ...readParts(name)];
  for (const [pattern, other] of otherReadings) {
    if (readings.length >= maxReadings || !readings[0]!.match(pattern)) continue;
    readings = [...readings, ...readings.map((reading) => reading.replaceAll(pattern, other as string))];
  }
  return readings.slice(0, maxReadings);
}

/** Words that stand before another name of the same. */
const otherName =
  /(?<![\p{L}\p{N}])(?:[anf][./]k[./]a\.?|[anf]ka|formerly|tamb[eé]m conhecid[ao] como)(?![\p{L}\p{N}])[\s:-]*/iu;

/** The same at the beginning of brackets. */
const formerName = /^\s*(?:former|ex|antig[ao])(?!\p{L})[\s:-]*/iu;

function readParts(name: string): readonly string[] {
  const outside = name.replaceAll(/[([][^)\]]*[)\]]?/g, ' ');
  const inside = [...name.matchAll(/[([]([^)\]]*)/g)].map(([, text]) => text!);
  const parts = [
    outside,
    ...inside
      .filter((text) => otherName.test(text) || formerName.test(text))
      .map((text) => text.replace(formerName, '')),
  ].flatMap((part) => part.split(otherName));
  const isWhole = parts.length === 1 && outside === name;
  return isWhole ? [] : parts.filter((part) => /\p{L}\P{L}*\p{L}/u.test(part));
}

const otherReadings: readonly (readonly [RegExp, string | ((found: string) => string)])[] = [
  [/(?<=\p{L})1|1(?=\p{L})/gu, 'L'],
  [/[đĐ]/g, 'Dj'],
  [
    /[çşəšžčć]/giu,
    (letter) =>
      ({ ç: 'ch', ş: 'sh', ə: 'a', š: 'sh', ž: 'zh', č: 'ch', ć: 'ch' })[letter.toLowerCase() as 'ç'] ??
      letter,
  ],
  // Serbian as its speakers write it without accents.
  [/[шжц]/giu, (letter) => ({ ш: 'с', ж: 'з', ц: 'ћ' })[letter.toLowerCase() as 'ш'] ?? letter],
  // The letter that is an H in other languages.
  [/[гГ]/g, 'һ'],
  [/[χΧ]/g, 'h'],
  [
    /(?<![\p{L}.'’-])((?:de|da|do|dos|d|del|della|di|la|le|van|von|der|den|ter|o) )+(?=\p{L}{3})/giu,
    (found) => found.replaceAll(' ', ''),
  ],
];

/** The words of a company's name without its legal form and its state. Digits stay, but for a taxpayer's number. */
export function foldCompanyName(name: string): readonly string[] {
  const plain = name.replaceAll(taxpayerNumbers, ' ').replaceAll(nativeForms, ' ');
  const text = /[\p{L}\p{N}]/u.test(plain) ? plain : name;
  const split = splitWords(joinAbbreviations(text)).filter(
    (word) => word.length === 1 || !linkWords.has(word),
  );
  const words = joinLetters(split).filter((word) => !linkWords.has(word));
  return dropLegalForms(words.map(readDigitsOfCompany).map(dropGluedForm)).slice(0, maxWords);
}

/** Sole proprietors have the number of their person or company in their name. */
const taxpayerNumbers = /(?<![\p{L}\p{N}])(?:\d{2}\.?\d{3}\.?\d{3}|\d{11})(?![\p{L}\p{N}])/gu;

/** The name without characters that show nothing, and without pictures. Letters in a frame stay. */
function dropUnread(name: string): string {
  return name
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/(?![\u{1f100}-\u{1f1ff}])\p{Extended_Pictographic}/gu, ' ')
    .trim();
}

function splitWords(name: string): string[] {
  const text = cutText(dropUnread(name), maxLength).normalize('NFKC');
  if (/[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text)) {
    const others = text.replaceAll(/[\p{Script=Arabic}\p{Script=Hebrew}\p{M}]+/gu, ' ');
    return [...foldAbjad(text), ...(others.trim() === '' ? [] : splitWords(others))];
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
  const latin = readScript(plain).replaceAll(/['`"]/g, '');
  if (isLatin) return latin.toUpperCase();
  const isSyllabic = /[\p{Script=Han}\p{Script=Hangul}]/u.test(plain);
  const spaced = isSyllabic ? latin.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ') : latin;
  return spaced.toUpperCase();
}

const digitLetters: Readonly<Record<string, string>> = {
  0: 'O',
  1: 'I',
  2: 'Z',
  3: 'E',
  4: 'A',
  5: 'S',
  6: 'G',
  7: 'T',
  8: 'B',
};

/** A person's name has no digits: those within or before letters were letters, others are none of it. */
function readDigits(name: string): string {
  if (!/\d/.test(name)) return name;
  const read = name.replaceAll(/\d(?=\d*\p{L})|(?<=\p{L}\d*)\d/gu, (digit) => digitLetters[digit] ?? digit);
  return /\p{L}/u.test(read) ? read.replaceAll(/\d+/g, ' ') : read;
}

/** A digit before letters of a long word was a letter: S0LARIS. One behind them is a number: VOSTOK7. */
function readDigitsOfCompany(word: string): string {
  if (!/^(?=(?:\d*[A-Z]){4})[A-Z]*\d[A-Z0-9]*[A-Z]$/.test(word)) return word;
  return word.replaceAll(/[01345]/g, (digit) => digitLetters[digit]!);
}

/** Names that are mostly written short. */
const shortNames: Readonly<Record<string, string>> = {
  ...{
    MOHD: 'MOHAMMED',
    MUHD: 'MOHAMMED',
    MOHAMD: 'MOHAMMED',
    MHD: 'MOHAMMED',
    MUH: 'MOHAMMED',
    MD: 'MOHAMMED',
  },
  FCO: 'FRANCISCO',
  FCA: 'FRANCISCA',
  JR: 'JUNIOR',
};

/** An article that has taken the sound of the next word: AS SALEH, ASH SHAMMARI, AN NASSER. */
function dropAssimilated(words: readonly string[]): readonly string[] {
  return words.filter((word, at) => {
    const [, sound] = /^[AEU](SH|TH|[DNRSTZ])$/.exec(word) ?? [];
    return sound === undefined || words[at + 1]?.startsWith(sound) !== true;
  });
}

/** Titles in front of a name of two words and more. */
function dropTitles(words: readonly string[]): readonly string[] {
  let from = 0;
  while (words.length - from > 2 && titles.has(words[from]!)) from += 1;
  return words.slice(from);
}

/** Names that end with "of the faith" are two words: NOUREDDINE, SALAHUDDIN. */
function splitFaith(word: string): readonly string[] {
  const [, name, din] = /^([A-Z]{3,})?[AEOU](?:DD|L-?D)(I|EE|Y)NE?$/.exec(word) ?? [];
  if (din === undefined || (name !== undefined && !/[AEOU]DD(?:I|EE|Y)NE?$/.test(word))) return [word];
  return name === undefined ? ['DIN'] : [name, 'DIN'];
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

/** Long vowels, and Slavic endings that transliterations write at will: YURIY and YURY, SERGEI and SERGEY, -SKI and -SKY. */
function unifySpelling(word: string): string {
  if (word.length < 4) return word;
  return word
    .replaceAll(/([AOU])\1+/g, '$1')
    .replaceAll('EE', 'I')
    .replace(/^I(?=[UA][A-Z]{2})/, 'Y')
    .replace(/(?:IY|IJ|II|YI)A$/, 'IA')
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
