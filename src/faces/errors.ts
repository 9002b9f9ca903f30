import { AppError, type AppErrorOptions, type ErrorCatalogue } from '../platform/errors.ts';

/** Every code the face domain answers with. A bad photo is the caller's to mend, never a failed match. */
export const faceErrorCatalogue = {
  image_required: {
    kind: 'invalid',
    title: 'No photo was sent',
    fix: 'Send imageUrl, or upload a capture for the same CPF first.',
  },
  photo_ambiguous: {
    kind: 'invalid',
    title: 'The request has a photo and a liveness session',
    fix: 'Send imageUrl or livenessSessionId, not both.',
  },
  face_not_registered: {
    kind: 'not-found',
    title: 'No face is registered for the CPF',
    fix: 'Register a photo for the CPF first.',
  },
  attempt_not_found: {
    kind: 'not-found',
    title: 'There is no such attempt',
    fix: 'Use the attempt id from the answer of the authentication: in Location and X-Attempt-Id.',
  },
  idempotency_key_reused: {
    kind: 'conflict',
    title: 'The Idempotency-Key was used for another request',
    fix: 'Use a new key for a new request, and the same body when repeating one.',
  },
  face_locked: {
    kind: 'rate-limited',
    title: 'Too many photos in a row did not match the face of this CPF',
    fix: 'Wait for the seconds in Retry-After. If the person did not send the photos, check the attempts.',
  },
  legal_basis_required: {
    kind: 'invalid',
    title: 'The registration names no legal basis',
    fix: 'Send legalBasis in the JSON body, or the header X-Legal-Basis with a photo as the body.',
  },
  legal_basis_invalid: {
    kind: 'invalid',
    title: 'The legal basis is not one of article 11 of the LGPD',
    fix: 'Send consent, legal-obligation, public-policy, research, exercise-of-rights, protection-of-life, health or fraud-prevention.',
  },
  reembedding_runs: {
    kind: 'conflict',
    title: 'Another command or job already renews the templates',
    fix: 'Wait until it has ended.',
  },
  evaluation_model_differs: {
    kind: 'conflict',
    title: 'The service makes templates of another model than the evaluation',
    fix: 'Restart the service, so that it uses the models that were chosen, or evaluate with --cohort self.',
  },
} satisfies ErrorCatalogue;

export type FaceErrorCode = keyof typeof faceErrorCatalogue;

/** An outcome of the face domain that the caller can act on; see {@link faceErrorCatalogue}. */
export class FaceError extends AppError {
  constructor(code: FaceErrorCode, options?: AppErrorOptions) {
    super(code, faceErrorCatalogue[code], options);
  }
}
