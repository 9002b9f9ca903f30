import type { ConsultContext, Subject } from '../../profiles/index.ts';
import { cleanDate } from '../rows/clean-value.ts';
import type { Places } from './fill-placeholders.ts';

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

/** The values of placeholders, for one subject. */
export function placesOf(
  subject: Subject,
  context: Pick<ConsultContext, 'attributes'>,
  secrets: ReadonlyMap<string, string>,
  { token, page = 1 }: { readonly token?: string | undefined; readonly page?: number } = {},
): Places {
  const birthDate = readDay(context.attributes.birthDate);
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

function readDay(value: unknown): string | undefined {
  const cleaned = typeof value === 'string' ? cleanDate(value) : undefined;
  return cleaned !== undefined && 'value' in cleaned ? cleaned.value : undefined;
}

/** True if a place has this name. */
export function isPlace(name: string, secretNames: readonly string[]): boolean {
  const [kind, ...rest] = name.split('.');
  if (kind === 'secret') return secretNames.includes(rest.join('.'));
  if (kind === 'attributes') return rest.length > 0;
  return (subjectPlaces as readonly string[]).includes(name);
}
