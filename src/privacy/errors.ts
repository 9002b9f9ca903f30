import { type ErrorCatalogue, errorsOf } from '../platform/errors.ts';
import { heldErrorCatalogue } from '../platform/personal-data.ts';

export const privacyErrorCatalogue = {
  ...heldErrorCatalogue,
  erasure_second_person_required: {
    kind: 'conflict',
    title: 'A second person must ask, too',
    fix: 'The request is kept for seven days. Let somebody else send it, without power over you in the last day.',
  },
  hold_not_found: {
    kind: 'not-found',
    title: 'The person has no such hold that stands',
    fix: 'Use the id of a hold that GET /v1/people/{personId}/holds shows as standing.',
  },
  hold_end_past: {
    kind: 'invalid',
    title: 'The hold would be over before it begins',
    fix: 'Name a moment in the future, or leave `until` out.',
  },
  holds_full: {
    kind: 'conflict',
    title: 'As many holds stand as the service allows',
    fix: 'End holds that are no longer needed.',
  },
} as const satisfies ErrorCatalogue;

export class PrivacyError extends errorsOf(privacyErrorCatalogue) {}
