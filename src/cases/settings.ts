import { group, integer, text } from '../platform/config/variables.ts';
import { reviewKinds } from '../platform/reviews.ts';

const cases = group(
  'Cases',
  {
    openFor: text('name-list', {
      variable: 'CASES_OPEN_FOR',
      default:
        'execution_pending, rule_review, decision_standing, list_hit, similarity_band, possible_duplicate, liveness_failure',
      description: `Events that open a case automatically: ${reviewKinds.slice(0, -2).join(', ')}. A review that a person requests always opens a case.`,
    }),
    dueHours: integer({
      variable: 'CASES_DUE_HOURS',
      default: 24,
      minimum: 1,
      maximum: 8_760,
      description: 'Hours from the opening of a case to its due time.',
    }),
    casesDays: integer({
      variable: 'RETENTION_CASES_DAYS',
      whenUnset: 'kept until the person is erased',
      minimum: 1,
      maximum: 36_500,
      description:
        'Days after the decision of a case when the case is deleted with its comments and attachments.',
    }),
  },
  ({ openFor }) =>
    openFor
      .filter((kind) => !reviewKinds.some((known) => known === kind))
      .map((kind) => ({ path: 'CASES_OPEN_FOR', message: `${kind} opens no cases` })),
);

export const casesSettings = { cases };
