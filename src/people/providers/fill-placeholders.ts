import type { ConsultContext, Subject } from '../../profiles/index.ts';
import { dayOf } from '../rows/clean-value.ts';

/** The value of a place in a pattern; undefined when it is not known. */
export type Places = (name: string) => string | undefined;

/** A place that nothing fitting is known for: the provider cannot be asked about this subject. */
export class MissingPlace extends Error {
  readonly place: string;

  constructor(place: string) {
    super('a place of the pattern has no value');
    this.place = place;
  }
}

const place = /\{([A-Za-z][A-Za-z0-9_.]*)\}/g;

/** An address with its places filled, each as one part of a path or query. */
export function fillUrl(pattern: string, places: Places): string {
  return fill(pattern, places, (value, name) => {
    // However they are written, these would leave the path that the pattern has.
    if (value === '' || value === '.' || value === '..' || !value.isWellFormed())
      throw new MissingPlace(name);
    return encodeURIComponent(value).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16)}`);
  });
}

/** A header's value with its places filled: with what a header can hold, which no line end is. */
export function fillHeader(pattern: string, places: Places): string {
  return fill(pattern, places, (value, name) => {
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) throw new MissingPlace(name);
    return value;
  });
}

/** A JSON value with the places in all of its texts filled; names of members are left as they are. */
export function fillJson(pattern: unknown, places: Places): unknown {
  if (typeof pattern === 'string') return fill(pattern, places, (value) => value);
  if (Array.isArray(pattern)) return pattern.map((each) => fillJson(each, places));
  if (typeof pattern !== 'object' || pattern === null) return pattern;
  return Object.fromEntries(Object.entries(pattern).map(([key, each]) => [key, fillJson(each, places)]));
}

/** The names of the places in a pattern of any of these kinds. */
export function listPlaces(pattern: unknown): readonly string[] {
  const text = typeof pattern === 'string' ? pattern : (JSON.stringify(pattern) ?? '');
  return [...text.matchAll(place)].map(([, name]) => name!);
}

function fill(pattern: string, places: Places, encode: (value: string, name: string) => string): string {
  return pattern.replaceAll(place, (_whole, name: string) => {
    const value = places(name);
    if (value === undefined) throw new MissingPlace(name);
    return encode(value, name);
  });
}

/** Placeholders that every text may hold, beside `attributes.<name>` and `secret.<name>`. */
const subjectPlaces = [
  'cpf',
  'cpfFormatted',
  'cnpj',
  'cnpjFormatted',
  'name',
  'birthDate',
  'birthDateCompact',
  'token',
  'page',
] as const;

export function placesOf(
  subject: Subject,
  context: Pick<ConsultContext, 'attributes'>,
  secrets: ReadonlyMap<string, string>,
  { token, page = 1 }: { readonly token?: string | undefined; readonly page?: number } = {},
): Places {
  const told = context.attributes.birthDate;
  const birthDate = typeof told === 'string' ? dayOf(told) : undefined;
  const known: Record<string, string | undefined> =
    subject.kind === 'person'
      ? {
          cpf: subject.cpf,
          cpfFormatted: subject.cpf?.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4'),
          name: subject.name,
          // `YYYY-MM-DD`, and the eight digits of day, month and year.
          birthDate,
          birthDateCompact: birthDate?.split('-').reverse().join(''),
        }
      : {
          cnpj: subject.cnpj,
          cnpjFormatted: subject.cnpj.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5'),
        };
  return (place) => {
    const [kind, ...rest] = place.split('.');
    if (place === 'token') return token;
    if (place === 'page') return String(page);
    if (kind === 'secret') return secrets.get(rest.join('.'));
    if (kind !== 'attributes') return Object.hasOwn(known, place) ? known[place] : undefined;
    const name = rest.join('.');
    const value = Object.hasOwn(context.attributes, name) ? context.attributes[name] : undefined;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  };
}

/** True if a place has this name. */
export function isPlace(name: string, secretNames: readonly string[]): boolean {
  const [kind, ...rest] = name.split('.');
  if (kind === 'secret') return secretNames.includes(rest.join('.'));
  if (kind === 'attributes') return rest.length > 0;
  return (subjectPlaces as readonly string[]).includes(name);
}
