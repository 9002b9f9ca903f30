/** What a network is, where it came from and under which licence it may be used. */
export type ModelDescription = {
  readonly role: 'detector' | 'landmarks' | 'embedding' | 'liveness';
  readonly name: string;
  readonly version: string;
  readonly licence: string;
};

/** The figures of one photo's face. Units and ranges stand at each member. */
export type FaceQuality = {
  /** Width of the face's box in pixels of the upright photo. */
  readonly faceWidthPx: number;
  /** Distance between the eye centres in pixels of the upright photo. */
  readonly eyeDistancePx: number;
  /** Share of the photo's width that the box takes, 0 to 1. */
  readonly faceWidthShare: number;
  /** Variance of the Laplacian over the aligned grey face of 112 pixels; larger is sharper. */
  readonly sharpness: number;
  /** Mean grey of the aligned face, 0 to 255. */
  readonly brightness: number;
  /** Standard deviation of the grey of the aligned face, 0 to 127. */
  readonly contrast: number;
  /** Detector's confidence, 0 to 1. */
  readonly detectionScore: number;
};

/** Whether the photo looks taken from a live person, and which engine said so. */
export type Liveness = {
  /** 0 to 1; larger is more likely live. What it is worth depends on the engine that gave it. */
  readonly probability: number;
  /** `probability >= threshold`. */
  readonly isAlive: boolean;
  readonly threshold: number;
  /** Name and version of the engine, as recorded in the attempt. */
  readonly engine: string;
};

/** Everything the engine says of the one prominent face of a photo. */
export type FaceAnalysis = {
  /** The embeddings as stored: little-endian float32 values, their layout fixed by `templateModel`. */
  readonly template: Uint8Array;
  /** Name and version of the pack that made the template; templates of different packs are never compared. */
  readonly templateModel: string;
  readonly quality: FaceQuality;
  readonly liveness: Liveness;
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
  };
};

/** What the comparison of two templates says. */
export type FaceComparison = {
  /** Calibrated fraction, 0 to 1: exactly 0.5 at the decision threshold, larger is more alike. */
  readonly similarity: number;
  /** The fused score the similarity was made from; comparable only within one pack. */
  readonly score: number;
};

/** What is loaded and by which thresholds it decides. */
export type EngineDescription = {
  readonly templateModel: string;
  readonly models: readonly ModelDescription[];
  /** The false match rate the operator asked for and the fused score that gives it. */
  readonly falseMatchRate: number;
  readonly scoreThreshold: number;
  readonly livenessEngine: string;
  readonly livenessThreshold: number;
  /** False for the packaged small networks, which do not separate live from spoofed photos. */
  readonly livenessIsReliable: boolean;
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
   * Rejects with an `ImageError`, `image_undecodable`, or a `FaceError`: `face_not_found`, `multiple_faces`, `face_too_small`,
   * `face_too_blurred`, or `face_engine_busy` when the queue is full and `face_engine_timeout` when the time
   * limit passes.
   */
  analyse(photo: Uint8Array): Promise<FaceAnalysis>;
  /** Compares two templates of `describe().templateModel`; throws `TypeError` for any other length. */
  compare(a: Uint8Array, b: Uint8Array): FaceComparison;
  describe(): EngineDescription;
  /** Resolves once every worker has its networks loaded; rejects when they cannot be. */
  ready(): Promise<void>;
  /** True once `ready` has resolved and while the pool works. */
  isReady(): boolean;
  /** Waits for running analyses, refuses new ones, ends the workers. */
  close(): Promise<void>;
};
