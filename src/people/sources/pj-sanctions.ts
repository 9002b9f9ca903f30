import { maskCpfInName } from '../../platform/documents.ts';
import type { RecordCipher } from '../../platform/encryption/index.ts';
import type { Source } from '../../profiles/index.ts';
import { hitsOf, reasonsToLook } from '../lists/gather-hits.ts';
import type { AgeLimits } from '../lists/list-ages.ts';
import { PjSanctionsSchema } from '../lists/list-data.ts';
import { findCompanyEntries } from '../lists/list-entries-store.ts';
import { listsThatName } from '../lists/list-layouts.ts';
import { isSanctionInForce } from '../lists/match-entry.ts';
import { toDay } from '../to-day.ts';
import { describeLists, restsOnOldData, versionOf } from './pf-media-profile-and-exposure.ts';

const companyLists = listsThatName('company');

/**
 * Sanctions and impediments of a company, by the root of its CNPJ: a sanction binds all its establishments. A company that stands on no list is
 * an answer, too.
 */
export function createCompanySanctions(keys: {
  readonly cipher: RecordCipher;
  readonly ageLimits?: AgeLimits;
}): Source {
  return {
    name: 'pjSanctions',
    subject: 'company',
    dataSchema: PjSanctionsSchema,
    listKinds: [{ lists: [...companyLists] }],
    timeoutMs: 2_000,
    isLocal: true,
    hitsOf,
    reasonsToLook,
    restsOnOldData,
    currentVersion: async (db) => versionOf(await describeLists(db, new Date(0), companyLists)),
    async consult(subject, { db, now }) {
      if (subject.kind !== 'company') return { outcome: 'absent', reason: 'not_a_company' };
      const lists = await describeLists(db, now, companyLists, keys.ageLimits);
      if (lists.length === 0) return { outcome: 'absent', reason: 'no_list_imported' };
      const today = toDay(now);
      const sanctions = (await findCompanyEntries(db, keys, subject.cnpj, companyLists)).flatMap(
        ({ list, entry }) =>
          entry.sanction === undefined
            ? []
            : [
                {
                  list,
                  name: maskCpfInName(entry.name),
                  ...(entry.cnpj !== undefined && { cnpj: entry.cnpj }),
                  ...entry.sanction,
                  isActive: isSanctionInForce(entry.sanction, today),
                },
              ],
      );
      return {
        outcome: 'found',
        data: { isSanctioned: sanctions.some(({ isActive }) => isActive), sanctions, lists },
        version: versionOf(lists),
      };
    },
  };
}
