import type { Db } from '../../platform/db/index.ts';
import { maskCpfInName } from '../../platform/documents.ts';
import {
  type Consultation,
  type JsonObject,
  type ListHit,
  longestConsultationMs,
  type Source,
  unguarded,
} from '../../profiles/index.ts';
import { readSixDigits } from '../keyed-indexes.ts';
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
import { findNameAndBirthDate } from './find-name-and-birth-date.ts';
import { describeLists, restsOnOldData, versionOf } from './pf-media-profile-and-exposure.ts';

const debtLists = listsThatName('person', 'debts');
const mostShown = 100;

/** Debts to the Union of a person: the register masks CPFs, so six digits and the name find them. */
export function createPersonDebts(
  deps: ListKeys & { readonly basicData: Source; readonly ageLimits?: AgeLimits },
): Source {
  return {
    name: 'pfDebts',
    subject: 'person',
    dataSchema: DebtsSchema,
    timeoutMs: longestConsultationMs(deps.basicData) + 3_000,
    policy: unguarded,
    isLocal: deps.basicData.isLocal,
    hitsOf,
    restsOnOldData,
    currentVersion,
    async consult(subject, context) {
      if (subject.kind !== 'person') return { outcome: 'absent', reason: 'not_a_person' };
      const lists = await describeLists(context.db, context.now, debtLists, deps.ageLimits);
      if (lists.length === 0) return { outcome: 'absent', reason: 'no_list_imported' };
      const known = await findNameAndBirthDate(deps.basicData, subject, context);
      if (known === 'unavailable') return { outcome: 'unavailable', reason: 'name_unavailable' };
      if (known.names.length === 0) return { outcome: 'absent', reason: 'name_unknown' };
      const sixDigits =
        subject.cpf?.slice(3, 9) ?? readSixDigits(subject.maskedCpf ?? '') ?? subject.maskedCpf;
      const wanted = { cpf: subject.cpf, sixDigits, ...known };
      const found = await findPersonEntries(context.db, deps, wanted, debtLists);
      return describe(
        found.map((one) => ({ ...one, match: matchEntry(wanted, one.entry) })),
        lists,
      );
    },
  };
}

/** Debts to the Union of a company, by the root of its CNPJ. A company without any is an answer, too. */
export function createCompanyDebts(
  keys: Pick<ListKeys, 'cipher'> & { readonly ageLimits?: AgeLimits },
): Source {
  return {
    name: 'pjDebts',
    subject: 'company',
    dataSchema: DebtsSchema,
    timeoutMs: 3_000,
    isLocal: true,
    hitsOf,
    restsOnOldData,
    currentVersion,
    async consult(subject, { db, now }) {
      if (subject.kind !== 'company') return { outcome: 'absent', reason: 'not_a_company' };
      const lists = await describeLists(db, now, debtLists, keys.ageLimits);
      if (lists.length === 0) return { outcome: 'absent', reason: 'no_list_imported' };
      const found = await findCompanyEntries(db, keys, subject.cnpj, debtLists);
      const match = { matchBasis: 'exact', confidence: 1 } as const;
      return describe(
        found.map((one) => ({ ...one, match })),
        lists,
      );
    },
  };
}

const currentVersion = async (db: Db) => versionOf(await describeLists(db, new Date(0), debtLists));

function describe(
  found: readonly (FoundEntry & { readonly match: Match | undefined })[],
  lists: Debts['lists'],
): Consultation {
  const debts = found
    .flatMap(({ list, edition, entry, match }) =>
      entry.debt === undefined || match === undefined
        ? []
        : [{ list: list as string, edition, ...match, name: maskCpfInName(entry.name), ...entry.debt }],
    )
    .sort((a, b) => (b.amount ?? 0) - (a.amount ?? 0));
  const cents = debts.reduce((sum, { amount = 0 }) => sum + Math.round(amount * 100), 0);
  const data: Debts = {
    hasDebts: debts.some(({ matchBasis }) => matchBasis !== 'name_only'),
    count: debts.length,
    totalAmount: cents / 100,
    debts: debts.slice(0, mostShown),
    lists,
  };
  return { outcome: 'found', data, version: versionOf(lists) };
}

/** One text for each debt, the same while it is in the register. */
function hitsOf({ debts }: JsonObject): readonly ListHit[] {
  return (debts as Debts['debts']).map(({ list, edition, number, matchBasis, confidence, name }) => ({
    key: `debt ${edition} ${number}`,
    detail: { kind: 'debts', list, matchBasis, confidence, name },
  }));
}
