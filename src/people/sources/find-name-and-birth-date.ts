import type { ConsultContext, Source, Subject } from '../../profiles/index.ts';
import { cleanDate } from '../rows/clean-value.ts';

/** Names that are looked for at most: what the profile, the client and the basic data say. */
const maxNames = 5;

/**
 * The names and the birth date of a person in the basic data. `unavailable` when the source of the name does not answer:
 * without a name the search could miss an entry of a list.
 */
export async function findNameAndBirthDate(
  basicData: Source,
  subject: Extract<Subject, { kind: 'person' }>,
  context: ConsultContext,
) {
  const names = new Set<string>();
  const { name: claimed } = context.attributes;
  if (subject.name !== undefined) names.add(subject.name);
  if (typeof claimed === 'string') names.add(claimed);
  // Not the claimed one: a wrong one would make an entry somebody else's.
  let birthDate: unknown;
  if (subject.cpf !== undefined) {
    const answer = await context.ask(basicData, subject);
    if (answer.outcome === 'unavailable' && subject.name === undefined) return 'unavailable';
    if (answer.outcome === 'found') {
      const { name, birthDate: known } = answer.basicData ?? {};
      if (typeof name === 'string') names.add(name);
      birthDate = known;
    }
  }
  const cleaned = typeof birthDate === 'string' ? cleanDate(birthDate) : undefined;
  return {
    names: [...names].slice(0, maxNames),
    birthDate: cleaned !== undefined && 'value' in cleaned ? cleaned.value : undefined,
  };
}
