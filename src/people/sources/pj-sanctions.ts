import { maskCpfInName } from '../../platform/documents.ts';
import type { Source } from '../../profiles/index.ts';
import { hitsOf, reasonsToLook } from '../lists/gather-hits.ts';
import type { AgeLimits } from '../lists/list-ages.ts';
import { PjSanctionsSchema } from '../lists/list-data.ts';
import { findCompanyEntries, type ListKeys } from '../lists/list-entries-store.ts';
import { listsThatName } from '../lists/list-layouts.ts';
import { isSanctionInForce } from '../lists/match-entry.ts';
import { toDay } from '../rows/clean-value.ts';
import { createListSource } from './create-list-source.ts';

const lists = listsThatName('company');

/** Sanctions and impediments of a company, by the root of its CNPJ: a sanction binds all its establishments. */
export function createCompanySanctions({
  ageLimits,
  ...keys
}: Pick<ListKeys, 'cipher'> & { readonly ageLimits?: AgeLimits }): Source {
  const about = {
    name: 'pjSanctions',
    subject: 'company',
    dataSchema: PjSanctionsSchema,
    listKinds: [{ lists: [...lists] }],
    hitsOf,
    reasonsToLook,
    timeoutMs: 2_000,
    isLocal: true,
  } as const;
  return createListSource(about, { lists, ageLimits }, async ({ cnpj }, { db, now }) => {
    const sanctions = (await findCompanyEntries(db, keys, cnpj, lists)).flatMap(
      ({ list, entry: { name, cnpj: named, sanction } }) =>
        sanction === undefined
          ? []
          : {
              list,
              name: maskCpfInName(name),
              ...(named !== undefined && { cnpj: named }),
              ...sanction,
              isActive: isSanctionInForce(sanction, toDay(now)),
            },
    );
    return { isSanctioned: sanctions.some(({ isActive }) => isActive), sanctions };
  });
}
