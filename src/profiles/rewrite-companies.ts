import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/index.ts';
import { lockProfile } from './profiles-store.ts';
import { type WriteProfileDeps, writeProfile } from './write-profile.ts';

/** Rewrites the stored API answers of companies, each in its own transaction. Repeating it is safe. */
export async function rewriteCompanies(
  deps: { readonly db: Db; readonly clock: Clock } & WriteProfileDeps,
  companyIds: readonly string[],
): Promise<void> {
  for (const companyId of companyIds) {
    await deps.db.transaction().execute(async (tx) => {
      const company = await lockProfile(tx, deps.cipher, companyId);
      if (company?.cnpj === undefined) return;
      const subject = { kind: 'company', id: companyId, cnpj: company.cnpj } as const;
      const { status, state } = company;
      await writeProfile(tx, deps, company, { subject, status, state }, deps.clock.now());
    });
  }
}
