import { define, errorsOf, pickErrors } from '../platform/errors.ts';

/** Every code of liveness sessions. */
export const livenessErrorCatalogue = {
  liveness_session_not_found: define.notFound(
    'There is no such liveness session',
    'Use the id from the creation of the session, and the same client.',
  ),
  liveness_code_invalid: define.unauthenticated(
    'The code does not open the liveness session',
    'Create a new session. A code works once. Only a begin with a nonce may be repeated.',
  ),
  liveness_secret_invalid: define.unauthenticated(
    'The secret does not open the liveness session',
    'Send the secret from the begin of the session as a Bearer token.',
  ),
  liveness_session_ended: define.conflict('The liveness session has ended', 'Create a new session.'),
  liveness_step_open: define.conflict(
    'Frames of the step are missing',
    'Read the remaining steps. Send the required frames of each step before you finish.',
  ),
  liveness_frame_refused: define.conflict(
    'The session does not accept this frame',
    'Send frames of the open step. Send each index once, and not more frames than the step requires.',
  ),
  liveness_upload_refused: define.forbidden(
    'A photo file cannot take the place of the movements',
    'Make the movements before a camera: the operator or the client requires a challenge.',
  ),
  liveness_consent_missing: define.conflict(
    'The named consent is not the current one',
    'Show the consent from the answer of begin. Send its version.',
  ),
  liveness_extension_refused: define.conflict(
    'The session gets no more time',
    'Create a new session. More time is given ten times at most.',
  ),
  liveness_handover_refused: define.conflict(
    'The session can no longer be handed over',
    'Hand over after begin and before the first step. Otherwise create a new session.',
  ),
  liveness_locked: define.rateLimited(
    'Too many liveness sessions failed',
    'Wait for the seconds in Retry-After. If the person did not try, check the sessions.',
  ),
  liveness_session_required: define.invalid(
    'This operation needs a liveness session',
    'Create a liveness session. Send its id as livenessSessionId in place of the photo.',
  ),
  liveness_session_unusable: define.invalid(
    'The liveness session is not valid for this request',
    'Use a passed session for the same purpose and CPF, or one with a photo file where no challenge is required. Each session works once, for ten minutes.',
  ),
  liveness_light_off: define.invalid(
    'The service offers no challenge with light',
    'Send challenge turns, or let the operator set LIVENESS_LIGHT=offered.',
  ),
  liveness_redirect_invalid: define.invalid(
    'The redirectUrl is not allowed',
    'Send an https: address of at most 2,000 characters, without user name, password and backslash.',
  ),
  liveness_redirect_not_listed: define.invalid(
    'The redirectUrl is not listed for the client',
    'List it: PATCH /v1/clients/{clientId} with redirectUrls, or confere clients change --redirect-url.',
  ),
  liveness_recording_unwritable: define.invalid(
    'The recording cannot be written',
    'Name a folder that the service may write to, new or written by this command before.',
  ),
  liveness_labels_invalid: define.local(
    'The list of recorded sequences is not valid',
    'Use a folder with labels.csv (sequence,label,species) and one folder of 5 to 200 frames for each sequence.',
  ),
};

export type LivenessErrorCode = keyof typeof livenessErrorCatalogue;

/** An outcome of liveness sessions that the caller can act on. */
export class LivenessError extends errorsOf(livenessErrorCatalogue) {}

/** The refusals of a session that a photo is taken from. */
export const sessionUseErrors = pickErrors(
  livenessErrorCatalogue,
  'liveness_session_not_found',
  'liveness_session_required',
  'liveness_session_unusable',
);
