import type { Consultation, ConsultContext, Source, Subject } from '../../profiles/index.ts';
import { readSixDigits } from '../keyed-indexes.ts';
import type { BirthSpan } from '../list-entry.ts';
import type { Wanted } from '../lists/match-entry.ts';
import { dayOf } from '../rows/clean-value.ts';
import type { SubjectBirth } from '../screening/judge-hit.ts';
import { spanOf } from '../world-lists/birth-spans.ts';

/** Names that are looked for at most: what the profile, the client and the basic data say. */
const maxNames = 5;

/** The answer about a person whom nobody names. */
export const nameUnknown = { outcome: 'absent', reason: 'name_unknown' } as const;

/**
 * The facts that a person is looked for by: CPF or its six digits, names, the birth date in the basic data, and all
 * birth dates including the client's, which may be a year. What a client says confirms an entry of a list and
 * contradicts none: a wrong date would make it somebody else's. `unavailable` when the source of the name does not
 * answer: without a name the search could miss an entry of a list, and nobody would see that it was.
 */
export async function findWanted(
  basicData: Source,
  subject: Extract<Subject, { kind: 'person' }>,
  context: ConsultContext,
): Promise<
  (Wanted & { readonly births: readonly SubjectBirth[] }) | Extract<Consultation, { outcome: 'unavailable' }>
> {
  const names = new Set<string>();
  const { name: claimed } = context.attributes;
  if (subject.name !== undefined) names.add(subject.name);
  if (typeof claimed === 'string') names.add(claimed);
  let birthDate: unknown;
  if (subject.cpf !== undefined) {
    const answer = await context.ask(basicData, subject);
    if (answer.outcome === 'unavailable' && subject.name === undefined) {
      return { outcome: 'unavailable', reason: 'name_unavailable' };
    }
    if (answer.outcome === 'found') {
      const { name, birthDate: known } = answer.basicData ?? {};
      if (typeof name === 'string') names.add(name);
      birthDate = known;
    }
  }
  const known = toSpan(birthDate);
  const claimedBirth = toSpan(context.attributes.birthDate);
  const { cpf, maskedCpf } = subject;
  return {
    cpf,
    sixDigits: cpf?.slice(3, 9) ?? readSixDigits(maskedCpf ?? '') ?? maskedCpf,
    names: [...names].slice(0, maxNames),
    birthDate: known !== undefined && known.from === known.to ? known.from : undefined,
    births: [
      ...(known === undefined ? [] : [known]),
      ...(claimedBirth === undefined ? [] : [{ ...claimedBirth, isClaimed: true }]),
    ],
  };
}

/** The span of a day or of a year that stands alone; undefined for anything else. */
function toSpan(value: unknown): BirthSpan | undefined {
  if (typeof value !== 'string') return undefined;
  const year = /^\s*(\d{4})\s*$/.exec(value)?.[1];
  if (year !== undefined) return spanOf(Number(year));
  const day = dayOf(value);
  return day === undefined ? undefined : { from: day, to: day };
}
