import type { Db } from '../../platform/db/index.ts';
import type { Cnpj } from '../../platform/documents/index.ts';
import { findCompanyRecord, RegistryError } from '../../registry/index.ts';

/** The official name and the trade name of a company in the registry; none when it or the registry is not there. */
export async function findCompanyNames(db: Db, cnpj: Cnpj): Promise<readonly string[]> {
  try {
    const lookup = await findCompanyRecord(db, cnpj);
    if (!lookup.found) return [];
    const { officialName, tradeName } = lookup.record;
    return [officialName, tradeName].filter((name) => name !== undefined);
  } catch (error) {
    if (error instanceof RegistryError && error.code === 'registry_not_imported') return [];
    throw error;
  }
}
