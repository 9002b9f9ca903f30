import Type from 'typebox';
import { group, integer, text } from '../platform/config/variables.ts';
import { reviewKinds } from '../platform/reviews.ts';

export const cases = group(
  'Cases',
  {
    openFor: text<readonly string[]>('name-list', {
      variable: 'CASES_OPEN_FOR',
      default:
        'execution_pending, rule_review, decision_standing, list_hit, similarity_band, possible_duplicate, liveness_failure',
      description: `What opens a case by itself: ${reviewKinds.slice(0, -2).join(', ')}. A person's request for review and cases made by hand always do.`,
    }),
    dueHours: integer({
      variable: 'CASES_DUE_HOURS',
      default: 24,
      minimum: 1,
      maximum: 8_760,
      description: 'Hours after its opening at which a case is due.',
    }),
    casesDays: Type.Optional(
      integer({
        variable: 'RETENTION_CASES_DAYS',
        whenUnset: 'kept until the person is erased',
        minimum: 1,
        maximum: 36_500,
        description: 'Days after its decision at which a case is deleted with comments and attachments.',
      }),
    ),
  },
  ({ openFor }) =>
    openFor
      .filter((kind) => !reviewKinds.some((known) => known === kind))
      .map((kind) => ({ path: 'CASES_OPEN_FOR', message: `${kind} opens no cases` })),
);

/** The settings of this domain. */
export const casesSettings = { cases };
