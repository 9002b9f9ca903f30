import type { ErasePart } from '../platform/personal-data.ts';
import { eraseProfile } from './erasure-store.ts';
import { rewriteCompanies } from './rewrite-companies.ts';

/** Erases the profile of a person; afterwards the companies that show the person are written anew. */
export function erasePart(deps: Parameters<typeof rewriteCompanies>[0]): ErasePart {
  return async (tx, person) => {
    const erased = { executions: 0, sources: 0, history: 0 };
    const companyIds = new Set<string>();
    for (const row of person.rows) {
      const profile = await eraseProfile(tx, row.id);
      for (const id of profile.companyIds) companyIds.add(id);
      erased.executions += profile.executions;
      erased.sources += profile.sources;
      erased.history += profile.history;
    }
    return { erased, afterCommit: () => rewriteCompanies(deps, [...companyIds]) };
  };
}
