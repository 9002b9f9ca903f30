import type { Db } from '../../platform/db/index.ts';
import { type JsonObject, longestConsultationMs, type Source, unguarded } from '../../profiles/index.ts';
import { readSixDigits } from '../keyed-indexes.ts';
import type { ListName } from '../list-entry.ts';
import { gatherHits, hitsOf, reasonsToLook } from '../lists/gather-hits.ts';
import { type AgeLimits, isListOld } from '../lists/list-ages.ts';
import { PfMediaProfileAndExposureSchema } from '../lists/list-data.ts';
import { findPersonEntries, type ListKeys } from '../lists/list-entries-store.ts';
import { type ListGeneration, listListGenerations } from '../lists/list-generations-store.ts';
import { listsThatName } from '../lists/list-layouts.ts';
import { toDay } from '../to-day.ts';
import { findNameAndBirthDate } from './find-name-and-birth-date.ts';

export type ListSourceDeps = ListKeys & {
  /** Says what a person is called, where neither the profile nor the client has said it. */
  readonly basicData: Source;
  /** The operator's rule for how long an ended position counts; undefined for the list's. */
  readonly graceYears: number | undefined;
  /** Days after which lists count as old, where they are not the usual ones. */
  readonly ageLimits?: AgeLimits;
};

/**
 * Entries of public lists about a person: politically exposed people, sanctions, candidacies. Every hit names the
 * matched fields and its certainty. A person on no list is an answer, too.
 */
export function createListExposure(deps: ListSourceDeps): Source {
  return {
    name: 'pfMediaProfileAndExposure',
    subject: 'person',
    dataSchema: PfMediaProfileAndExposureSchema,
    listKinds: [
      { lists: ['pep'], fields: ['isPoliticallyExposed', 'positions'] },
      {
        lists: [...personLists].filter((list) => list !== 'pep' && list !== 'tse'),
        fields: ['isSanctioned', 'sanctions'],
      },
    ],
    timeoutMs: longestConsultationMs(deps.basicData) + 3_000,
    policy: unguarded,
    isLocal: deps.basicData.isLocal,
    hitsOf,
    reasonsToLook,
    restsOnOldData,
    currentVersion: async (db) => versionOf(await describeExposureLists(db, new Date(0))),
    async consult(subject, context) {
      if (subject.kind !== 'person') return { outcome: 'absent', reason: 'not_a_person' };
      const lists = await describeExposureLists(context.db, context.now, deps.ageLimits);
      if (lists.length === 0) return { outcome: 'absent', reason: 'no_list_imported' };
      const known = await findNameAndBirthDate(deps.basicData, subject, context);
      // Without the name an entry could be missed, and nobody would see that it was.
      if (known === 'unavailable') return { outcome: 'unavailable', reason: 'name_unavailable' };
      const sixDigits =
        subject.cpf?.slice(3, 9) ?? readSixDigits(subject.maskedCpf ?? '') ?? subject.maskedCpf;
      const wanted = { cpf: subject.cpf, sixDigits, ...known };
      const found = await findPersonEntries(context.db, deps, wanted, personLists);
      const hits = gatherHits(found, wanted, toDay(context.now), deps.graceYears);
      if (known.names.length === 0 && hits.candidates.length === 0) {
        return { outcome: 'absent', reason: 'name_unknown' };
      }
      return { outcome: 'found', data: { ...hits, lists }, version: versionOf(lists) };
    },
  };
}

const personLists = listsThatName('person');

async function describeExposureLists(db: Db, now: Date, ageLimits?: AgeLimits) {
  return await describeLists(db, now, personLists, ageLimits);
}

const noLimits: AgeLimits = new Map();

/** True if an answer rests on a list that is older than it may be. */
export function restsOnOldData({ lists }: JsonObject): boolean {
  return Array.isArray(lists) && lists.some(({ isOld }: { isOld?: boolean }) => isOld === true);
}

/** The state of lists in service that answers depend on. */
export function versionOf(
  lists: readonly { readonly list: string; readonly edition?: string; readonly importedAt: string }[],
): string {
  return lists.map(({ list, edition, importedAt }) => `${list}/${edition}/${importedAt}`).join(' ');
}

/** Those of the lists that are in service, as answers name them. */
export async function describeLists(
  db: Db,
  now: Date,
  lists: ReadonlySet<ListName>,
  ageLimits: AgeLimits = noLimits,
) {
  const generations = await listListGenerations(db, { state: 'current' });
  return generations
    .filter(({ list }) => lists.has(list))
    .map((generation) => toListState(generation, now, ageLimits))
    .sort((a, b) => (`${a.list} ${a.edition}` < `${b.list} ${b.edition}` ? -1 : 1));
}

export function toListState(
  { list, edition, listDate, finishedAt }: ListGeneration,
  now: Date,
  ageLimits: AgeLimits,
) {
  const day = listDate === undefined ? finishedAt! : new Date(listDate);
  return {
    list: list as string,
    ...(edition !== '' && { edition }),
    ...(listDate !== undefined && { listDate }),
    importedAt: finishedAt!.toISOString(),
    isOld: isListOld(list, day, now, ageLimits),
  };
}
