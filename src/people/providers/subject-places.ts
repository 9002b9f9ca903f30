import type { ConsultContext, Subject } from '../../profiles/index.ts';
import type { Places } from './fill-template.ts';

/** Places that every template may hold, beside `attributes.<name>` and `secret.<name>`. */
const subjectPlaces = ['cpf', 'cpfFormatted', 'cnpj', 'cnpjFormatted', 'name'] as const;

/** What the places of a template stand for, about one subject. */
export function placesOf(
  subject: Subject,
  context: Pick<ConsultContext, 'attributes'>,
  secrets: ReadonlyMap<string, string>,
): Places {
  const known: Record<string, string | undefined> =
    subject.kind === 'person'
      ? {
          cpf: subject.cpf,
          cpfFormatted: subject.cpf?.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4'),
          name: subject.name,
        }
      : {
          cnpj: subject.cnpj,
          cnpjFormatted: subject.cnpj.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5'),
        };
  return (place) => {
    const [kind, ...rest] = place.split('.');
    if (kind === 'secret') return secrets.get(rest.join('.'));
    if (kind !== 'attributes') return Object.hasOwn(known, place) ? known[place] : undefined;
    const name = rest.join('.');
    const value = Object.hasOwn(context.attributes, name) ? context.attributes[name] : undefined;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  };
}

/** Whether a name is one of a place. */
export function isPlace(name: string, secretNames: readonly string[]): boolean {
  const [kind, ...rest] = name.split('.');
  if (kind === 'secret') return secretNames.includes(rest.join('.'));
  if (kind === 'attributes') return rest.length > 0;
  return (subjectPlaces as readonly string[]).includes(name);
}
