import { wordsOf } from '../screening/particles.ts';
import { longCodes, otherCountryNames, peoples } from './country-names.ts';

/** Words that stand in the same names with and without a meaning. */
const links = wordsOf(
  'THE OF DE DA DO DOS DAS DEL DI DU DES D L LA LE LOS LAS LES EL AND E Y ET UND IN NA NO',
);

/** Words of official names around the usual one, in the languages of the lists. */
const formalities = wordsOf(`
  REPUBLIC REPUBLICA REPUBLIQUE REPUBLIK REPUBBLICA REP FED FEDERAL FEDERATIVE FEDERATIVA FEDERATED FEDERATION FEDERACAO
  FEDERACION FEDERADOS KINGDOM REINO ROYAUME STATE STATES ESTADO ESTADOS ETAT ETATS COMMONWEALTH SULTANATE SULTANATO
  PRINCIPALITY PRINCIPADO PRINCIPAUTE GRAND DUCHY GRAO GRAN DUCADO DUCHE EMIRATE EMIRADO EMIRATO UNION UNIAO
  CONFEDERATION CONFEDERACAO CONFEDERACION TERRITORY TERRITORIES TERRITORIO TERRITORIOS TERRITOIRE OCCUPIED OCUPADO
  UNITED UNIDA UNIDOS ISLAMIC ISLAMICA ISLAMICO ISLAMIQUE DEMOCRATIC DEMOCRATICA DEMOCRATIQUE DEM SOCIALIST SOCIALISTA
  PEOPLES POPULAR POPULAIRE ARAB ARABE BOLIVARIAN BOLIVARIANA BOLIVARIENNE PLURINATIONAL PLURINACIONAL COOPERATIVE CO
  OPERATIVE COOPERATIVA HASHEMITE HACHEMITA SOVEREIGN INDEPENDENT ORIENTAL EASTERN FORMER EX ANTIGA ISLAND ISLANDS ISLE
  ILHA ILHAS ISLA ISLAS ILE ILES INSELN IS CITY CIDADE CIUDAD CITE SAR RAE SPECIAL ADMINISTRATIVE REGION PROVINCE
  PROVINCIA
`);

/** Two countries of one name each, and the words that tell the second from the first. */
const namesakes = [
  {
    names: wordsOf('CONGO KONGO'),
    signs: wordsOf('DEMOCRATIC DEMOCRATICA DEMOCRATIQUE DEM DR RD'),
    code: 'CD',
  },
  {
    names: wordsOf('KOREA COREIA COREA COREE'),
    signs: wordsOf('DEMOCRATIC DEMOCRATICA DEMOCRATIQUE DEM PEOPLES POPULAR POPULAIRE NORTH N'),
    code: 'KP',
  },
] as const;

/** Made when the first country is read: the names of the runtime take a tenth of a second. */
let codes: ReadonlyMap<string, string> | undefined;

/**
 * The ISO code of a country by its code, its name in English, Portuguese, Spanish or French, a former name or the word
 * for its people; the text itself where none is known; undefined for nothing. A country that is gone has the code of
 * the one that came after it.
 */
export function toCountry(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const trimmed = text.trim();
  // The lists write 00 where they know no country.
  if (trimmed === '00' || /^unknown$/i.test(trimmed)) return undefined;
  const words = fold(trimmed);
  for (const { names, signs, code } of namesakes) {
    if (words.some((word) => names.has(word)) && words.some((word) => signs.has(word))) return code;
  }
  return find(words) ?? find(fold(trimmed.replace(/\s*\(.*$/, ''))) ?? text;
}

function find(words: readonly string[]): string | undefined {
  codes ??= createCodes();
  return codes.get(keyOf(words)) ?? codes.get(keyOf(withoutFormalities(words)));
}

/** The codes by the words of each name in alphabetical order. The first code of a name stays. */
function createCodes(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const put = (words: readonly string[], code: string) => {
    const key = keyOf(words);
    if (key !== '' && !found.has(key)) found.set(key, code);
  };
  const add = (name: string, code: string) => {
    put(fold(name), code);
    put(withoutFormalities(fold(name)), code);
  };
  for (const [code, names] of splitLines(otherCountryNames)) for (const name of names) put(fold(name), code);
  const languages = ['en', 'pt', 'pt-PT', 'es', 'fr', 'de', 'it'].flatMap((language) =>
    (['long', 'short'] as const).map(
      (style) => new Intl.DisplayNames([language], { type: 'region', style, fallback: 'none' }),
    ),
  );
  const present: string[] = [];
  for (const code of listCodes()) {
    if (languages[0]!.of(code) === undefined) continue;
    const now = new Intl.Locale(`und-${code}`).region!;
    found.set(code, now);
    if (now === code) present.push(code);
  }
  for (const names of languages) {
    for (const code of present) {
      const name = names.of(code);
      if (name === undefined) continue;
      add(name, code);
      // TRINIDAD AND TOBAGO is TRINIDAD, MYANMAR (BURMA) is MYANMAR.
      const [first, ...rest] = name.split(/ (?:&|and|e|y|et) | \(/);
      if (rest.length > 0) add(first!, code);
    }
  }
  for (const pair of longCodes.trim().split(/\s+/)) found.set(pair.slice(2), pair.slice(0, 2));
  let code = '';
  for (const people of peoples.trim().split(/,\s*/)) {
    const [, given, name] = /^(?:([A-Z]{2}) )?(.+)$/.exec(people)!;
    code = given ?? code;
    for (const one of [name!, ...feminineOf(name!)]) add(one, code);
  }
  return found;
}

function feminineOf(people: string): readonly string[] {
  if (people.endsWith('ao')) return [people.slice(0, -1)];
  if (people.endsWith('o')) return [`${people.slice(0, -1)}a`];
  return /(?:es|ol|an|is)$/.test(people) ? [`${people}a`, `${people}e`] : [`${people}ne`];
}

/** `CODE name, name` of each line. */
function splitLines(text: string): readonly (readonly [string, readonly string[]])[] {
  return text
    .trim()
    .split('\n')
    .map((line) => [line.slice(0, 2), line.slice(3).split(', ')]);
}

function listCodes(): readonly string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return letters.flatMap((first) => letters.map((second) => first + second));
}

/** The words of a name in capitals, without accents and links. Letters with full stops are one word. */
function fold(text: string): readonly string[] {
  const words = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/\b([DL])['’](?=[A-Z])/g, '')
    .replaceAll(/['’]/g, '')
    .replaceAll(/(?<=\b[A-Z])\.\s?(?=[A-Z]\b|$|\s|[,)])/g, '')
    .split(/[^A-Z0-9]+/)
    .map((word) => (word === 'ST' || word === 'STE' ? 'SAINT' : word));
  const telling = words.filter((word) => word !== '' && !links.has(word));
  return telling.length === 0 ? words.filter((word) => word !== '') : telling;
}

function withoutFormalities(words: readonly string[]): readonly string[] {
  return words.filter((word) => !formalities.has(word));
}

function keyOf(words: readonly string[]): string {
  return words.toSorted().join(' ');
}
