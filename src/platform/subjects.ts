import type { Cnpj, Cpf } from './documents.ts';
import { type Contributions, defineExtensionPoint } from './extension-points.ts';
import { isId, personIdKind } from './ids.ts';
import { type AccessToken, holdsScope } from './tokens/index.ts';

/** Facts by which people recognise a person or company; each is absent where it is not known. */
export type SubjectFacts = {
  readonly name?: string;
  readonly cpf?: Cpf;
  readonly cnpj?: Cnpj;
  /** DD/MM/YYYY. */
  readonly birthDate?: string;
  readonly motherName?: string;
  /** The newest registered photo. */
  readonly imageId?: string;
};

/** The facts of the persons or companies of these ids. Ids of the other kind, or of nobody, are left out. */
export type DescribeSubjects = (ids: readonly string[]) => Promise<ReadonlyMap<string, SubjectFacts>>;

/** Whoever knows facts about people or companies. */
export const subjectFactsPoint = defineExtensionPoint<DescribeSubjects>('subject facts');

/** Gathers the facts of everybody who knows some. Modules that open later are asked as well. */
export function createSubjectDescriber(context: Contributions): DescribeSubjects {
  return async (ids) => {
    const wanted = [...new Set(ids)];
    const facts = new Map<string, SubjectFacts>();
    if (wanted.length === 0) return facts;
    const known = await Promise.all(
      context.contributions(subjectFactsPoint).map((describe) => describe(wanted)),
    );
    for (const [id, more] of known.flatMap((each) => [...each])) facts.set(id, { ...facts.get(id), ...more });
    return facts;
  };
}

/**
 * The names of people and companies by their ids, as far as whoever is signed in may read them. Programs get none: they
 * know whom they asked about, and names would cost each of their polls.
 */
export async function nameSubjects(
  ids: readonly string[],
  { account, scopes }: Pick<AccessToken, 'account' | 'scopes'>,
  describeSubjects: DescribeSubjects,
): Promise<ReadonlyMap<string, string>> {
  if (account === undefined) return new Map();
  const scopeOf = (id: string) => (isId(personIdKind, id) ? 'people:read' : 'companies:read');
  const described = await describeSubjects(ids.filter((id) => holdsScope(scopes, scopeOf(id))));
  return new Map([...described].flatMap(([id, { name }]) => (name === undefined ? [] : [[id, name]])));
}
