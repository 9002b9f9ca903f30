import { define, errorsOf } from '../platform/errors.ts';

export const casesErrorCatalogue = {
  case_not_found: define.notFound('There is no such case', 'Use the id of a case that GET /v1/cases lists.'),
  case_changed: define.conflict(
    'The case has changed since you read it',
    'Read the case again and decide on its current state.',
  ),
  case_state_wrong: define.conflict(
    'The state of the case does not allow this action',
    'Read the case: it may be decided, or wait for confirmation.',
  ),
  case_subject_unknown: define.invalid(
    'There is no such person or company',
    'Name the id of a profile that exists.',
  ),
  case_assignee_invalid: define.invalid(
    'The account cannot be assigned cases',
    'Name an enabled account whose role may decide cases.',
  ),
  case_decision_not_found: define.notFound(
    'There is no such pending decision',
    'Read the case for the decision that waits for confirmation.',
  ),
  case_second_person_required: define.forbidden(
    'A second person must confirm this decision',
    'Ask another person. Whoever invited, reset or changed the role of the proposer within 24 hours cannot confirm.',
  ),
  case_rule_change_not_found: define.notFound(
    'There is no such pending rule change',
    'Read GET /v1/case-settings for the pending change.',
  ),
};

export class CasesError extends errorsOf(casesErrorCatalogue) {}
