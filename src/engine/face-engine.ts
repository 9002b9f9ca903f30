import type { DeploymentCohort } from './cohort/deployment-cohort.ts';
import type { AnalysisSender } from './sender-turns.ts';

/** The name, the origin and the licence of a network. */
export type ModelDescription = {
  readonly role: 'detector' | 'landmarks' | 'embedding' | 'liveness';
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Who published the weights and what is not known of them, where the licence alone says too little. */
  readonly origin?: string;
};

/** The figures of one photo's face. Units and ranges stand at each member. */
export type FaceQuality = {
  /** Width of the face's box in pixels of the upright photo. */
  readonly faceWidthPx: number;
  /** Distance between the eye centres in pixels of the upright photo. */
  readonly eyeDistancePx: number;
  /** Share of the photo's width that the box takes, 0 to 1. */
  readonly faceWidthShare: number;
  /** Share of the face's points that lie inside the photo, 0 to 1. */
  readonly faceInsideShare: number;
  /** Degrees; positive when the person looks to their own left. Says too little beyond thirty. */
  readonly yawDegrees: number;
  /** Degrees; positive when the person looks up. */
  readonly pitchDegrees: number;
  /** Degrees the head is turned clockwise in the upright photo. */
  readonly rollDegrees: number;
  /** Variance of the Laplacian over the aligned grey face of 112 pixels, brought to a contrast of 50; larger is sharper. */
  readonly sharpness: number;
  /** Mean grey of the aligned face, 0 to 255. */
  readonly brightness: number;
  /** Standard deviation of the grey of the aligned face, 0 to 127. */
  readonly contrast: number;
  /** Share of the face's pixels with a grey of 25 or less, 0 to 1. */
  readonly underexposedShare: number;
  /** Share of the face's pixels with a grey of 247 or more, 0 to 1. */
  readonly overexposedShare: number;
  /** Entropy of the face's grey values, 0 to 8. */
  readonly dynamicRangeBits: number;
  /** The likeness of the grey values of both cheeks, 0 to 1. */
  readonly illuminationUniformity: number;
  /** Gap of the lids of the less open eye, in distances from the eyes to the chin. The mesh shuts no eye entirely. */
  readonly eyeOpenness: number;
  /** Gap of the lips in the same unit. */
  readonly mouthOpenness: number;
  /** The visibility of the eyes, 0 (covered) to 1; an estimate, see docs/reference/face-quality.md. */
  readonly eyesVisibility: number;
  /** The same of the mouth. */
  readonly mouthVisibility: number;
  /** Detector's confidence, 0 to 1. */
  readonly detectionScore: number;
  /** The same as components of ISO/IEC 29794-5, see docs/reference/face-quality.md. */
  readonly components: QualityComponents;
};

/** Quality components by their names in ISO/IEC 29794-5, whole numbers from 0 (worst) to 100. */
export type QualityComponents = {
  readonly interEyeDistance: number;
  readonly cropOfFace: number;
  readonly headPoseYaw: number;
  readonly headPosePitch: number;
  readonly headPoseRoll: number;
  readonly sharpness: number;
  readonly luminanceMean: number;
  readonly dynamicRange: number;
  readonly underExposurePrevention: number;
  readonly overExposurePrevention: number;
  readonly illuminationUniformity: number;
  readonly eyesOpen: number;
  readonly eyesVisible: number;
  readonly mouthClosed: number;
  readonly mouthOcclusionPrevention: number;
};

/** The verdict on a live person in the photo, and the engine that gave it. */
export type Liveness = {
  /** 0 to 1; larger is more likely live. What it is worth depends on the engine that gave it. */
  readonly probability: number;
  /** `probability >= threshold`. */
  readonly isAlive: boolean;
  readonly threshold: number;
  /** Name and version of the engine, as recorded in the attempt. */
  readonly engine: string;
};

/** A template, and name and version of what made it. */
export type MadeFaceTemplate = { readonly template: Uint8Array; readonly templateModel: string };

