import type { Db } from '../../platform/db/index.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import type { Consultation, ConsultContext, JsonObject, Source, Subject } from '../../profiles/index.ts';
import type { ListName } from '../list-entry.ts';
import { type AgeLimits, isListOld } from '../lists/list-ages.ts';
import { type ListGeneration, listListGenerations } from '../lists/list-generations-store.ts';

type SubjectOf<Kind> = Extract<Subject, { kind: Kind }>;

/**
 * A source that looks through lists which name people or companies by documents. Who stands on none is an answer, too;
 * without any of the lists in service there is none. `ageLimits`: days after which lists count as old, where they are
 * not the usual ones.
 */
export function createListSource<Kind extends Subject['kind']>(
  about: Omit<Source, 'consult' | 'currentVersion' | 'restsOnOldData'> & { readonly subject: Kind },
  { lists, ageLimits }: { readonly lists: ReadonlySet<ListName>; readonly ageLimits?: AgeLimits | undefined },
  look: (
    subject: SubjectOf<Kind>,
    context: ConsultContext,
  ) => Promise<JsonObject | Exclude<Consultation, { outcome: 'found' }>>,
): Source {
  return {
    ...about,
    restsOnOldData,
    currentVersion: async (db) => versionOf(await describeLists(db, new Date(0), lists)),
    async consult(subject, context) {
      if (subject.kind !== about.subject) return { outcome: 'absent', reason: reasons[about.subject] };
      const searched = await describeLists(context.db, context.now, lists, ageLimits);
      if (searched.length === 0) return { outcome: 'absent', reason: 'no_list_imported' };
      const found = await look(subject as SubjectOf<Kind>, context);
      if ('outcome' in found) return found as Consultation;
      return { outcome: 'found', data: { ...found, lists: searched }, version: versionOf(searched) };
    },
  };
}

const reasons = { person: 'not_a_person', company: 'not_a_company' } as const;

/** True if an answer rests on a list that is older than it may be. */
export function restsOnOldData({ lists }: JsonObject): boolean {
  return Array.isArray(lists) && lists.some(({ isOld }: { isOld?: boolean }) => isOld === true);
}

type ListState = ReturnType<typeof toListState>;

/** The state of lists in service that answers depend on. */
function versionOf(lists: readonly ListState[]): string {
  return lists.map(({ list, edition, importedAt }) => `${list}/${edition}/${importedAt}`).join(' ');
}

/** Those of the lists that are in service, as answers name them. */
async function describeLists(db: Db, now: Date, lists: ReadonlySet<ListName>, ageLimits?: AgeLimits) {
  const generations = await listListGenerations(db, { state: 'current' });
  return generations
    .filter(({ list }) => lists.has(list))
    .map((generation) => toListState(generation, now, ageLimits))
    .sort((a, b) => (`${a.list} ${a.edition}` < `${b.list} ${b.edition}` ? -1 : 1));
}

export function toListState(
  { list, edition, listDate, finishedAt }: ListGeneration,
  now: Date,
  ageLimits: AgeLimits = new Map(),
) {
  const day = listDate === undefined ? finishedAt! : new Date(listDate);
  return toAnswer({
    list: list as string,
    edition: edition || undefined,
    listDate,
    importedAt: finishedAt!,
    isOld: isListOld(list, day, now, ageLimits),
  });
}
