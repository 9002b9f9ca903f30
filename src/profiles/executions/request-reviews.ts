import type { Tx } from '../../platform/db/index.ts';
import type { ReviewKind } from '../../platform/reviews.ts';
import type { ProfilesDeps } from '../profiles-deps.ts';
import type { QueryTemplateDefinition } from '../query-templates/query-template-definition.ts';
import type { ProfileStatus } from '../types.ts';
import type { Answer } from './consult-sources.ts';
import type { Execution } from './execution.ts';

/** The reason of an execution that decides nothing: it would raise a status that two people have still to decide about. */
export const secondPersonRequired = 'second_person_required';

/**
 * Asks people to look at an execution that has ended: pending, decided by a rule that wants a review, with entries of
 * lists that may be of somebody else, or of another mind than the decision of people that stands. Says what an earlier
 * execution of its template may have asked and this one does not.
 */
export async function requestReviews(
  tx: Tx,
  deps: Pick<ProfilesDeps, 'requestReview' | 'noteGoneReviews' | 'sources'>,
  input: {
    readonly execution: Execution;
    readonly template: QueryTemplateDefinition;
    readonly answers: readonly Answer[];
    /** The earlier decision of people; undefined when nothing stands. */
    readonly standing: ProfileStatus | undefined;
    readonly now: Date;
  },
): Promise<void> {
  const { requestReview, noteGoneReviews } = deps;
  const { execution, standing, now: at } = input;
  if (requestReview === undefined || execution.completedAt === undefined) return;
  const { id: executionId, profileId, status, reason } = execution;
  const subject = execution.subject === 'person' ? { personId: profileId } : { companyId: profileId };
  const asked = new Set<ReviewKind>();
  const request = async (kind: ReviewKind, reasons: readonly string[]) => {
    asked.add(kind);
    await requestReview(tx, { kind, subject, executionId, reasons, at });
  };
  const noteGone = async (kinds: readonly ReviewKind[]) => {
    const gone = kinds.filter((kind) => !asked.has(kind));
    const { templateId } = execution;
    if (gone.length > 0) await noteGoneReviews?.(tx, { kinds: gone, subject, executionId, templateId, at });
  };
  if (standing !== undefined) {
    if (status !== standing) await request('decision_standing', [`status:${status}`]);
    await noteGone(['decision_standing']);
    return;
  }
  const { decidedBy = [], rules = [] } = execution.detail.decision ?? {};
  if (status === 'PENDING' && reason !== secondPersonRequired) {
    await request('execution_pending', [...(reason === undefined ? [] : [reason]), ...decidedBy]);
  }
  const wanted = new Set(
    input.template.rules.filter(({ isForReview }) => isForReview).map(({ name }) => name),
  );
  const matched = rules.filter(({ name, outcome }) => outcome === 'matched' && wanted.has(name));
  if (matched.length > 0) {
    await request(
      'rule_review',
      matched.map(({ name }) => name),
    );
  }
  const reasons = input.answers.flatMap((answer) =>
    answer.outcome === 'found' && answer.knowledge !== undefined
      ? (deps.sources.find(answer.source, execution.subject)?.reasonsToLook?.(answer.knowledge.data) ?? [])
      : [],
  );
  if (reasons.length > 0) await request('list_hit', reasons);
  await noteGone(['execution_pending', 'rule_review', 'list_hit']);
}
