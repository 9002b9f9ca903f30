import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { EngineError, type FaceAnalysis, type FaceEngine, type FaceQuality } from '../engine/index.ts';
import type { FaceScenario } from './scenarios.ts';

/** A grey picture of 320 by 320 pixels, PNG in base64: the reference photo of the face scenarios of a new sandbox. */
export const samplePhoto =
  'iVBORw0KGgoAAAANSUhEUgAAAUAAAAFACAAAAADo+/p2AAABmElEQVR42u3QMQEAAAwCIKMb3RA7BxFIOYkCgQIFCkSgQIECEShQoEAEChQoEIECBQpEoECBAhEoUKBABAoUKBCBAgUKRKBAgQIRKFCgQIEIFChQIAIFChSIQIECBSJQoECBCBQoUCACBQoUiECBAgUiUKBAgQgUKFAgAgUKFChQgUCBAgUiUKBAgQgUKFAgAgUKFIhAgQIFIlCgQIEIFChQIAIFChSIQIECBSJQoECBCBQoUKBABAoUKBCBAgUKRKBAgQIRKFCgQAQKFCgQgQIFCkSgQIECEShQoEAEChQoEIECBQoUqECgQIECEShQoEAEChQoEIECBQpEoECBAhEoUKBABAoUKBCBAgUKRKBAgQIRKFCgQAQKFChQIAIFChSIQIECBSJQoECBCBQoUCACBQoUiECBAgUiUKBAgQgUKFAgAgUKFIhAgQIFClQgUKBAgQgUKFAgAgUKFIhAgQIFIlCgQIEIFChQIAIFChSIQIECBSJQoECBCBQoUCACBQoUKBCBAgUKRKBAgQIRKFCgQAQKFPjDAC4fC7mgeWBJAAAAAElFTkSuQmCC';

/** Whose photo a request is about, for the engine, which sees photos only. */
export type ScenarioContext = {
  readonly scenario: FaceScenario;
  /** True while a reference photo is registered: that is the face that others do not match. */
  readonly isRegistration: boolean;
};

export const scenarioContext = new AsyncLocalStorage<ScenarioContext>();

const model = 'sandbox@1';

const livenessThreshold = 0.5;

const sample = Buffer.from(samplePhoto, 'base64');

const slowMs = 5_000;

const quality: FaceQuality = {
  faceWidthPx: 240,
  eyeDistancePx: 100,
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
    interEyeDistance: 80,
    cropOfFace: 100,
    headPoseYaw: 100,
    headPosePitch: 100,
    headPoseRoll: 100,
    sharpness: 90,
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

/**
 * The engine of a sandbox. It loads no network and looks at no photo: a CPF of the catalogue decides what it sees; for
 * every other one two photos match when they are the same file.
 */
export function createSandboxEngine(): FaceEngine {
  return {
    analyse,
    observe: async (photo) => ({
      ...(await analyse(photo)),
      points: new Float32Array(936),
      surroundings: new Uint8Array(),
      midline: new Uint8Array(),
    }),
    compare: (a, b) => ({
      similarity: Buffer.from(a).equals(b) ? 0.97 : 0.03,
      score: Buffer.from(a).equals(b) ? 1 : -1,
    }),
    isCopy: () => false,
    countCopiedFrames: async () => 0,
    fingerprintMethod: model,
    describe: () => ({
      templateModel: model,
      models: [{ role: 'embedding', name: 'sandbox', version: '1', licence: 'none' }],
      falseMatchRate: 0.0001,
      scoreThreshold: 0,
      restsOn: 'press photos',
      livenessEngine: model,
      livenessThreshold,
    }),
    openCohort: async () => undefined,
    templateModels: () => [model],
    scoreAt: (similarity) => (similarity >= 0.5 ? 1 : -1),
    searchVector: (template) => ({ values: directionOf(template), offset: 0 }),
    combine: () => undefined,
    ready: async () => {},
    isReady: () => true,
    workload: () => ({ waiting: 0, busy: 0, workers: 1 }),
    close: async () => {},
  };
}

async function analyse(photo: Uint8Array): Promise<FaceAnalysis> {
  const context = scenarioContext.getStore();
  const face = context?.scenario.face;
  // The sandbox's own photo is taken, so that everybody has a reference.
  if (typeof face === 'object' && !sample.equals(photo)) throw new EngineError(face.refusal);
  if (context !== undefined && !context.isRegistration) {
    if (face === 'busy') throw new EngineError('face_engine_busy', { retryAfterSeconds: 1 });
    if (face === 'slow') await pause(slowMs);
  }
  const isSomebodyElse = face === 'no-match' && context?.isRegistration === false;
  const isSpoof = face === 'spoof' && context?.isRegistration === false;
  const shown = context === undefined ? photo : `${context.scenario.cpf} ${isSomebodyElse}`;
  const template = createHash('sha256').update(shown).digest();
  return {
    template,
    templateModel: model,
    otherTemplates: [],
    quality,
    liveness: {
      probability: isSpoof ? 0.02 : 0.98,
      isAlive: !isSpoof,
      threshold: livenessThreshold,
      engine: model,
    },
    fingerprint: createHash('sha256').update(photo).digest(),
    photo: { width: 480, height: 480 },
    box: { x: 120, y: 120, width: 240, height: 240 },
    timingsMs: { decode: 0, detect: 0, embed: 0, liveness: 0, draw: 0 },
  };
}

/** One direction for each template: equal for equal ones only. */
function directionOf(template: Uint8Array): Float32Array {
  const values = Float32Array.from(template, (byte) => byte - 127.5);
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}
