import { compareWords, initialLikeness, sameWord } from './compare-words.ts';
import { compareConsonants, isConsonantal } from './consonants.ts';
import { genericWords, wordsOf } from './particles.ts';

/**
 * Given and family names that very many people of Brazil and its neighbours have. Several of them together still name
 * thousands of people.
 */
export const commonNames: ReadonlySet<string> = wordsOf(`
  MARIA JOSE ANA JOAO ANTONIO ANTONIA FRANCISCO FRANCISCA CARLOS PAULO PAULA PEDRO LUCAS LUIZ LUIS LUISA LUIZA MARCOS MARCO
  GABRIEL GABRIELA RAFAEL RAFAELA DANIEL DANIELA DANIELE MARCELO MARCELA BRUNO BRUNA EDUARDO EDUARDA FELIPE RODRIGO MANOEL
  MANUEL MANUELA MATEUS MATHEUS ANDRE FERNANDO FERNANDA FABIO LEONARDO GUSTAVO GUILHERME LEANDRO TIAGO THIAGO ANDERSON
  RICARDO MARCIO MARCIA JORGE ALEXANDRE ALEXANDRA ALEJANDRO ROBERTO ROBERTA EDSON DIEGO DIOGO VITOR VICTOR VITORIA SERGIO
  CLAUDIO CLAUDIA GERALDO ADRIANO ADRIANA LUCIANO LUCIANA JULIO JULIA JULIANA RENATO RENATA ALEX VINICIUS ROGERIO SAMUEL
  RONALDO MARIO FLAVIO FLAVIA IGOR DOUGLAS DAVI DAVID JEFERSON CICERO MIGUEL ROBSON MAURICIO DANILO HENRIQUE CAIO REGINALDO
  JOAQUIM JOAQUIN BENEDITO GILBERTO ALAN NELSON CRISTIANO CRISTIANE CRISTINA ELIAS WILSON VALDIR EMERSON LUAN LUANA RENAN
  SEVERINO FABRICIO MAURO JONAS GILMAR JEAN FABIANO FABIANA WESLEY ADILSON JAIR ALESSANDRO ALESSANDRA EVERTON OSVALDO
  GILSON WILLIAN WILLIAM PATRICIA ALINE SANDRA CAMILA AMANDA JESSICA LETICIA VANESSA MARIANA VERA LARISSA BEATRIZ RITA SONIA
  ELIANE JOSEFA SIMONE NATALIA CARLA DEBORA ROSANGELA ROSA APARECIDA MARLENE TEREZINHA RAIMUNDO RAIMUNDA ANDREIA ANDREA
  LUCIA RAQUEL ANGELA JOANA LUZIA ELAINE REGINA ISABEL ALICE SILVANA SUELI CAROLINA MONICA TEREZA TERESA ISABELA CECILIA
  TATIANA ELIANA SILVIA SILVIO HELENA ELENA LAURA SARA ARTHUR BERNARDO NICOLAS LIVIA SEBASTIAO SEBASTIAN ENRIQUE JUAN PABLO
  JAVIER JESUS ALBERTO ALFREDO ARMANDO RAUL RAMON HECTOR HUGO IVAN OSCAR RUBEN VICENTE ANGEL ALVARO ARTURO CESAR EMILIO
  ERNESTO FELIX GONZALO GREGORIO GUILLERMO IGNACIO ISMAEL JAIME LORENZO NICOLAU ORLANDO RENE SALVADOR SANTIAGO TOMAS
  SILVA SANTOS OLIVEIRA SOUZA SOUSA LIMA PEREIRA FERREIRA COSTA RODRIGUES RODRIGUEZ ALMEIDA NASCIMENTO ALVES ALVAREZ
  ALVARES CARVALHO ARAUJO RIBEIRO GOMES GOMEZ MARTINS MARTINEZ MARTIN ROCHA BARBOSA BARROS FREITAS CARDOSO MOREIRA MELO MELLO
  DIAS DIAZ CAVALCANTE CAVALCANTI TEIXEIRA CORREIA CORREA MOURA CAMPOS VIEIRA MONTEIRO ANDRADE BATISTA REIS REYES LOPES
  LOPEZ NUNES NUNEZ MARQUES MARQUEZ MACHADO FERNANDES FERNANDEZ GONCALVES GONZALEZ GONZALES MENDES MENDEZ MENDOZA RAMOS
  RAMIREZ MACEDO MIRANDA PINTO BEZERRA FONSECA NEVES CASTRO CRUZ CUNHA MORAES MORAIS MORALES TORRES MEDEIROS MEDINA PIRES
  PEREZ PERES SALES AZEVEDO GUIMARAES XAVIER BRITO DUARTE TAVARES FARIAS FARIA LEITE CORDEIRO AGUIAR AGUILAR BORGES COELHO
  SANCHEZ SANCHES GARCIA HERNANDEZ FLORES RIVERA CHAVES CHAVEZ VARGAS ROJAS ROMERO HERRERA JIMENEZ RUIZ SUAREZ SOARES SOTO
  VEGA GUERRERO GUERRA ORTEGA ORTIZ DELGADO GUTIERREZ VASQUEZ VAZQUEZ DOMINGUEZ DOMINGUES BRAGA PAIVA PINHEIRO SIQUEIRA
  SANTANA SANTIAGO MATOS AMARAL ASSIS NOGUEIRA MAIA PACHECO VIANA ABREU ANTUNES BASTOS BUENO CABRAL CALDAS CAMARGO FRANCO
  GODOY LACERDA LEAL LUZ MAGALHAES MOTA MOTTA NETO FILHO JUNIOR PRADO QUEIROZ REZENDE RESENDE SAMPAIO SERRA TOLEDO VALE
  VAZ VELOSO VILELA
`);

