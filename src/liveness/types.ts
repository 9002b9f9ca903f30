import type { RulesOfClients } from '../access/index.ts';
import type { FaceEngine } from '../engine/index.ts';
import type { ImageFiles, PhotoConverter } from '../images/index.ts';
import type { CpfIndex } from '../people/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { ConfigOf } from '../platform/config/index.ts';
import type { Db } from '../platform/db/index.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import type { RefuseHeld } from '../platform/personal-data.ts';
import type { RateLimiter } from '../platform/rate-limits/index.ts';
import type { livenessSettings } from './settings.ts';

/** The parts that liveness sessions work with; each operation takes those it needs. */
export type LivenessDeps = {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly clock: Clock;
  readonly auditKey: Uint8Array;
  readonly engine: FaceEngine;
  readonly store: ImageFiles;
  readonly converter: PhotoConverter;
  /** Of a photo file. */
  readonly photoLimits: { readonly maxBytes: number; readonly maxPixels: number };
  readonly cpfIndex: CpfIndex;
  readonly rulesOfClients: RulesOfClients;
  readonly limiter: RateLimiter;
  readonly refuseHeld: RefuseHeld;
  /** The key of the hashes by which frames are recognised. */
  readonly frameKey: Uint8Array;
  /** The key that makes secrets of sessions from codes and nonces. */
  readonly secretKey: Uint8Array;
  readonly settings: ConfigOf<typeof livenessSettings>['liveness'];
  readonly mobileBaseUrl: string;
  readonly onBackgroundError: (error: unknown) => void;
};

/** For what a session may be used. `check` sessions are only read. */
export const livenessPurposes = ['authenticate', 'register', 'check'] as const;
export type LivenessPurpose = (typeof livenessPurposes)[number];

/**
 * Where a session stands. The last five are final. `expired`: its time was over. `abandoned`: the person cancelled.
 * `not_performed`: the person cannot make the movements, or sent a photo file in their place; such a session proves no
 * liveness.
 */
export const livenessStates = [
  'created',
  'started',
  'capturing',
  'judging',
  'passed',
  'failed',
  'expired',
  'abandoned',
  'not_performed',
] as const;
export type LivenessState = (typeof livenessStates)[number];

/** Those in which the person has yet to act. */
export const openStates: readonly LivenessState[] = ['created', 'started', 'capturing'];

/** A movement. `left` and `right` are the person's own; `center` is straight at the camera. */
const movements = ['center', 'left', 'right', 'up'] as const;
export type Movement = (typeof movements)[number];

/** A step shows a movement, or a colour of the screen while the person looks ahead. */
export const stepKinds = [...movements, 'light'] as const;
export type StepKind = (typeof stepKinds)[number];

/** The colours of the screen. */
export const lightColourNames = ['blue', 'green', 'amber', 'pink'] as const;
export type LightColour = (typeof lightColourNames)[number];

/** The tasks of a session. `turns_and_light`: the screen also shows colours. Only where the operator offers it. */
export const challenges = ['turns', 'turns_and_light'] as const;
export type Challenge = (typeof challenges)[number];

/** One step of a session with its times on the server's clock, ISO 8601. */
export type LivenessStep = {
  readonly kind: StepKind;
  /** Of a `light` step. */
  readonly colour?: LightColour;
  /** The number of frames that must show it. */
  readonly frames: number;
  /** Frames of these that are to show the way to the pose; undefined for a step without a turn. */
  readonly between?: number;
  /** Why the movement is asked for once more, after the others; undefined for a step that was drawn. */
  readonly again?: MendableReason;
  /** When the page learnt of it; undefined before. */
  readonly shownAt?: string;
  /** Frames received later are `too_late`. */
  readonly dueAt?: string;
};

/** Why a session failed, for support staff. Each is explained in the guide "What liveness proves". */
export const livenessReasons = [
  'wrong_direction',
  'flat',
  'other_person',
  'too_late',
  'frames_repeated',
  'frames_seen_before',
  'face_lost',
  'motion_broken',
  'turn_too_quick',
  'surroundings_changed',
  'too_dark',
  'too_blurred',
  'face_covered',
  'passive_spoof',
  'wrong_light',
  'light_unclear',
  'not_judged',
] as const;
export type LivenessReason = (typeof livenessReasons)[number];

