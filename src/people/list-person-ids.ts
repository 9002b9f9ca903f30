import type { Db } from '../platform/db/types.ts';
import type { Cpf } from '../platform/documents/index.ts';
import type { CpfIndex } from './keyed-indexes.ts';
import { findSamePeople } from './people-store.ts';

/**
 * All ids of a person: the profile id, and the ids of partners who were later identified as that person. For an
 * unused id only that id. Empty for an unknown CPF and for an erased person.
 */
export async function listPersonIds(
  deps: { readonly db: Db; readonly cpfIndex: CpfIndex },
  by: { readonly cpf: Cpf } | { readonly id: string },
): Promise<readonly string[]> {
  if ('cpf' in by) return await findSamePeople(deps.db, { cpfIndex: deps.cpfIndex(by.cpf) });
  return [...new Set([by.id, ...(await findSamePeople(deps.db, by))])];
}
