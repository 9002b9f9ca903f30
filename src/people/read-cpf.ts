import { type Cpf, maskCpf } from '../platform/documents/index.ts';
import { type GetPersonDeps, getPerson, type PersonProfile } from './get-person.ts';

/** The CPF of a person, digits only; undefined for a partner known by name and masked CPF. Throws as `getPerson` does. */
export async function readCpf(
  deps: GetPersonDeps,
  personId: string,
): Promise<{ readonly id: string; readonly cpf: Cpf | undefined }> {
  const { id, document } = await getPerson(deps, personId);
  return { id, cpf: (JSON.parse(document) as { readonly cpf?: Cpf }).cpf };
}

/**
 * The same profile with a CPF as `***.456.789-**`. What sources said stays as it is.
 *
 * See docs/decisions/0167.
 */
export function maskCpfOfProfile({ id, document }: PersonProfile): PersonProfile {
  const profile = JSON.parse(document) as { readonly cpf?: Cpf };
  if (profile.cpf === undefined) return { id, document };
  return { id, document: JSON.stringify({ ...profile, cpf: maskCpf(profile.cpf) }) };
}
