import type { Db } from '../platform/db/index.ts';
import type { Cnpj } from '../platform/documents.ts';
import { RegistryError } from './errors.ts';
import { findRawRecord } from './records-store.ts';
import { type CompanyRecord, toCompanyRecord } from './to-company-record.ts';

/** A record, or the generation and month in which the number is absent. */
export type CompanyLookup =
  | { readonly found: true; readonly record: CompanyRecord }
  | { readonly found: false; readonly generation: number; readonly dataMonth: string };

/**
 * The record of a CNPJ in the registry in service, in one round trip and of one generation. Names are as published:
 * a sole proprietor's may end in the owner's CPF, and phone and e-mail may be a person's. Nothing is masked here.
 *
 * Rejects with `registry_not_imported` when no generation was ever put into service.
 *
 * @example
 * const lookup = await findCompanyRecord(db, cnpj);
 * if (!lookup.found) console.log(`not in the registry of ${lookup.dataMonth}`);
 */
export async function findCompanyRecord(db: Db, cnpj: Cnpj): Promise<CompanyLookup> {
  const raw = await findRawRecord(db, cnpj.slice(0, 8), cnpj.slice(8, 12));
  if (raw === undefined) throw new RegistryError('registry_not_imported');
  const { establishment } = raw;
  // A row whose check digits are not the number's belongs to no number.
  if (establishment == null || establishment.check_digits !== cnpj.slice(12)) {
    return { found: false, generation: raw.generation, dataMonth: raw.dataMonth };
  }
  return { found: true, record: toCompanyRecord({ ...raw, establishment }) };
}