/** Everything the engine says of the one prominent face of a photo. */
export type FaceAnalysis = {
  /** The embeddings as stored: little-endian float32 values, their layout fixed by `templateModel`. */
  readonly template: Uint8Array;
  /** Name and version of the pack that made the template; templates of different packs are never compared. */
  readonly templateModel: string;
  /** The templates by the other models that were asked for. */
  readonly otherTemplates: readonly MadeFaceTemplate[];
  readonly quality: FaceQuality;
  readonly liveness: Liveness;
  /** The fingerprint that finds copies of the photo, drawn as `fingerprintMethod` says; see `isCopy`. */
  readonly fingerprint: Uint8Array;
  /** Size of the photo once upright, in pixels. */
  readonly photo: { readonly width: number; readonly height: number };
  /** The face's box in pixels of the upright photo. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** Milliseconds in the worker: decoding, detection with landmarks, embeddings, liveness. */
  readonly timingsMs: {
    readonly decode: number;
    readonly detect: number;
    readonly embed: number;
    readonly liveness: number;
    /** Part of the last three: drawing views of the photo for the networks (warps, crops, normalisation). */
    readonly draw: number;
  };
};

/** A mean of linear light (sRGB decoded), 0 to 1 in each channel. */
export type LinearColour = { readonly red: number; readonly green: number; readonly blue: number };

/** The light that the skin of a face and its surroundings send to the camera. */
export type FaceColours = {
  readonly face: LinearColour;
  /** Beside the head; undefined where there is too little, or all of it is black or cut off. */
  readonly around?: LinearColour;
};

/**
 * The face of one frame among others of one person: turned heads and frames blurred by motion are described, too.
 * Frames of one session compare with each other by their `points` and `template`.
 */
export type FaceObservation = Omit<FaceAnalysis, 'otherTemplates'> & {
  /** x and y of the 468 points of the face mesh in turn, in pixels of the upright photo. */
  readonly points: Float32Array;
  /** The colours around the face, to be compared by `compareSurroundings`. */
  readonly surroundings: Uint8Array;
  /** The middle line of the face, to be compared by `measureRelief`. */
  readonly midline: Uint8Array;
  /** Undefined where too little of the skin is between black and cut off. */
  readonly colours?: FaceColours;
};

/** The result of comparing two templates. */
export type FaceComparison = {
  /** Calibrated fraction, 0 to 1: exactly 0.5 at the decision threshold, larger is more alike. */
  readonly similarity: number;
  /** The fused score the similarity was made from; comparable only within one pack. */
  readonly score: number;
};

/**
 * A template for searching among many: the score of two templates is the scalar product of their `values` plus
 * both `offset`s, but for rounding.
 */
export type SearchVector = { readonly values: Float32Array; readonly offset: number };

/** A deployment's changes to the calibration. Both only ever make a match harder. */
export type ComparisonAdjustment = {
  /** Taken off the score: what both faces have in common with the deployment's people (`penaltyOf`). */
  readonly penalty?: number;
  /** Added to the calibrated score threshold. */
  readonly thresholdRaise?: number;
};

export type AnalyseOptions = {
  /**
   * By which models templates are made, of `templateModels()`: the first one's is the analysis' `template`. Only the
   * one in use by default.
   */
  readonly templateModels?: readonly string[];
  /**
   * The photo is compared with reference photos and leaves no template behind. It gets one look at the face's points
   * instead of two, and plain JPEGs are decoded quickly: as good for comparing by the default network in either form.
   * Templates of other models are made as those of a reference photo.
   *
   * See docs/decisions/0197 and 0210.
   */
  readonly isReceived?: boolean;
  /** Who sent the photo: senders have shares of the workers. Without one it is work of the service itself. */
  readonly sender?: AnalysisSender | undefined;
};

/** The loaded networks and the thresholds they decide by. */
export type EngineDescription = {
  readonly templateModel: string;
  readonly models: readonly ModelDescription[];
  /** The false match rate the operator asked for and the fused score that gives it. */
  readonly falseMatchRate: number;
  readonly scoreThreshold: number;
  /** The photos that the threshold was learnt on: `press photos`, or a pack's `calibration photos`. */
  readonly restsOn: string;
  readonly livenessEngine: string;
  readonly livenessThreshold: number;
};

