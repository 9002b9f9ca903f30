import type { CohortScale } from './cohort/deployment-cohort.ts';
import type { DetectorCertainty } from './detect-faces.ts';
import type { ModelDescription } from './face-engine.ts';
import type { Point } from './geometry.ts';
import type { NetworkFile } from './onnx-network.ts';
import type { PixelScaling } from './raster.ts';

/** The input of a network of a pack: a square picture, and the scaling of its samples. */
export type PackInput = { readonly size: number; readonly scaling: PixelScaling };

/** Which score gives which false match rate, learnt on photos of many people, and how steep the odds rise with it. */
export type ScoreCalibration = {
  readonly falseMatchRates: readonly { readonly falseMatchRate: number; readonly score: number }[];
  readonly logOddsPerScore: number;
  /** By rising `people`. Without it a deployment's people correct no score. */
  readonly expectedLikeness?: CohortScale['expected'];
};

/** A network that turns a face aligned by five points into a template whose likeness is the cosine. */
export type RecognitionPack = {
  /** The name of its templates; covers everything that they depend on. */
  readonly templateModel: string;
  readonly file: NetworkFile;
  readonly input: PackInput;
  /** Where both eyes, the nose tip and the mouth's corners belong in the network's picture. */
  readonly points: readonly Point[];
  /** Length of the embedding. */
  readonly values: number;
  /** True when a template is made of the face and of its mirrored copy. */
  readonly usesMirroredCopy: boolean;
  readonly calibration: ScoreCalibration;
  readonly description: ModelDescription;
};

/** A pack whose network and the default one make each template together. */
export type FusedPack = {
  readonly pack: RecognitionPack;
  /** Shares of both cosines in the score; the sum is one. */
  readonly shares: { readonly default: number; readonly pack: number };
  readonly calibration: ScoreCalibration;
};

/** A detector that answers as SCRFD does. */
export type DetectorPack = {
  readonly file: NetworkFile;
  readonly input: PackInput;
  readonly strides: readonly number[];
  readonly anchorsPerCell: number;
  /** Score limits from its manifest; undefined: the defaults of its kind. */
  readonly certainty: DetectorCertainty | undefined;
  readonly description: ModelDescription;
};

/** Networks that each look at the face's surroundings at a scale of their own; their probabilities are averaged. */
export type LivenessNetworks = {
  /** Name and version, as attempts record it. */
  readonly engine: string;
  readonly networks: readonly { readonly file: NetworkFile; readonly cropScale: number }[];
  readonly input: PackInput;
  readonly classes: number;
  readonly liveClass: number;
  readonly threshold: number;
  readonly descriptions: readonly ModelDescription[];
};

/** The networks that replace or join those of the npm packages. */
export type EnginePacks = {
  /** Makes the templates of new photos; the packaged networks do without it. */
  readonly recognition?: RecognitionPack | undefined;
  /** Makes the templates of new photos together with the default network; `recognition` goes before. */
  readonly beside?: FusedPack | undefined;
  /** Packs whose templates may still be stored: loaded only when one is compared with. */
  readonly otherRecognition?: readonly RecognitionPack[] | undefined;
  readonly detector?: DetectorPack | undefined;
  readonly liveness?: LivenessNetworks | undefined;
};
