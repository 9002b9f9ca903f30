import type { Cpf } from '../platform/documents/index.ts';
import type { FaceQuality, ModelDescription } from './face-engine.ts';
import type { LegalBasis } from './legal-basis.ts';

/** A photo as a caller hands it over: an `https:` or `data:` address, or the file's bytes. */
export type PhotoSource =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

/** What the phone says of itself. Recorded as said, never trusted. */
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
  readonly legalBasis?: LegalBasis | undefined;
  readonly createdAt: Date;
};

/** By which networks and thresholds an attempt was decided. */
export type Decision = {
  /** Fused score of the best reference photo, comparable only within `templateModel`. */
  readonly score: number;
  readonly scoreThreshold: number;
  /** The false match rate that `scoreThreshold` was chosen for. */
  readonly falseMatchRate: number;
  readonly templateModel: string;
  readonly livenessEngine: string;
  readonly livenessThreshold: number;
  readonly models: readonly ModelDescription[];
  /** Undefined once the attempt's personal part is erased. */
  readonly quality?: FaceQuality;
  /** How many reference photos were compared. */
  readonly references: number;
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
  readonly device?: Device;
};
