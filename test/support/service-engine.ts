import { createHash } from 'node:crypto';
import type { FaceEngine, FaceQuality } from '../../src/engine/index.ts';

/** An engine in the place of the face networks, for tests of what surrounds them. */
export type StandInEngine = FaceEngine & {
  /** Keeps analyses waiting until the release is called. */
  hold(): { release(): void };
  /** How many analyses wait or run. */
  pending(): number;
  setReady(isReady: boolean): void;
  /** Makes analyses fail with this error until it is called again. */
  failWith(error: Error | undefined): void;
  /** Gives the photos analysed from now on these figures, and otherwise those of a good photo. */
  seeQuality(figures: Partial<FaceQuality>): void;
  /** Takes a photo for a copy of a file like it, as the networks do; otherwise no photo is one. */
  seeCopies(sees: boolean): void;
};

export const goodQuality: FaceQuality = {
  faceWidthPx: 200,
  eyeDistancePx: 80,
  faceWidthShare: 0.5,
  faceInsideShare: 1,
  yawDegrees: 0,
  pitchDegrees: 0,
  rollDegrees: 0,
  sharpness: 100,
  brightness: 128,
  contrast: 50,
  underexposedShare: 0,
  overexposedShare: 0,
  dynamicRangeBits: 7,
  illuminationUniformity: 0.8,
  eyeOpenness: 0.07,
  mouthOpenness: 0,
  eyesVisibility: 1,
  mouthVisibility: 1,
  detectionScore: 0.99,
  components: {
    interEyeDistance: 62,
    cropOfFace: 100,
    headPoseYaw: 100,
    headPosePitch: 100,
    headPoseRoll: 100,
    sharpness: 70,
    luminanceMean: 100,
    dynamicRange: 88,
    underExposurePrevention: 100,
    overExposurePrevention: 100,
    illuminationUniformity: 80,
    eyesOpen: 99,
    eyesVisible: 100,
    mouthOcclusionPrevention: 100,
    mouthClosed: 97,
  },
};

/** Sees one good face in every photo; two photos match when they are the same file. */
export function createStandInEngine(): StandInEngine {
  let held: Promise<void> = Promise.resolve();
  let pending = 0;
  let isReady = true;
  let failure: Error | undefined;
  let quality: Partial<FaceQuality> = {};
  let seesCopies = false;
  return {
    async analyse(photo) {
      pending += 1;
      try {
        const template = createHash('sha256').update(photo).digest();
        await held;
        if (failure !== undefined) throw failure;
        return {
          template,
          fingerprint: template,
          templateModel: 'stand-in@1',
          otherTemplates: [],
          quality: { ...goodQuality, ...quality },
          liveness: { probability: 1, isAlive: true, threshold: 0.5, engine: 'stand-in@1' },
          photo: { width: 400, height: 400 },
          box: { x: 100, y: 100, width: 200, height: 200 },
          timingsMs: { decode: 0, detect: 0, embed: 0, liveness: 0, draw: 0 },
        };
      } finally {
        pending -= 1;
      }
    },
    async observe(photo) {
      return {
        ...(await this.analyse(photo)),
        points: new Float32Array(936),
        surroundings: new Uint8Array(),
        midline: new Uint8Array(),
      };
    },
    compare: (a, b) => ({
      similarity: Buffer.from(a).equals(b) ? 1 : 0,
      score: Buffer.from(a).equals(b) ? 1 : -1,
    }),
    countCopiedFrames: async (frames, earlier, enough) => {
      const copied = frames.filter((frame) => earlier.some((other) => Buffer.from(other).equals(frame)));
      return seesCopies ? Math.min(enough, copied.length) : 0;
    },
    isCopy: (a, b) => seesCopies && Buffer.from(a).equals(b),
    fingerprintMethod: 'stand-in@1',
    describe: () => ({
      templateModel: 'stand-in@1',
      models: [{ role: 'embedding', name: 'stand-in', version: '1', licence: 'none' }],
      falseMatchRate: 0.0001,
      scoreThreshold: 0,
      restsOn: 'press photos',
      livenessEngine: 'stand-in@1',
      livenessThreshold: 0.5,
    }),
    openCohort: async () => undefined,
    templateModels: () => ['stand-in@1'],
    scoreAt: () => 0.5,
    searchVector: (template) => ({ values: unitVectorOf(template), offset: 0 }),
    combine: () => undefined,
    ready: async () => {},
    isReady: () => isReady,
    workload: () => ({ waiting: Math.max(0, pending - 1), busy: Math.min(pending, 1), workers: 1 }),
    close: async () => {},
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return { release: resolve };
    },
    pending: () => pending,
    failWith(error) {
      failure = error;
    },
    seeQuality(figures) {
      quality = figures;
    },
    seeCopies(sees) {
      seesCopies = sees;
    },
    setReady(value) {
      isReady = value;
    },
  };
}

/** One direction for each file: equal for equal files only. */
function unitVectorOf(template: Uint8Array): Float32Array {
  const values = Float32Array.from(template, (byte) => byte - 127.5);
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}
