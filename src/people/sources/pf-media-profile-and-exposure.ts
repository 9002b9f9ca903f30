import type { Db } from '../../platform/db/index.ts';
import type { ConsultContext, Source, Subject } from '../../profiles/index.ts';
import { gatherHits } from '../lists/gather-hits.ts';
import { findPersonEntries, type ListKeys } from '../lists/list-entries-store.ts';
import { listListGenerations } from '../lists/list-generations-store.ts';
import { readSixDigits } from '../partner-index.ts';
import { cleanDate } from '../rows/clean-value.ts';
import { PfMediaProfileAndExposureSchema } from './list-data.ts';

export type ListSourceDeps = ListKeys & {
  /** Says what a person is called, where neither the profile nor the client has said it. */
  readonly basicData: Source;
  /** The operator's rule for how long an ended position counts; undefined for the list's. */
  readonly graceYears: number | undefined;
};

/** Names that are looked for at most: what the profile, the client and the basic data say. */
const maxNames = 5;

/**
 * Whether public lists name a person: politically exposed people, sanctions, candidacies. Every hit says by what it
 * was matched and how sure that is. Somebody who stands on no list is an answer, too.
 */
export function createListExposure(deps: ListSourceDeps): Source {
  return {
    name: 'pfMediaProfileAndExposure',
    subject: 'person',
    dataSchema: PfMediaProfileAndExposureSchema,
    timeoutMs: deps.basicData.timeoutMs + 3_000,
    isLocal: deps.basicData.isLocal,
    currentVersion: async (db) => versionOf(await describeExposureLists(db)),
    async consult(subject, context) {
      if (subject.kind !== 'person') return { outcome: 'absent', reason: 'not_a_person' };
      const lists = await describeExposureLists(context.db);
      if (lists.length === 0) return { outcome: 'absent', reason: 'no_list_imported' };
      const known = await findNameAndBirthDate(deps.basicData, subject, context);
      // Without the name an entry could be missed, and nobody would see that it was.
      if (known === 'unavailable') return { outcome: 'unavailable', reason: 'name_unavailable' };
      const sixDigits =
        subject.cpf?.slice(3, 9) ?? readSixDigits(subject.maskedCpf ?? '') ?? subject.maskedCpf;
      const wanted = { cpf: subject.cpf, sixDigits, ...known };
      const found = await findPersonEntries(context.db, deps, wanted);
      const hits = gatherHits(found, wanted, toDay(context.now), deps.graceYears);
      if (known.names.length === 0 && hits.candidates.length === 0) {
        return { outcome: 'absent', reason: 'name_unknown' };
      }
      return { outcome: 'found', data: { ...hits, lists }, version: versionOf(lists) };
    },
  };
}

/** The lists that name people. */
async function describeExposureLists(db: Db) {
  return (await describeLists(db)).filter(({ list }) => list !== 'cepim');
}

function versionOf(lists: Awaited<ReturnType<typeof describeLists>>): string {
  return lists.map(({ list, edition, importedAt }) => `${list}/${edition}/${importedAt}`).join(' ');
}

/** The lists in service, as answers name them. */
export async function describeLists(db: Db) {
  const generations = await listListGenerations(db, { state: 'current' });
  return generations
    .map(({ list, edition, listDate, finishedAt }) => ({
      list: list as string,
      ...(edition !== '' && { edition }),
      ...(listDate !== undefined && { listDate }),
      importedAt: finishedAt!.toISOString(),
    }))
    .sort((a, b) => (`${a.list} ${a.edition}` < `${b.list} ${b.edition}` ? -1 : 1));
}

/** The day in Brasília, where the lists are made: three hours behind UTC all the year. */
export function toDay(now: Date): string {
  return new Date(now.getTime() - 3 * 3_600_000).toISOString().slice(0, 10);
}

async function findNameAndBirthDate(
  basicData: Source,
  subject: Extract<Subject, { kind: 'person' }>,
  context: ConsultContext,
) {
  const names = new Set<string>();
  const { name: claimed } = context.attributes;
  if (subject.name !== undefined) names.add(subject.name);
  if (typeof claimed === 'string') names.add(claimed);
  // Not the claimed one: a wrong one would make an entry somebody else's.
  let birthDate: unknown;
  if (subject.cpf !== undefined) {
    const answer = await basicData.consult(subject, context);
    if (answer.outcome === 'unavailable' && subject.name === undefined) return 'unavailable';
    if (answer.outcome === 'found') {
      const { name, birthDate: known } = answer.basicData ?? {};
      if (typeof name === 'string') names.add(name);
      birthDate = known;
    }
  }
  const cleaned = typeof birthDate === 'string' ? cleanDate(birthDate) : undefined;
  return {
    names: [...names].slice(0, maxNames),
    birthDate: cleaned !== undefined && 'value' in cleaned ? cleaned.value : undefined,
  };
}