/** Reasons of a session that may still be completed: the movement is asked for again. No sign of an attack is among them. */
export const mendableReasons = [
  'turn_too_quick',
  'too_dark',
  'too_blurred',
] as const satisfies readonly LivenessReason[];
export type MendableReason = (typeof mendableReasons)[number];

/** The findings of one step's frames, relative to the reference frame. */
export type StepMeasures = {
  readonly number: number;
  /** Frames in which a face was seen. */
  readonly faces: number;
  /** Of the frame that shows the movement best, degrees. Positive: to the person's own left, up. */
  readonly yawDegrees?: number;
  readonly pitchDegrees?: number;
  /** The rest that no homography explains between both frames, in mean distances of the points from their centre. */
  readonly residual?: number;
  /** Width by height of the face as a share of the reference frame's. */
  readonly narrowing?: number;
  /** Of a turn to a side, heights of the face for each degree: see `measureRelief`. Absent where it cannot be told. */
  readonly relief?: number;
  /** Of a frame on the way to the movement, degrees from the reference frame. */
  readonly betweenDegrees?: number;
  /** Of a `light` step: the tone of the face, see `Tone`. */
  readonly redTone?: number;
  readonly blueTone?: number;
  readonly isFulfilled: boolean;
};

export type LivenessVerdict = {
  /** 0 to 1, see `estimateProbability`; 0.5 is the threshold. */
  readonly probability: number;
  readonly isAlive: boolean;
  /** Name and version of the rules and of the passive engine. */
  readonly engine: string;
  readonly threshold: number;
  readonly reasons: readonly LivenessReason[];
  readonly steps: readonly StepMeasures[];
  /** Of a session with light, see `LightMeasures`; absent when too few frames show a face. */
  readonly light?: { readonly strength: number; readonly agreement: number };
  /** The image of the frame that shows the face best; absent when none does. */
  readonly referenceImageId?: string;
};

/** The facts about the device and its place; sealed. */
export type SessionSecrets = { readonly device?: object; readonly sourceIp: string };

export type LivenessSession = {
  readonly id: string;
  readonly clientId: string;
  /** Undefined while it is of nobody. */
  readonly cpfIndex: Uint8Array | undefined;
  readonly purpose: LivenessPurpose;
  readonly state: LivenessState;
  readonly locale: LivenessLocale;
  readonly redirectUrl: string | undefined;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly codeHash: Uint8Array | undefined;
  readonly captureHash: Uint8Array | undefined;
  readonly watchHash: Uint8Array | undefined;
  readonly consentVersion: string | undefined;
  readonly consentedAt: Date | undefined;
  readonly steps: readonly LivenessStep[];
  readonly triedAt: Date | undefined;
  /** The number of times that the person was given more time. */
  readonly extensions: number;
  readonly verdict: LivenessVerdict | undefined;
  readonly endedAt: Date | undefined;
  readonly usedAt: Date | undefined;
  readonly usedBy: string | undefined;
  /** Undefined for sessions of people. A test is never used, counts in no lock and no metric, and tells no event. */
  readonly test: LivenessTest | undefined;
};

export const livenessLocales = ['pt-BR', 'en'] as const;
export type LivenessLocale = (typeof livenessLocales)[number];

/** The mark of a session by which an operator tests the judgement. No names of people. */
export type LivenessTest = {
  readonly label: 'live' | 'attack';
  /** The kind of the attack. */
  readonly species?: string;
  /** The thing the attack is made with, or the camera of a live person. */
  readonly instrument?: string;
  /** A code for the person. */
  readonly subject?: string;
  readonly light?: string;
};

/** Where the photo file of a session is kept that ended by one: before its steps. */
export const uploadPlace = { step: 0, frame: 0 } as const;

/** A frame as it was kept. */
export type LivenessFrame = {
  /** From 1; 0 for an uploaded photo, see `uploadPlace`. */
  readonly step: number;
  readonly frame: number;
  readonly imageId: string;
  readonly hash: Uint8Array;
  readonly receivedAt: Date;
};
