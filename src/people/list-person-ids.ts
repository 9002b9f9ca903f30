import type { Db } from '../platform/db/types.ts';
import type { Cpf } from '../platform/documents/index.ts';
import type { CpfIndex } from './cpf-index.ts';
import { findSamePeople } from './people-store.ts';

/**
 * Every id that a person is or was known by: the profile's, and those of partners who turned out to be that person. Of
 * an id that nobody has any more, that id alone. Empty for a CPF that nobody has: an erased person has none.
 */
export async function listPersonIds(
  deps: { readonly db: Db; readonly cpfIndex: CpfIndex },
  by: { readonly cpf: Cpf } | { readonly id: string },
): Promise<readonly string[]> {
  if ('cpf' in by) return await findSamePeople(deps.db, { cpfIndex: deps.cpfIndex(by.cpf) });
  return [...new Set([by.id, ...(await findSamePeople(deps.db, by))])];
}
