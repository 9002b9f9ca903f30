import { longestConsultationMs, type Source, unguarded } from '../../profiles/index.ts';
import { gatherHits, hitsOf, reasonsToLook } from '../lists/gather-hits.ts';
import type { AgeLimits } from '../lists/list-ages.ts';
import { PfMediaProfileAndExposureSchema } from '../lists/list-data.ts';
import { findPersonEntries, type ListKeys } from '../lists/list-entries-store.ts';
import { listsThatName } from '../lists/list-layouts.ts';
import { toDay } from '../rows/clean-value.ts';
import { hasTwoWords } from '../screening/fold-name.ts';
import { createListSource } from './create-list-source.ts';
import { findWanted, nameUnknown } from './find-wanted.ts';

export type ListSourceDeps = ListKeys & {
  /** Says what a person is called, where neither the profile nor the client has said it. */
  readonly basicData: Source;
  /** The operator's rule for how long an ended position counts; undefined for the list's. */
  readonly graceYears: number | undefined;
  readonly ageLimits?: AgeLimits;
};

const lists = listsThatName('person');

/**
 * Entries of public lists about a person: politically exposed people, sanctions, candidacies. Every hit names the
 * matched fields and its certainty.
 */
export function createListExposure(deps: ListSourceDeps): Source {
  const about = {
    name: 'pfMediaProfileAndExposure',
    subject: 'person',
    dataSchema: PfMediaProfileAndExposureSchema,
    listKinds: [
      { lists: ['pep'], fields: ['isPoliticallyExposed', 'positions'] },
      {
        lists: [...lists].filter((list) => list !== 'pep' && list !== 'tse'),
        fields: ['isSanctioned', 'sanctions'],
      },
    ],
    timeoutMs: longestConsultationMs(deps.basicData) + 3_000,
    policy: unguarded,
    isLocal: deps.basicData.isLocal,
    hitsOf,
    reasonsToLook,
  } as const;
  return createListSource(about, { lists, ageLimits: deps.ageLimits }, async (subject, context) => {
    const wanted = await findWanted(deps.basicData, subject, context);
    if ('outcome' in wanted) return wanted;
    const found = await findPersonEntries(context.db, deps, wanted, lists);
    const hits = gatherHits(found, wanted, toDay(context.now), deps.graceYears);
    // One word finds documents, and equal names: without one of these, nobody was looked for.
    return hits.candidates.length === 0 && !wanted.names.some(hasTwoWords) ? nameUnknown : hits;
  });
}
