import type { Db } from '../../platform/db/index.ts';
import type { Cnpj } from '../../platform/documents/index.ts';
import { findCompanyRecord, RegistryError } from '../../registry/index.ts';

/** The names of a company that are screened. */
export type CompanyNames = {
  /** The official name and the trade name; none when the company or the registry is not there. */
  readonly names: readonly string[];
  /** Partners abroad, who have no execution of their own. */
  readonly foreignPartners: readonly string[];
};

/** The names in the registry of a company and of its partners abroad. */
export async function findCompanyNames(db: Db, cnpj: Cnpj): Promise<CompanyNames> {
  try {
    const lookup = await findCompanyRecord(db, cnpj);
    if (lookup.found) {
      const { officialName, tradeName, partners } = lookup.record;
      return {
        names: [officialName, tradeName].filter((name) => name !== undefined),
        foreignPartners: partners.flatMap(({ kind, name }) => (kind === 'foreign' ? [name] : [])),
      };
    }
  } catch (error) {
    if (!(error instanceof RegistryError && error.code === 'registry_not_imported')) throw error;
  }
  return { names: [], foreignPartners: [] };
}
