import type { Db } from '../../platform/db/index.ts';
import type { Cnpj } from '../../platform/documents/index.ts';
import { selectTaxRegimes, type TaxRegime } from './tax-regimes-store.ts';

/** The tax regimes of a company by year, the newest first: of all its establishments, by the root of the CNPJ. */
export async function findTaxRegimes(db: Db, cnpj: Cnpj): Promise<readonly TaxRegime[]> {
  return await selectTaxRegimes(db, cnpj.slice(0, 8));
}
