import { AppError, type AppErrorOptions, type ErrorCatalogue } from '../platform/errors.ts';

/** Every code of cases. */
export const casesErrorCatalogue = {
  case_not_found: {
    kind: 'not-found',
    title: 'There is no such case',
    fix: 'Use the id of a case that GET /v1/cases lists.',
  },
  case_changed: {
    kind: 'conflict',
    title: 'The case has changed since it was read',
    fix: 'Read the case again, and decide by what it says now.',
  },
  case_state_wrong: {
    kind: 'conflict',
    title: 'The case is in a state that does not allow this',
    fix: 'Read the case: it may be decided, or wait for its confirmation.',
  },
  case_subject_unknown: {
    kind: 'invalid',
    title: 'There is no such person or company',
    fix: 'Name the id of a profile that exists.',
  },
  case_assignee_invalid: {
    kind: 'invalid',
    title: 'The account cannot have cases',
    fix: 'Name an account that is enabled and whose role may decide cases.',
  },
  case_decision_not_found: {
    kind: 'not-found',
    title: 'There is no such decision that waits',
    fix: 'Read the case for the decision that waits for its confirmation.',
  },
  case_second_person_required: {
    kind: 'forbidden',
    title: 'Somebody else has to confirm this',
    fix: 'Ask a person who did not propose it, and who did not invite, reset or change the role of the one who did within 24 hours.',
  },
  case_rule_change_not_found: {
    kind: 'not-found',
    title: 'There is no such change of the rules that waits',
    fix: 'Read GET /v1/case-settings for the change that waits.',
  },
} satisfies ErrorCatalogue;

export type CasesErrorCode = keyof typeof casesErrorCatalogue;

/** An outcome of cases that the caller can act on. */
export class CasesError extends AppError {
  constructor(code: CasesErrorCode, options?: AppErrorOptions) {
    super(code, casesErrorCatalogue[code], options);
  }
}
