import type { Tx } from '../../platform/db/index.ts';
import { recordEvent } from '../../platform/events/index.ts';
import {
  companyListHitGained,
  companyListHitLost,
  personListHitGained,
  personListHitLost,
} from '../event-types.ts';
import type { KeptAnswer } from '../profile-sources-store.ts';
import type { Source } from '../types.ts';
import type { Execution } from './execution.ts';

/** The difference between the list entries of two answers. */
export type ListNews = { readonly hasGained: boolean; readonly hasLost: boolean };

/** Undefined when nothing differs, and for sources that are no lists. */
export function findListNews(
  source: Source | undefined,
  earlier: KeptAnswer | undefined,
  answer: Pick<KeptAnswer, 'outcome' | 'knowledge'>,
): ListNews | undefined {
  if (source?.hitsOf === undefined || answer.outcome !== 'found') return undefined;
  const before = new Set(earlier?.knowledge === undefined ? [] : source.hitsOf(earlier.knowledge.data));
  const after = new Set(answer.knowledge === undefined ? [] : source.hitsOf(answer.knowledge.data));
  const hasGained = [...after].some((hit) => !before.has(hit));
  const hasLost = [...before].some((hit) => !after.has(hit));
  return hasGained || hasLost ? { hasGained, hasLost } : undefined;
}

/** Tells of gained and lost entries, in the transaction that keeps the answer. */
export async function recordListNews(
  tx: Tx,
  { id: executionId, profileId }: Pick<Execution, 'id' | 'profileId'>,
  kind: Source['subject'],
  { hasGained, hasLost }: ListNews,
  at: Date,
): Promise<void> {
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
