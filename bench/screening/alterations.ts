import type { DrawnPerson, Random } from './draw-names.ts';
import { pick } from './draw-names.ts';

/** A way in which the name of the same person is written otherwise; undefined where the name has no place for it. */
export type Alteration = (
  words: readonly string[],
  random: Random,
  person: DrawnPerson,
) => string | undefined;

const letters = 'ABCDEGIKLMNORSTU';

const onLongWord = (
  words: readonly string[],
  random: Random,
  change: (word: string) => string,
): string | undefined => {
  const places = words.flatMap((word, at) => (word.replaceAll('-', '').length >= 5 ? [at] : []));
  if (places.length === 0) return undefined;
  const at = pick(random, places);
  return words.map((word, place) => (place === at ? change(word) : word)).join(' ');
};
/** A place within a word, not its first letter, where letters stand on both sides. */
const within = (word: string, random: Random) => {
  const places = [...word].flatMap((_, at) =>
    at > 0 && /[A-Z]{2}/.test(word.slice(at, at + 2)) ? [at] : [],
  );
  return places.length === 0 ? 1 : pick(random, places);
};

const spellings: readonly (readonly [RegExp, string])[] = [
  [/MOHAMM[EA]D/, 'MUHAMAD'],
  [/HUSSEIN|HOSSEIN/, 'HUSAYN'],
  [/AHM[EA]D/, 'AHMAD'],
  [/YUSUF/, 'YOUSSEF'],
  [/OMAR/, 'UMAR'],
  [/SERGEI/, 'SERGEY'],
  [/ALEXANDER/, 'ALEKSANDR'],
  [/DMITRY/, 'DMITRI'],
  [/ALEXEI/, 'ALEKSEY'],
  [/EVGENY/, 'EVGENIY'],
  [/MIKHAIL/, 'MICHAIL'],
  [/NIKOLAI/, 'NIKOLAY'],
  [/YURI/, 'YURIY'],
  [/SULEIMAN/, 'SULAYMAN'],
  [/QASIM|QASEM/, 'KASSEM'],
  [/KHALID/, 'KHALED'],
  [/ANDREI/, 'ANDREY'],
  [/MAHMOUD/, 'MAHMUD'],
  [/IBRAHIM/, 'EBRAHIM'],
  [/MAXIM/, 'MAKSIM'],
];
const cyrillic: Readonly<Record<string, string>> = {
  SHCH: 'щ',
  KH: 'х',
  ZH: 'ж',
  TS: 'ц',
  CH: 'ч',
  SH: 'ш',
  YU: 'ю',
  YA: 'я',
  IY: 'ий',
  A: 'а',
  B: 'б',
  V: 'в',
  G: 'г',
  D: 'д',
  E: 'е',
  Z: 'з',
  I: 'и',
  Y: 'й',
  K: 'к',
  L: 'л',
  M: 'м',
  N: 'н',
  O: 'о',
  P: 'п',
  R: 'р',
  S: 'с',
  T: 'т',
  U: 'у',
  F: 'ф',
  X: 'кс',
};

/** Names of the pools as they are written in Arabic. */
const arabic: Readonly<Record<string, string>> = Object.fromEntries(
  `MOHAMMED محمد AHMED أحمد ALI علي HASSAN حسن HUSSEIN حسين OMAR عمر KHALID خالد IBRAHIM إبراهيم YUSUF يوسف
  MAHMOUD محمود MUSTAFA مصطفى ABDULLAH عبدالله SALIM سليم FARES فارس TARIQ طارق JAMAL جمال NASSER ناصر WALID وليد
  ZIAD زياد SAMIR سمير BASHAR بشار MAHER ماهر RAMI رامي HAFIZ حافظ FAYSAL فيصل BADR بدر SAID سعيد SALEH صالح
  HAMID حميد KARIM كريم RASHID رشيد ADNAN عدنان QASIM قاسم JABER جابر MUNIR منير NABIL نبيل FADI فادي IMAD عماد
  GHASSAN غسان AYMAN أيمن USAMA أسامة ANWAR أنور AL-MASRI المصري AL-ASSAD الأسد AL-HASSAN الحسن AL-SHAMI الشامي
  HAMDAN حمدان MAKHLOUF مخلوف AL-TIKRITI التكريتي AL-DULAYMI الدليمي AL-ZAWAHIRI الظواهري AL-IRAQI العراقي
  HAIDAR حيدر SULEIMAN سليمان AL-AHMAD الأحمد BILAL بلال AL-JABURI الجبوري DARWISH درويش NASRALLAH نصرالله
  ZAYDAN زيدان AL-QAHTANI القحطاني AL-GHAMDI الغامدي BARAKAT بركات AL-HARBI الحربي MAHDI مهدي OTHMAN عثمان
  BAKRI بكري AL-LIBI الليبي AL-RAWI الراوي`
    .split(/\s+/)
    .flatMap((word, at, all) => (at % 2 === 0 ? [[word, all[at + 1]!]] : [])),
);

