import type { RecordCipher } from '../../platform/encryption/index.ts';
import type { Source } from '../../profiles/index.ts';
import { isSanctionInForce } from '../lists/judge-dates.ts';
import { findCompanyEntries } from '../lists/list-entries-store.ts';
import { PjSanctionsSchema } from './list-data.ts';
import { describeLists, toDay } from './pf-media-profile-and-exposure.ts';

const companyLists = new Set(['ceis', 'cnep', 'cepim']);

/** Sanctions and impediments of a company, by its CNPJ. A company that stands on no list is an answer, too. */
export function createCompanySanctions(keys: { readonly cipher: RecordCipher }): Source {
  return {
    name: 'pjSanctions',
    subject: 'company',
    dataSchema: PjSanctionsSchema,
    timeoutMs: 2_000,
    isLocal: true,
    async consult(subject, { db, now }) {
      if (subject.kind !== 'company') return { outcome: 'absent', reason: 'not_a_company' };
      const lists = (await describeLists(db)).filter(({ list }) => companyLists.has(list));
      if (lists.length === 0) return { outcome: 'absent', reason: 'no_list_imported' };
      const today = toDay(now);
      const sanctions = (await findCompanyEntries(db, keys, subject.cnpj)).flatMap(({ list, entry }) =>
        entry.sanction === undefined
          ? []
          : [
              {
                list,
                name: entry.name,
                ...entry.sanction,
                isActive: isSanctionInForce(entry.sanction, today),
              },
            ],
      );
      return {
        outcome: 'found',
        data: { isSanctioned: sanctions.some(({ isActive }) => isActive), sanctions, lists },
      };
    },
  };
}
