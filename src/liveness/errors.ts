import { AppError, type AppErrorOptions, type ErrorCatalogue } from '../platform/errors.ts';

/** Every code of liveness sessions. */
export const livenessErrorCatalogue = {
  liveness_session_not_found: {
    kind: 'not-found',
    title: 'There is no such liveness session',
    fix: 'Use the id that the session was created with, and the same client.',
  },
  liveness_code_invalid: {
    kind: 'unauthenticated',
    title: 'The code does not open the liveness session',
    fix: 'Ask for a new session. A code works once; only who began with a nonce may repeat the request.',
  },
  liveness_secret_invalid: {
    kind: 'unauthenticated',
    title: 'The secret does not open the liveness session',
    fix: 'Send the secret that the session was begun with, as a Bearer token.',
  },
  liveness_session_ended: {
    kind: 'conflict',
    title: 'The liveness session has ended',
    fix: 'Create a new session.',
  },
  liveness_step_open: {
    kind: 'conflict',
    title: 'Frames of the step are missing',
    fix: 'Ask for the remaining steps and send the frames that each wants before finishing.',
  },
  liveness_frame_refused: {
    kind: 'conflict',
    title: 'The session does not take this frame',
    fix: 'Send frames of the step that is open, each index once, as many as it wants.',
  },
  liveness_consent_missing: {
    kind: 'conflict',
    title: 'The consent named is not the one in force',
    fix: 'Show the consent that begin answered with, and send its version.',
  },
  liveness_extension_refused: {
    kind: 'conflict',
    title: 'The session gets no more time',
    fix: 'Create a new session. LIVENESS_EXTENSIONS says how often more time is given.',
  },
  liveness_handover_refused: {
    kind: 'conflict',
    title: 'The session cannot be handed over any more',
    fix: 'Hand over after begin and before the first step. Create a new session otherwise.',
  },
  liveness_locked: {
    kind: 'rate-limited',
    title: 'Too many liveness sessions did not pass',
    fix: 'Wait for the seconds in Retry-After. If it was not the person, look at the sessions.',
  },
  liveness_session_required: {
    kind: 'invalid',
    title: 'A photo alone is not enough here',
    fix: 'Create a liveness session and send its id as livenessSessionId in place of the photo.',
  },
  liveness_session_unusable: {
    kind: 'invalid',
    title: 'The liveness session cannot be used for this',
    fix: 'Use a session that passed, for this purpose and CPF, once and within ten minutes.',
  },
  liveness_redirect_invalid: {
    kind: 'invalid',
    title: 'The redirectUrl cannot be used',
    fix: 'Send an https: address without user, password and backslash, of at most 2,000 characters.',
  },
  liveness_redirect_not_listed: {
    kind: 'invalid',
    title: 'The redirectUrl is not listed for the client',
    fix: 'List it: PATCH /v1/clients/{clientId} with redirectUrls, or confere clients change --redirect-url.',
  },
  liveness_labels_invalid: {
    kind: 'invalid',
    title: 'The list of recorded sequences is not usable',
    fix: 'Give a folder with labels.csv (sequence,label,species) and a folder of 5 to 200 frames for each sequence.',
  },
} satisfies ErrorCatalogue;

export type LivenessErrorCode = keyof typeof livenessErrorCatalogue;

/** An outcome of liveness sessions that the caller can act on. */
export class LivenessError extends AppError {
  constructor(code: LivenessErrorCode, options?: AppErrorOptions) {
    super(code, livenessErrorCatalogue[code], options);
  }
}
