import { type ErrorCatalogue, errorsOf } from '../platform/errors.ts';

export const casesErrorCatalogue = {
  case_not_found: {
    kind: 'not-found',
    title: 'There is no such case',
    fix: 'Use the id of a case that GET /v1/cases lists.',
  },
  case_changed: {
    kind: 'conflict',
    title: 'The case has changed since you read it',
    fix: 'Read the case again and decide on its current state.',
  },
  case_state_wrong: {
    kind: 'conflict',
    title: 'The state of the case does not allow this action',
    fix: 'Read the case: it may be decided, or wait for confirmation.',
  },
  case_subject_unknown: {
    kind: 'invalid',
    title: 'There is no such person or company',
    fix: 'Name the id of a profile that exists.',
  },
  case_assignee_invalid: {
    kind: 'invalid',
    title: 'The account cannot be assigned cases',
    fix: 'Name an enabled account whose role may decide cases.',
  },
  case_decision_not_found: {
    kind: 'not-found',
    title: 'There is no such pending decision',
    fix: 'Read the case for the decision that waits for confirmation.',
  },
  case_second_person_required: {
    kind: 'forbidden',
    title: 'A second person must confirm this decision',
    fix: 'Ask another person. Whoever invited, reset or changed the role of the proposer within 24 hours cannot confirm.',
  },
  case_rule_change_not_found: {
    kind: 'not-found',
    title: 'There is no such pending rule change',
    fix: 'Read GET /v1/case-settings for the pending change.',
  },
} satisfies ErrorCatalogue;

export class CasesError extends errorsOf(casesErrorCatalogue) {}
