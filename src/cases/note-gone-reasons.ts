import type { Tx } from '../platform/db/index.ts';
import type { GoneReviews } from '../platform/reviews.ts';
import { insertCaseEvent } from './case-history-store.ts';
import type { CasesDeps } from './cases-deps.ts';
import { lockOpenCases, markReasonGone } from './cases-store.ts';

/**
 * Marks the open cases that a later execution of the same query template would not open again: `reasonGoneAt`, and a step
 * in the timeline with that execution. The case stays open, because a person decides it. A reason that comes back takes
 * the mark away.
 */
export async function noteGoneReasons(
  tx: Tx,
  { templateOf }: Pick<CasesDeps, 'templateOf'>,
  { subject, kinds, executionId, templateId, at }: GoneReviews,
): Promise<void> {
  const about = 'personId' in subject ? subject.personId : subject.companyId;
  const found = await lockOpenCases(
    tx,
    kinds.map((kind) => `${kind}:${about}`),
  );
  for (const { id, executionId: openedBy, reasonGoneAt } of found) {
    if (reasonGoneAt !== undefined || openedBy === undefined || openedBy === executionId) continue;
    if ((await templateOf(tx, openedBy)) !== templateId) continue;
    await markReasonGone(tx, id, at);
    const detail = { executionId };
    await insertCaseEvent(tx, id, { at, actor: { kind: 'service' }, action: 'reason_gone', detail });
  }
}
