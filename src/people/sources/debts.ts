import { maskCpfInName } from '../../platform/documents.ts';
import {
  type JsonObject,
  type ListHit,
  longestConsultationMs,
  type Source,
  unguarded,
} from '../../profiles/index.ts';
import type { AgeLimits } from '../lists/list-ages.ts';
import { type Debts, DebtsSchema } from '../lists/list-data.ts';
import {
  type FoundEntry,
  findCompanyEntries,
  findPersonEntries,
  type ListKeys,
} from '../lists/list-entries-store.ts';
import { listsThatName } from '../lists/list-layouts.ts';
import { type Match, matchEntry } from '../lists/match-entry.ts';
import { createListSource } from './create-list-source.ts';
import { findWanted, nameUnknown } from './find-wanted.ts';

const lists = listsThatName('person', 'debts');
const mostShown = 100;
const about = { dataSchema: DebtsSchema, hitsOf } as const;

/** Debts to the Union of a person: the register masks CPFs, so six digits and the name find them. */
export function createPersonDebts({
  basicData,
  ageLimits,
  ...keys
}: ListKeys & { readonly basicData: Source; readonly ageLimits?: AgeLimits }): Source {
  const person = {
    ...about,
    name: 'pfDebts',
    subject: 'person',
    policy: unguarded,
    isLocal: basicData.isLocal,
    timeoutMs: longestConsultationMs(basicData) + 3_000,
  } as const;
  return createListSource(person, { lists, ageLimits }, async (subject, context) => {
    const wanted = await findWanted(basicData, subject, context);
    if ('outcome' in wanted) return wanted;
    if (wanted.names.length === 0) return nameUnknown;
    const found = await findPersonEntries(context.db, keys, wanted, lists);
    return describe(found.map((one) => ({ ...one, match: matchEntry(wanted, one.entry) })));
  });
}

/** Debts to the Union of a company, by the root of its CNPJ. */
export function createCompanyDebts({
  ageLimits,
  ...keys
}: Pick<ListKeys, 'cipher'> & { readonly ageLimits?: AgeLimits }): Source {
  const company = { ...about, name: 'pjDebts', subject: 'company', timeoutMs: 3_000, isLocal: true } as const;
  return createListSource(company, { lists, ageLimits }, async ({ cnpj }, { db }) => {
    const match = { matchBasis: 'exact', confidence: 1 } as const;
    return describe((await findCompanyEntries(db, keys, cnpj, lists)).map((one) => ({ ...one, match })));
  });
}

function describe(
  found: readonly (FoundEntry & { readonly match: Match | undefined })[],
): Omit<Debts, 'lists'> {
  const debts = found
    .flatMap(({ list, edition, entry, match }) =>
      entry.debt === undefined || match === undefined
        ? []
        : [{ list: list as string, edition, ...match, name: maskCpfInName(entry.name), ...entry.debt }],
    )
    .sort((a, b) => (b.amount ?? 0) - (a.amount ?? 0));
  const cents = debts.reduce((sum, { amount = 0 }) => sum + Math.round(amount * 100), 0);
  return {
    hasDebts: debts.some(({ matchBasis }) => matchBasis !== 'name_only'),
    count: debts.length,
    totalAmount: cents / 100,
    debts: debts.slice(0, mostShown),
  };
}

/** One text for each debt, the same while it is in the register. */
function hitsOf({ debts }: JsonObject): readonly ListHit[] {
  return (debts as Debts['debts']).map(({ list, edition, number, matchBasis, confidence, name }) => ({
    key: `debt ${edition} ${number}`,
    detail: { kind: 'debts', list, matchBasis, confidence, name },
  }));
}
