const initials = [
  'K',
  'K',
  'N',
  'T',
  'T',
  'R',
  'M',
  'P',
  'P',
  'S',
  'S',
  '',
  'J',
  'J',
  'J',
  'K',
  'T',
  'P',
  'H',
];
const vowels = [
  ...['A', 'E', 'YA', 'YE', 'O', 'E', 'YO', 'YE', 'O', 'WA', 'WE'],
  ...['E', 'YO', 'O', 'WO', 'WE', 'WI', 'YO', 'O', 'I', 'I'],
];
const finals = [
  ...['', 'K', 'K', 'K', 'N', 'N', 'N', 'T', 'R', 'K', 'M', 'R', 'R', 'R', 'P', 'R', 'M', 'P', 'P'],
  ...['T', 'T', 'Q', 'T', 'T', 'K', 'T', 'P', 'T'],
];

const firstSyllable = 0xac00;
const lastSyllable = 0xd7a3;
/** Syllables of a Korean name: one or two of the family, one or two of the given name. */
const [fewestSyllables, mostSyllables] = [2, 5];

/**
 * The sound of a name in Hangul, in which spellings that romanisations mix are one (G and K, EO and O). Undefined for
 * a text without two to five syllables.
 */
export function soundOfHangul(text: string): string | undefined {
  const syllables = [...text.normalize('NFC')]
    .map((letter) => letter.codePointAt(0)!)
    .filter((code) => code >= firstSyllable && code <= lastSyllable);
  if (syllables.length < fewestSyllables || syllables.length > mostSyllables) return undefined;
  const sounds = syllables.map((code) => {
    const at = code - firstSyllable;
    return initials[Math.floor(at / 588)]! + vowels[Math.floor((at % 588) / 28)]! + finals[at % 28]!;
  });
  return softenFirst(sounds.join('')).replaceAll(/([A-Z])\1/g, '$1');
}

const families = new Set(
  `
  KIM GIM LEE RI YI PARK PAK CHOI CHOE JONG JUNG JEONG CHONG CHUNG KANG CHO JO YOON YUN JANG CHANG IM LIM RIM HAN OH SHIN SIN SEO SO
  KWON HWANG AHN AN SONG RYU YU YOO JON JEON CHON HONG KO GO MUN MOON YANG SON PAE BAE PAEK BAEK HO HUH HEO NAM SIM SHIM ROH NOH RO
  HA KWAK CHA JU JOO U WOO KU KOO MIN RYO JIN OM UM CHAE WON PANG BANG KONG HYON HAM PYON YOM
  `
    .trim()
    .split(/\s+/),
);

/** True for a Latin name of a Korean family in front and one or two syllables of a given name. */
export function isKoreanName(words: readonly string[]): boolean {
  return words.length === 3 && families.has(words[0]!) && words.every((word) => word.length <= 6);
}

/** The sounds that a Latin name may be in Korean, its family in front or at the end. */
export function soundsOfLatin(words: readonly string[]): readonly string[] {
  if (words.length < 2 || words.length > mostSyllables) return [];
  const sounds = words.map(toSound);
  const orders = [sounds, [sounds.at(-1)!, ...sounds.slice(0, -1)]];
  return orders.map((order) =>
    (softenFirst(order[0]!) + order.slice(1).join('')).replaceAll(/([A-Z])\1/g, '$1'),
  );
}

function toSound(word: string): string {
  return word
    .replace(/^PARK$/, 'PAK')
    .replaceAll(/([RTKP])H/g, '$1')
    .replaceAll('SH', 'S')
    .replaceAll(/CH|Z/g, 'J')
    .replaceAll('NG', 'Q')
    .replaceAll(/[CG]/g, 'K')
    .replaceAll('D', 'T')
    .replaceAll(/[BFV]/g, 'P')
    .replaceAll('L', 'R')
    .replaceAll(/([AOU])H(?![AEIOUY])/g, '$1')
    .replaceAll(/EUI|UI/g, 'I')
    .replaceAll(/OE|OI|AE|AI|AY|EY/g, 'E')
    .replaceAll(/YEO|YOU|YOO|YEU|YU|YO/g, 'YO')
    .replaceAll(/YAE|YE/g, 'YE')
    .replaceAll(/WOO|WU/g, 'O')
    .replaceAll(/EO|EU|OO|OU|U/g, 'O')
    .replaceAll(/EE|YI/g, 'I')
    .replaceAll(/([A-Z])\1/g, '$1');
}

/** R in front of a family's name is silent or N in the South: 리 and 이, 로 and 노. */
function softenFirst(sound: string): string {
  return sound
    .replace(/^[RN](?=[IY])/, '')
    .replace(/^YI/, 'I')
    .replace(/^R/, 'N');
}
