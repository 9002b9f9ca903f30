import type { FaceEngine, FaceQuality, ModelDescription } from '../engine/index.ts';
import type { ImageFiles } from '../images/index.ts';
import type { Db } from '../platform/db/types.ts';
import type { Cpf } from '../platform/documents.ts';
import type { RecordCipher, SealedColumns } from '../platform/encryption/index.ts';
import { RequestError } from '../platform/errors.ts';

/** The parts of the service by which a stored photo is looked at again. */
export type LookAgainDeps = {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly engine: FaceEngine;
  readonly store: ImageFiles;
};

/** A photo as a caller hands it over: its `https:` or `data:` address, or the file's bytes. */
export type PhotoSource =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

/** The phone's description of itself. Recorded as received, never trusted. */
export type Device = {
  readonly operatingSystem?: string;
  readonly fingerprint?: string;
  readonly manufacturer?: string;
  readonly model?: string;
};

/** A reference photo of a person with the template made from it. */
export type ReferenceFace = {
  readonly id: string;
  readonly personId: string;
  readonly imageId: string;
  readonly templateModel: string;
  readonly template: Uint8Array;
  readonly quality: FaceQuality;
  /** On what it was registered, when that was said. */
  readonly legalBasis: LegalBasis | undefined;
  readonly createdAt: Date;
  /** Its sealed fingerprint, where that was read along and is drawn as the engine draws them. */
  readonly sealedFingerprint?: SealedColumns | undefined;
};

/**
 * The outcome of an attempt. `reference_replayed`: the received photo copies one of the person's reference photos,
 * which proves nothing about its sender. `spoof_suspected`: the face matches, but does not seem live.
 */
export const attemptOutcomes = ['match', 'face_mismatch', 'spoof_suspected', 'reference_replayed'] as const;

export type AttemptOutcome = (typeof attemptOutcomes)[number];

/** The ordinariness of both faces of a comparison among the deployment's people: see docs/decisions/0116. */
export type CohortFigures = {
  /** Rises with every change of the members. */
  readonly version: number;
  /** Those that both faces were compared with. */
  readonly people: number;
  readonly registeredOrdinariness: number;
  readonly receivedOrdinariness: number;
};

/** The end of an attempt's liveness session: the movements were made, or a photo file took their place. */
export const livenessChallenges = ['passed', 'not_performed'] as const;
export type LivenessChallenge = (typeof livenessChallenges)[number];

/** By which networks and thresholds an attempt was decided. */
export type Decision = {
  readonly outcome: AttemptOutcome;
  /** Score of the combined reference photos, comparable only within `templateModel`. */
  readonly score: number;
  /**
   * The score before what both faces have in common with the deployment's people was taken off: the mean of both
   * ordinariness figures of `cohort`, when it is above 0.
   */
  readonly likeness?: number;
  /** Undefined where the calibration alone decided. */
  readonly cohort?: CohortFigures;
  /** The basis of the promised false match rate: "press photos", a pack's "calibration photos", or so many people of this deployment. */
  readonly restsOn?: string;
  readonly scoreThreshold: number;
  /** The false match rate that `scoreThreshold` was chosen for. */
  readonly falseMatchRate: number;
  readonly templateModel: string;
  readonly livenessEngine: string;
  readonly livenessThreshold: number;
  readonly models: readonly ModelDescription[];
  /** Undefined once the attempt's personal part is erased. */
  readonly quality?: FaceQuality;
  readonly references: number;
  /** Of them, those that the score is of: the most similar one and those that match it. */
  readonly combinedReferences: number;
  /** From the request to the verdict, with fetching the photo. */
  readonly durationMs: number;
  readonly livenessSessionId?: string;
  /** Undefined without a session. */
  readonly livenessChallenge?: LivenessChallenge;
};

/** One comparison that was answered, as it is stored first. */
export type NewAttempt = Attempt & {
  readonly peopleId: Cpf;
  readonly sourceIp: string;
  readonly registeredImageId: string;
  readonly receivedImageId: string;
};

/**
 * One comparison that was answered. Once its person was erased or its time was over, nothing is left that says whose
 * it was; photos may go before the rest.
 */
export type Attempt = {
  readonly id: string;
  /** Whose face it was compared with. The id stays when the person is erased. */
  readonly personId: string;
  readonly createdAt: Date;
  readonly peopleId: Cpf | undefined;
  readonly sourceIp: string | undefined;
  /** The client that asked. */
  readonly executionOriginId: string;
  readonly device: Device | undefined;
  readonly registeredImageId: string | undefined;
  readonly receivedImageId: string | undefined;
  readonly faceMatch: { readonly similarity: number; readonly isFaceMatch: boolean };
  readonly liveness: { readonly probability: number; readonly isAlive: boolean };
  readonly isMatch: boolean;
  readonly decision: Decision;
};

/** Personal parts of an attempt: sealed, so that erasing the row's key leaves only the verdict. */
export type AttemptSecrets = {
  readonly peopleId: string;
  readonly sourceIp: string;
  readonly device?: Device | undefined;
};

/**
 * The legal bases of a face registration: the grounds of the LGPD, article 11, for sensitive data such as biometric
 * data, each with its subdivision.
 */
export const legalBases = [
  /** Article 11, I. */
  'consent',
  /** II, a. */
  'legal_obligation',
  /** II, b. */
  'public_policy',
  /** II, c. */
  'research',
  /** II, d. */
  'exercise_of_rights',
  /** II, e. */
  'protection_of_life',
  /** II, f. */
  'health',
  /** II, g. */
  'fraud_prevention',
] as const;

export type LegalBasis = (typeof legalBases)[number];

/**
 * The ground that was named, or undefined when none was and none is required. Throws `request_invalid`. Whether it holds is for the caller to know: nothing is verified.
 */
export function parseLegalBasis(
  { value, path }: { readonly value: unknown; readonly path: string },
  options: { readonly isRequired: boolean },
): LegalBasis | undefined {
  const basis = legalBases.find((it) => it === value);
  if (basis !== undefined || (value === undefined && !options.isRequired)) return basis;
  throw RequestError.at(path, `must be one of ${legalBases.join(', ')}`);
}