/** The best pairing of the words of two folded names. */
export type Alignment = {
  /** Likeness of the words that were paired, in no order. */
  readonly pairs: readonly number[];
  /** Pairs of which one is an initial. */
  readonly initials: number;
  /** Words of each side without a counterpart. */
  readonly onlyFirst: readonly string[];
  readonly onlySecond: readonly string[];
  /**
   * From 0 to 1: the mean likeness, in which a word that the shorter name has alone counts as a pair that differs, and
   * one that the longer name has alone a quarter of that.
   */
  readonly likeness: number;
  /** True if every word of the shorter name that agreed is one that very many people have. */
  readonly isCommon: boolean;
  /** The same, of the words that agreed in more than most letters. */
  readonly isCommonButMisspelt: boolean;
  /** True for the same words in the same order, which may begin with the last one. */
  readonly isEqual: boolean;
};

const longerWordWeight = 0.25;

const joinedLikeness = 0.98;

const abbreviatedLikeness = 0.95;

const longestJoined = 5;

/**
 * Pairs the words of two names, whatever their order: first those that are the same, then neighbours that are one word
 * of the other name (ABU BAKR, ABUBAKR), then the most alike.
 */
export function alignNames(first: readonly string[], second: readonly string[]): Alignment {
  const a = [...first] as (string | undefined)[];
  const b = [...second] as (string | undefined)[];
  const pairs: number[] = [];
  for (const [i, word] of first.entries()) {
    const j = b.indexOf(word);
    if (j < 0) continue;
    a[i] = undefined;
    b[j] = undefined;
    pairs.push(1);
  }
  pairJoined(a, b, pairs);
  pairSwapped(a, b, pairs);
  pairJoined(b, a, pairs);
  pairSwapped(b, a, pairs);
  let initials = 0;
  const misspelt = new Set<string>();
  for (const { i, j, likeness } of findAlike(a, b)) {
    if (a[i] === undefined || b[j] === undefined) continue;
    a[i] = undefined;
    b[j] = undefined;
    pairs.push(likeness);
    if (likeness === initialLikeness) initials += 1;
    if (likeness < sameWord) misspelt.add(first[i]!);
  }
  const onlyFirst = a.filter((word) => word !== undefined);
  const agreed = first.filter((word) => !onlyFirst.includes(word));
  const onlySecond = b.filter((word) => word !== undefined);
  const shorter = Math.min(onlyFirst.length, onlySecond.length);
  const longer = Math.max(onlyFirst.length, onlySecond.length) - shorter;
  const weight = pairs.length + shorter + longer * longerWordWeight;
  const sum = pairs.reduce((all, one) => all + one, 0);
  return {
    pairs,
    initials,
    onlyFirst,
    onlySecond,
    likeness: weight === 0 ? 0 : sum / weight,
    isCommon: agreed.every((word) => commonNames.has(word)),
    isCommonButMisspelt: agreed.every((word) => commonNames.has(word) || misspelt.has(word)),
    isEqual: isInOrder(first, second),
  };
}

