import { type Cnpj, generateCpf } from '../../src/platform/documents.ts';
import { createSeededRandom } from '../seeded-random.ts';
import * as words from './words.ts';

/** One company as the rows that the archives hold of it, each a list of fields in the official order. */
export type CompanyRows = {
  readonly company: readonly string[];
  readonly establishments: readonly (readonly string[])[];
  readonly partners: readonly (readonly string[])[];
  readonly simples: readonly string[] | undefined;
};

type Random = (limit: number) => number;

/** Whole numbers below a limit, the same for the same seed. */
export function createRandom(seed: number): Random {
  const next = createSeededRandom(seed);
  return (limit) => Math.floor(next() * limit);
}

/**
 * Company number `index` of a seed. Shares are near those of the real files: two in three are sole proprietors
 * (nature 2135), six in hundred companies have a branch, 0.4 partners a company, 60 % active, 0.5 % with letters
 * in the number.
 */
export function makeCompany(seed: number, index: number): CompanyRows {
  const random = createRandom(Math.imul(seed + 1, 2654435761) ^ Math.imul(index + 1, 40503));
  random(2);
  const root = makeRoot(random, index);
  const isSole = random(100) < 66;
  const nature = isSole ? '2135' : pick(random, ['2062', '2062', '2062', '2062', '3999', '2054', '2011']);
  const isMei = isSole && random(100) < 70;
  const person = makePersonName(random);
  const cpf = generateCpf(random);
  const name = isMei
    ? `${person} ${cpf}`
    : isSole
      ? person
      : `${words.pickWord(random, words.tradeWords)} ${words.pickWord(random, words.tradeWords)} ${words.pickWord(random, words.trades)} LTDA`;
  const size = isSole ? '01' : pick(random, ['01', '01', '03', '05', '00']);
  const capital = isSole ? `${random(50) * 500},00` : `${random(1_000_000)},${two(random(100))}`;
  const opened = day(random, 1970, 2026);
  const branches = isSole ? 0 : random(100) < 18 ? 1 + random(3) : 0;
  const establishments = Array.from({ length: branches + 1 }, (_, order) =>
    makeEstablishment(random, root, order + 1, opened, person),
  );
  return {
    company: [root, name, nature, isSole ? '50' : '49', capital, size, ''],
    establishments,
    partners: isSole ? [] : makePartners(random, root, opened),
    simples:
      random(100) < 65
        ? isMei
          ? [root, 'S', opened, '00000000', 'S', opened, '00000000']
          : [root, 'N', opened, day(random, 2010, 2026), 'N', '00000000', '00000000']
        : undefined,
  };
}

function makeEstablishment(
  random: Random,
  root: string,
  order: number,
  opened: string,
  person: string,
): readonly string[] {
  const first = `${root}${String(order).padStart(4, '0')}`;
  const status = pick(random, ['02', '02', '02', '02', '02', '02', '08', '08', '08', '04', '03']);
  const [city, , state] = pick(random, words.cities);
  const [street, district] = [pick(random, words.streets), pick(random, words.districts)];
  const tradeName =
    random(10) < 4
      ? `${words.pickWord(random, words.tradeWords)} ${words.pickWord(random, words.trades)}`
      : '';
  const secondary = Array.from({ length: random(6) }, () => pick(random, words.activities)[0]);
  const phone = `9${8}${String(random(10_000_000)).padStart(7, '0')}`.slice(0, 8);
  return [
    root,
    first.slice(8),
    checkDigits(first),
    order === 1 ? '1' : '2',
    tradeName,
    status,
    status === '02' ? opened : day(random, 2005, 2026),
    status === '08' ? '01' : status === '04' ? '63' : '00',
    '',
    '',
    opened,
    pick(random, words.activities)[0],
    secondary.join(','),
    pick(random, ['RUA', 'AVENIDA', 'TRAVESSA']),
    street,
    String(1 + random(3000)),
    random(3) === 0 ? `SALA ${random(200)}` : '',
    district,
    `${String(1 + random(9)).padStart(2, '0')}${String(random(1_000_000)).padStart(6, '0')}`,
    state,
    city,
    '11',
    phone,
    '',
    '',
    '',
    '',
    random(10) < 6 ? `${person.replaceAll(' ', '.').toLowerCase()}${random(1000)}@example.com` : '',
    '',
    '',
  ];
}

function makePartners(random: Random, root: string, opened: string): readonly (readonly string[])[] {
  return Array.from({ length: 1 + random(3) }, () => {
    const name = makePersonName(random);
    const kind = random(40);
    if (kind === 0) {
      const other = `${String(random(100_000_000)).padStart(8, '0')}0001`;
      const represented = ['***123456**', 'ANA MARIA LIMA', '05'];
      return [
        root,
        '1',
        `${name} HOLDING SA`,
        other + checkDigits(other),
        '22',
        opened,
        '',
        ...represented,
        '0',
      ];
    }
    if (kind === 1) return [root, '3', name, '', '22', opened, '249', '***654321**', 'JOSE COSTA', '05', '0'];
    const masked = `***${String(random(1_000_000)).padStart(6, '0')}**`;
    const role = pick(random, ['49', '49', '22', '05']);
    return [root, '2', name, masked, role, opened, '', '***000000**', '', '00', String(1 + random(9))];
  });
}

function makePersonName(random: Random): string {
  const { firstNames, surnames, pickWord } = words;
  return [firstNames, surnames, surnames].map((list) => pickWord(random, list)).join(' ');
}

/** Unique for each index below a hundred million; one in two hundred begins with a letter. */
function makeRoot(random: Random, index: number): string {
  if (random(200) !== 0) return String((index * 38_271_631 + 12_345_678) % 100_000_000).padStart(8, '0');
  return `${'ABCDEFGHJKLMNPRSTUVWXYZ'[random(23)]}${index.toString(36).toUpperCase().padStart(7, '0')}`;
}

/** The two check digits of twelve characters (Instrução Normativa RFB 2.229/2024, annex XV). */
export function checkDigits(first: string): string {
  const weights = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
  let one = 0;
  let both = 0;
  for (let index = 0; index < 12; index += 1) {
    const value = first.charCodeAt(index) - 48;
    one += value * weights[index + 1]!;
    both += value * weights[index]!;
  }
  const digit = one % 11 < 2 ? 0 : 11 - (one % 11);
  both += digit * 2;
  return `${digit}${both % 11 < 2 ? 0 : 11 - (both % 11)}`;
}

/** The head office's CNPJ of a generated company. */
export function headOfficeOf(rows: CompanyRows): Cnpj {
  const [root = '', order = '', digits = ''] = rows.establishments[0] ?? [];
  return (root + order + digits) as Cnpj;
}

function day(random: Random, from: number, to: number): string {
  return `${from + random(to - from)}${two(1 + random(12))}${two(1 + random(28))}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function pick<T>(random: Random, values: readonly T[]): T {
  return values[random(values.length)]!;
}
