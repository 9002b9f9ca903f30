import type { Tx } from '../../platform/db/index.ts';
import type { RecordCipher } from '../../platform/encryption/index.ts';
import { recordEvent } from '../../platform/events/index.ts';
import {
  companyListHitGained,
  companyListHitLost,
  personListHitGained,
  personListHitLost,
} from '../declarations.ts';
import { insertHistory } from '../history-store.ts';
import type { KeptAnswer } from '../profile-sources-store.ts';
import type { ListHit, Source } from '../types.ts';
import type { Execution } from './execution.ts';

/** Entries of one change that the history keeps. */
const mostHits = 50;

/** The difference between the list entries of two answers. */
export type ListNews = { readonly gained: readonly ListHit[]; readonly lost: readonly ListHit[] };

/** Undefined when nothing differs, and for sources that are no lists. */
export function findListNews(
  source: Source | undefined,
  earlier: KeptAnswer | undefined,
  answer: Pick<KeptAnswer, 'outcome' | 'knowledge'>,
): ListNews | undefined {
  if (source?.hitsOf === undefined || answer.outcome !== 'found') return undefined;
  const before = earlier?.knowledge === undefined ? [] : source.hitsOf(earlier.knowledge.data);
  const after = answer.knowledge === undefined ? [] : source.hitsOf(answer.knowledge.data);
  const gained = without(after, before);
  const lost = without(before, after);
  return gained.length > 0 || lost.length > 0 ? { gained, lost } : undefined;
}

function without(hits: readonly ListHit[], others: readonly ListHit[]): readonly ListHit[] {
  const known = new Set(others.map(({ key }) => key));
  return hits.filter(({ key }) => !known.has(key));
}

/** Tells of gained and lost entries and writes the profile's history, in the transaction that keeps the answer. */
export async function recordListNews(
  tx: Tx,
  cipher: RecordCipher,
  { id: executionId, profileId }: Pick<Execution, 'id' | 'profileId'>,
  { name, subject: kind }: Pick<Source, 'name' | 'subject'>,
  { gained, lost }: ListNews,
  at: Date,
): Promise<void> {
  const hasGained = gained.length > 0;
  const hasLost = lost.length > 0;
  const change = {
    path: `lists.${name}`,
    ...(hasLost ? { from: lost.slice(0, mostHits).map(({ detail }) => detail) } : {}),
    ...(hasGained ? { to: gained.slice(0, mostHits).map(({ detail }) => detail) } : {}),
  };
  await insertHistory(tx, cipher, profileId, { changedAt: at, executionId, changes: [change] });
  if (kind === 'person') {
    const data = { personId: profileId, executionId };
    if (hasGained) await recordEvent(tx, personListHitGained, data, { at });
    if (hasLost) await recordEvent(tx, personListHitLost, data, { at });
    return;
  }
  const data = { companyId: profileId, executionId };
  if (hasGained) await recordEvent(tx, companyListHitGained, data, { at });
  if (hasLost) await recordEvent(tx, companyListHitLost, data, { at });
}