function isInOrder(first: readonly string[], second: readonly string[]): boolean {
  if (first.length !== second.length) return false;
  const isSameFrom = (start: number) =>
    first.every((word, at) => word === second[(at + start) % second.length]);
  return isSameFrom(0) || isSameFrom(1) || isSameFrom(second.length - 1);
}

/** Pairs neighbours of one side with the word of the other that they are together. They count as as many pairs. */
function pairJoined(side: (string | undefined)[], other: (string | undefined)[], pairs: number[]): void {
  for (let at = 0; at + 1 < side.length; at += 1) {
    let joined = side[at];
    if (joined === undefined || joined.length === 1) continue;
    for (let end = at + 1; end < Math.min(side.length, at + longestJoined); end += 1) {
      const next = side[end];
      if (next === undefined || next.length === 1) break;
      joined += next;
      const place = findJoined(joined, other);
      if (place < 0) continue;
      for (let gone = at; gone <= end; gone += 1) {
        side[gone] = undefined;
        pairs.push(joinedLikeness);
      }
      other[place] = undefined;
      break;
    }
  }
}

/** Pairs both words of a name with the one that they are the other way round. */
function pairSwapped(side: (string | undefined)[], other: (string | undefined)[], pairs: number[]): void {
  const [first, second] = side;
  if (side.length !== 2 || first === undefined || second === undefined) return;
  const place = other.indexOf(second + first);
  if (place < 0) return;
  side.fill(undefined);
  other[place] = undefined;
  pairs.push(joinedLikeness, joinedLikeness);
}

/** The place of a word that others are together: the same, or in another script. */
function findJoined(joined: string, words: readonly (string | undefined)[]): number {
  const isAbjad = isConsonantal(joined);
  return words.findIndex(
    (word) =>
      word === joined ||
      (word !== undefined && isConsonantal(word) !== isAbjad && compareConsonants(word, joined) >= sameWord),
  );
}

/** Pairs a word that many companies have with its abbreviation: GROUP and GRP. */
export function pairAbbreviations({ pairs, onlyFirst, onlySecond, ...rest }: Alignment): Alignment {
  const first = [...onlyFirst];
  const second = [...onlySecond];
  const found = [...pairs];
  for (const word of onlyFirst) {
    const place = second.findIndex((other) => isAbbreviation(word, other) || isAbbreviation(other, word));
    if (place < 0) continue;
    second.splice(place, 1);
    first.splice(first.indexOf(word), 1);
    found.push(abbreviatedLikeness);
  }
  return { ...rest, pairs: found, onlyFirst: first, onlySecond: second };
}

function isAbbreviation(short: string, long: string): boolean {
  if (short.length < 2 || short.length >= long.length || short[0] !== long[0] || !genericWords.has(long))
    return false;
  // A plural abbreviates a singular, too: COMMS.
  const letters = short.length > 3 && short.endsWith('S') ? short.slice(0, -1) : short;
  let at = 0;
  for (const letter of long) if (letter === letters[at]) at += 1;
  return at === letters.length;
}

function findAlike(a: readonly (string | undefined)[], b: readonly (string | undefined)[]) {
  const found: { readonly i: number; readonly j: number; readonly likeness: number }[] = [];
  for (const [i, left] of a.entries()) {
    if (left === undefined) continue;
    for (const [j, right] of b.entries()) {
      const likeness = right === undefined ? 0 : compareWords(left, right);
      if (likeness > 0) found.push({ i, j, likeness });
    }
  }
  return found.sort((x, y) => y.likeness - x.likeness || x.i - y.i || x.j - y.j);
}