export type EngineWorkload = {
  /** Photos that wait for a worker. */
  readonly waiting: number;
  /** Workers that have a photo. */
  readonly busy: number;
  readonly workers: number;
};

/**
 * The one door to the face networks. Everything heavy runs in worker threads; `compare` and `describe` are
 * cheap enough for the HTTP thread.
 */
export type FaceEngine = {
  /**
   * Finds the one prominent face of a photo and describes it. The bytes must already have passed
   * `inspectPhoto`: format and dimensions are not checked again, the pixels are.
   *
   * Rejects with an `ImageError`, `image_undecodable`, or a `EngineError`: `face_not_found`, `multiple_faces`, `face_too_small`,
   * `face_too_blurred`, or `face_engine_busy` when the queue is full and `face_engine_timeout` when the time
   * limit passes.
   */
  analyse(photo: Uint8Array, options?: AnalyseOptions): Promise<FaceAnalysis>;
  /**
   * Describes the face of one frame of a liveness session, as `analyse` does and with the same rejections but for
   * `face_too_blurred` and `face_engine_busy`. Waits until no photo of `analyse` waits, for two seconds at most:
   * authentications go first. The time limit counts from when it begins.
   */
  observe(photo: Uint8Array): Promise<FaceObservation>;
  /**
   * Compares two templates of one model, the one in use by default. Throws `TypeError` for any other length, and for
   * a model that is not of `templateModels()`, and `RangeError` for a negative adjustment.
   */
  compare(
    a: Uint8Array,
    b: Uint8Array,
    templateModel?: string,
    adjustment?: ComparisonAdjustment,
  ): FaceComparison;
  /**
   * The cohort of a deployment's people, each with one template of the model; an id names the face. Undefined for a
   * model without a table of what press photos have in common. Two faces whose similarity reaches
   * `duplicateSimilarity` may be one person's. A `previous` cohort makes it cheaper.
   *
   * See docs/decisions/0116.
   */
  openCohort(
    members: readonly { readonly id: string; readonly person: string; readonly template: Uint8Array }[],
    options: {
      readonly duplicateSimilarity: number;
      readonly templateModel?: string;
      readonly previous?: DeploymentCohort | undefined;
    },
  ): Promise<DeploymentCohort | undefined>;
  /**
   * True when one photo is a copy of the other, by their fingerprints: recompressed, resized, cropped a little,
   * mirrored, in another format or light. Takes a few milliseconds. NOT verified: that a photo taken of a photo is none.
   */
  isCopy(a: Uint8Array, b: Uint8Array): boolean;
  /**
   * The number of frames of a session that are near copies of different frames of an earlier session, by their
   * fingerprints, counted up to `enough`. See `countCopiedFrames`.
   */
  countCopiedFrames(
    frames: readonly Uint8Array[],
    earlier: readonly Uint8Array[],
    enough: number,
  ): Promise<number>;
  /** Name and version of how fingerprints are drawn; those of different methods are never compared. */
  readonly fingerprintMethod: string;
  /** The networks and thresholds for the templates of a model; default: the model in use. */
  describe(templateModel?: string): EngineDescription;
  /**
   * The models whose templates can be made and compared, the one in use first. The others are there for templates
   * made before a change of model; their networks are loaded when first needed.
   */
  templateModels(): readonly string[];
  scoreAt(similarity: number, templateModel?: string): number;
  searchVector(template: Uint8Array, templateModel?: string): SearchVector;
  /**
   * One template from several of one person and of one model: the direction of their mean. Undefined for a model whose
   * templates cannot be combined. See docs/decisions/0019.
   */
  combine(templates: readonly Uint8Array[], templateModel?: string): Uint8Array | undefined;
  /** Resolves once every worker has its networks loaded; rejects when they cannot be. */
  ready(): Promise<void>;
  /** True once `ready` has resolved and while the pool works. */
  isReady(): boolean;
  workload(): EngineWorkload;
  /** Waits for running analyses, refuses new ones, ends the workers. */
  close(): Promise<void>;
};
