import { define, errorsOf } from '../platform/errors.ts';
import { heldErrorCatalogue } from '../platform/personal-data.ts';

export const privacyErrorCatalogue = {
  ...heldErrorCatalogue,
  erasure_second_person_required: define.conflict(
    'A second person must ask, too',
    'The request is kept for seven days. Let somebody else send it, without power over you in the last day.',
  ),
  hold_not_found: define.notFound(
    'The person has no such hold that stands',
    'Use the id of a hold that GET /v1/people/{personId}/holds shows as standing.',
  ),
  hold_end_past: define.invalid(
    'The hold would be over before it begins',
    'Name a moment in the future, or leave `until` out.',
  ),
  holds_full: define.conflict(
    'As many holds stand as the service allows',
    'End holds that are no longer needed.',
  ),
};

export class PrivacyError extends errorsOf(privacyErrorCatalogue) {}