/** Names of the pools as they are written in Korean. */
const korean: Readonly<Record<string, string>> = Object.fromEntries(
  `SONG-MIN 성민 CHOL-SU 철수 YONG-HO 영호 IL-NAM 일남 MYONG-CHOL 명철 KUM-HYOK 금혁 SU-GIL 수길 JONG-UN 정은
  KIM 김 RI 리 PAK 박 CHOE 최 JONG 정 CHO 조 HAN 한 KANG 강 YUN 윤 IM 임 O 오`
    .split(/\s+/)
    .flatMap((word, at, all) => (at % 2 === 0 ? [[word, all[at + 1]!]] : [])),
);

function inScript(words: readonly string[], script: Readonly<Record<string, string>>, space: string) {
  const written = words.map((word) => script[word]);
  return written.every((word) => word !== undefined) ? written.join(space) : undefined;
}

/** The kinds of alterations that are measured. */
export const alterations: Readonly<Record<string, Alteration>> = {
  'same name': (words) => words.join(' '),
  'other order': (words) => [words.at(-1), ...words.slice(0, -1)].join(', '),
  'given and family name swapped': (words) => [...words].reverse().join(' '),
  'accents and lower case': (words) => words.join(' ').replace('A', 'á').replace('E', 'ê').toLowerCase(),
  'particle put in or left out': (words, random) =>
    words.some((word) => word.startsWith('AL-'))
      ? words.map((word) => word.replace(/^AL-/, '')).join(' ')
      : [words[0], pick(random, ['BIN', 'DE', 'DA', 'AL']), ...words.slice(1)].join(' '),
  'hyphen or space left out': (words) =>
    words.some((word) => word.includes('-')) ? words.join(' ').replaceAll('-', '') : undefined,
  'another transliteration': (words) => {
    const name = words.join(' ');
    const [from, to] = spellings.find(([pattern]) => pattern.test(name)) ?? [];
    return from === undefined ? undefined : name.replace(from, to!);
  },
  'Cyrillic letters': (words, _, { culture }) =>
    culture.name !== 'russian'
      ? undefined
      : words
          .join(' ')
          .replaceAll(/SHCH|KH|ZH|TS|CH|SH|YU|YA|IY|[A-Z]/g, (letter) => cyrillic[letter] ?? letter),
  'a letter replaced': (words, random) =>
    onLongWord(words, random, (word) => {
      const at = within(word, random);
      const other = pick(
        random,
        [...letters].filter((letter) => letter !== word[at]),
      );
      return word.slice(0, at) + other + word.slice(at + 1);
    }),
  'a letter left out': (words, random) =>
    onLongWord(words, random, (word) => {
      const at = within(word, random);
      return word.slice(0, at) + word.slice(at + 1);
    }),
  'a letter too many': (words, random) =>
    onLongWord(words, random, (word) => {
      const at = within(word, random);
      return word.slice(0, at) + pick(random, [...letters]) + word.slice(at);
    }),
  'two letters swapped': (words, random) =>
    onLongWord(words, random, (word) => {
      const at = within(word, random);
      return word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2);
    }),
  'a middle name left out': (words) =>
    words.length < 3 ? undefined : [words[0], ...words.slice(2)].join(' '),
  'a name more': (words, random, { culture }) =>
    [...words.slice(0, -1), pick(random, culture.given), words.at(-1)].join(' '),
  'another family name': (words, random, { culture }) =>
    words.length < 3 ? undefined : [...words.slice(0, -1), pick(random, culture.family)].join(' '),
  'two words written as one': (words) =>
    words.length < 2 ? undefined : [words[0]! + words[1]!, ...words.slice(2)].join(' '),
  'digits for letters': (words) => {
    const name = words.join(' ');
    const altered = name.replace(/(?<=[A-Z])O|O(?=[A-Z])/, '0').replace(/(?<=[A-Z])I|I(?=[A-Z])/, '1');
    return altered === name ? undefined : altered;
  },
  'Arabic letters': (words) => inScript(words, arabic, ' '),
  'Korean letters': (words) => inScript([words.at(-1)!, ...words.slice(0, -1)], korean, ''),
  'given name as its initial': (words) => [`${words[0]![0]}.`, ...words.slice(1)].join(' '),
};

/** Alterations that change one thing about the name: their goal is 95 % with a full birth date. */
export const oneChange: ReadonlySet<string> = new Set(
  Object.keys(alterations)
    .slice(1)
    .filter((kind) => !/letters$|family name$/.test(kind)),
);
