import type { Random } from './draw-names.ts';
import { pick } from './draw-names.ts';
import { companyTrades, companyWords } from './name-pools.ts';

/** A drawn company: its words, of which the last are trades, and its legal form. */
export type CompanyName = { readonly words: readonly string[]; readonly form: string };

type Rewrite = (company: CompanyName, random: Random) => string | undefined;

/** A legal form as it is written otherwise. */
const forms: Readonly<Record<string, readonly string[]>> = {
  LLC: ['LIMITED LIABILITY COMPANY', 'L.L.C.'],
  LTD: ['LIMITED', 'LTD.'],
  'CO. LTD.': ['COMPANY LIMITED', 'CO LTD', 'CO., LTD'],
  'S.A.': ['SA', 'S/A', 'SOCIEDADE ANONIMA', 'SOCIEDAD ANONIMA'],
  GMBH: ['GESELLSCHAFT MIT BESCHRÄNKTER HAFTUNG', 'G.M.B.H.'],
  FZE: ['FREE ZONE ESTABLISHMENT', 'F.Z.E.'],
  JSC: ['JOINT STOCK COMPANY', 'OPEN JOINT STOCK COMPANY'],
  OOO: ['OBSHCHESTVO S OGRANICHENNOY OTVETSTVENNOSTYU', 'LLC'],
  'S.A. DE C.V.': ['SA DE CV', 'SOCIEDAD ANONIMA DE CAPITAL VARIABLE'],
  'INC.': ['INCORPORATED', 'INC'],
  'LTDA.': ['LIMITADA', 'LTDA', 'SOCIEDADE UNIPESSOAL LIMITADA', 'LTDA - ME'],
};
const states = ['EM RECUPERACAO JUDICIAL', 'EM LIQUIDACAO', 'EM LIQUIDACAO EXTRAJUDICIAL', 'IN LIQUIDATION'];
const abbreviations: Readonly<Record<string, string>> = {
  INTERNATIONAL: "INT'L",
  TECHNOLOGIES: 'TECH',
  INDUSTRIES: 'IND',
  ENGINEERING: 'ENG',
  INVESTMENT: 'INV',
  CONSTRUCTION: 'CONSTR',
  HOLDING: 'HLDG',
  GENERAL: 'GEN',
  PETROLEUM: 'PETR',
  SHIPPING: 'SHPG',
};

const whole = ({ words, form }: CompanyName) => `${words.join(' ')} ${form}`;
const isTrade = (word: string) => companyTrades.includes(word);

/** The ways in which the name of the same company is written otherwise; undefined where it has no place for it. */
export const companyAlterations: Readonly<Record<string, Rewrite>> = {
  'same name': whole,
  'without its legal form': ({ words }) => words.join(' '),
  'legal form written otherwise': ({ words, form }, random) =>
    `${words.join(' ')} ${pick(random, forms[form]!)}`,
  'legal form in front': ({ words, form }) =>
    ['LLC', 'JSC', 'OOO'].includes(form) ? `${form} "${words.join(' ')}"` : undefined,
  'legal form glued to the name': ({ words, form }) =>
    ['LLC', 'JSC', 'GMBH', 'LTD'].includes(form) && words.at(-1)!.length >= 4
      ? words.join(' ') + form
      : undefined,
  'state of the company behind': (company, random) => `${whole(company)} - ${pick(random, states)}`,
  'state of the company in front': (company) => `MASSA FALIDA DE ${whole(company)}`,
  'trade abbreviated': ({ words, form }) => {
    const at = words.findIndex((word) => abbreviations[word] !== undefined);
    return at < 0 ? undefined : `${words.with(at, abbreviations[words[at]!]!).join(' ')} ${form}`;
  },
  'accents, case and punctuation': ({ words, form }) =>
    `${words.map((word) => word[0] + word.slice(1).toLowerCase().replace('a', 'á')).join(' ')}, ${form}`,
  'letter left out': ({ words, form }, random) => {
    const long = words.flatMap((word, at) => (word.length >= 6 && /^[A-Z]+$/.test(word) ? [at] : []));
    if (long.length === 0 || words.length < 2) return undefined;
    const at = pick(random, long);
    const place = 1 + Math.floor(random() * (words[at]!.length - 2));
    return `${words.with(at, words[at]!.slice(0, place) + words[at]!.slice(place + 1)).join(' ')} ${form}`;
  },
  'two words written as one': ({ words, form }) =>
    words.length < 2 || !words.slice(0, 2).every((word) => /^[A-Z]{3,}$/.test(word))
      ? undefined
      : `${[words[0]! + words[1]!, ...words.slice(2)].join(' ')} ${form}`,
  'a trade left out': ({ words, form }) =>
    words.length < 3 || !isTrade(words.at(-1)!) ? undefined : `${words.slice(0, -1).join(' ')} ${form}`,
};

/** The ways in which another company's name comes near; undefined where the name has no place for it. */
export const otherCompanies: Readonly<Record<string, Rewrite>> = {
  'only trades and form in common': ({ words, form }, random) => {
    const trades = words.filter(isTrade);
    return trades.length === 0 ? undefined : `${pick(random, strangers)} ${trades.join(' ')} ${form}`;
  },
  'one own word of two in common': ({ words, form }, random) => {
    const own = words.filter((word) => !isTrade(word));
    return own.length < 2
      ? undefined
      : `${own[0]} ${pick(random, strangers)} ${words.filter(isTrade).join(' ')} ${form}`;
  },
  'own word and another trade': ({ words, form }, random) => {
    const [own] = words;
    const other = pick(
      random,
      companyTrades.filter((trade) => !words.includes(trade)),
    );
    return words.length !== 2 || !isTrade(words[1]!) || companyWords.includes(own!)
      ? undefined
      : `${own} ${other} ${form}`;
  },
  'another number': ({ words, form }, random) =>
    words.some((word) => /^\d+$/.test(word))
      ? `${words.map((word) => (/^\d+$/.test(word) ? String(Number(word) + 1 + Math.floor(random() * 9)) : word)).join(' ')} ${form}`
      : undefined,
  'a person of that word': ({ words }, random) =>
    companyWords.includes(words[0]!) ? `${words[0]} ${pick(random, strangers)}` : undefined,
};

const strangers = ['QUIRIVANTE', 'OBERNALDA', 'WEXFORTH', 'JURUMBEVA', 'YLDIRAM', 'HOLSTEGGE', 'CUMARANA'];
