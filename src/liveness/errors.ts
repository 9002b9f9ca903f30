import { type ErrorCatalogue, errorsOf, pickErrors } from '../platform/errors.ts';

/** Every code of liveness sessions. */
export const livenessErrorCatalogue = {
  liveness_session_not_found: {
    kind: 'not-found',
    title: 'There is no such liveness session',
    fix: 'Use the id from the creation of the session, and the same client.',
  },
  liveness_code_invalid: {
    kind: 'unauthenticated',
    title: 'The code does not open the liveness session',
    fix: 'Create a new session. A code works once. Only a begin with a nonce may be repeated.',
  },
  liveness_secret_invalid: {
    kind: 'unauthenticated',
    title: 'The secret does not open the liveness session',
    fix: 'Send the secret from the begin of the session as a Bearer token.',
  },
  liveness_session_ended: {
    kind: 'conflict',
    title: 'The liveness session has ended',
    fix: 'Create a new session.',
  },
  liveness_step_open: {
    kind: 'conflict',
    title: 'Frames of the step are missing',
    fix: 'Read the remaining steps. Send the required frames of each step before you finish.',
  },
  liveness_frame_refused: {
    kind: 'conflict',
    title: 'The session does not accept this frame',
    fix: 'Send frames of the open step. Send each index once, and not more frames than the step requires.',
  },
  liveness_upload_refused: {
    kind: 'forbidden',
    title: 'A photo file cannot take the place of the movements',
    fix: 'Make the movements before a camera: the operator or the client requires a challenge.',
  },
  liveness_consent_missing: {
    kind: 'conflict',
    title: 'The named consent is not the current one',
    fix: 'Show the consent from the answer of begin. Send its version.',
  },
  liveness_extension_refused: {
    kind: 'conflict',
    title: 'The session gets no more time',
    fix: 'Create a new session. More time is given ten times at most.',
  },
  liveness_handover_refused: {
    kind: 'conflict',
    title: 'The session can no longer be handed over',
    fix: 'Hand over after begin and before the first step. Otherwise create a new session.',
  },
  liveness_locked: {
    kind: 'rate-limited',
    title: 'Too many liveness sessions failed',
    fix: 'Wait for the seconds in Retry-After. If the person did not try, check the sessions.',
  },
  liveness_session_required: {
    kind: 'invalid',
    title: 'This operation needs a liveness session',
    fix: 'Create a liveness session. Send its id as livenessSessionId in place of the photo.',
  },
  liveness_session_unusable: {
    kind: 'invalid',
    title: 'The liveness session is not valid for this request',
    fix: 'Use a passed session for the same purpose and CPF, or one with a photo file where no challenge is required. Each session works once, for ten minutes.',
  },
  liveness_light_off: {
    kind: 'invalid',
    title: 'The service offers no challenge with light',
    fix: 'Send challenge turns, or let the operator set LIVENESS_LIGHT=offered.',
  },
  liveness_redirect_invalid: {
    kind: 'invalid',
    title: 'The redirectUrl is not allowed',
    fix: 'Send an https: address of at most 2,000 characters, without user name, password and backslash.',
  },
  liveness_redirect_not_listed: {
    kind: 'invalid',
    title: 'The redirectUrl is not listed for the client',
    fix: 'List it: PATCH /v1/clients/{clientId} with redirectUrls, or confere clients change --redirect-url.',
  },
  liveness_recording_unwritable: {
    kind: 'invalid',
    title: 'The recording cannot be written',
    fix: 'Name a folder that the service may write to, new or written by this command before.',
  },
  liveness_labels_invalid: {
    kind: 'local',
    title: 'The list of recorded sequences is not valid',
    fix: 'Use a folder with labels.csv (sequence,label,species) and one folder of 5 to 200 frames for each sequence.',
  },
} satisfies ErrorCatalogue;

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
