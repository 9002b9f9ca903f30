import type { ModelDescription } from '../face-engine.ts';
import type { Point } from './geometry.ts';
import type { NetworkFile } from './onnx-network.ts';
import type { PixelScaling } from './raster.ts';

/** What a network of a pack is given: a square picture, and how its samples are scaled. */
export type PackInput = { readonly size: number; readonly scaling: PixelScaling };

/** Which score gives which false match rate, learnt on photos of many people, and how steep the odds rise with it. */
export type ScoreCalibration = {
  readonly falseMatchRates: readonly { readonly falseMatchRate: number; readonly score: number }[];
  readonly logOddsPerScore: number;
};

/** A network that turns a face aligned by five points into a template whose likeness is the cosine. */
export type RecognitionPack = {
  /** What its templates are called; covers everything that they depend on. */
  readonly templateModel: string;
  readonly file: NetworkFile;
  readonly input: PackInput;
  /** Where both eyes, the nose tip and the mouth's corners belong in the network's picture. */
  readonly points: readonly Point[];
  /** Length of the embedding. */
  readonly values: number;
  readonly calibration: ScoreCalibration;
  readonly description: ModelDescription;
};

/** A detector that answers as SCRFD does. */
export type DetectorPack = {
  readonly file: NetworkFile;
  readonly input: PackInput;
  readonly strides: readonly number[];
  readonly anchorsPerCell: number;
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

/** What the engine uses instead of, or beside, the networks of the npm packages. */
export type EnginePacks = {
  /** Makes the templates of new photos; the packaged networks do without it. */
  readonly recognition?: RecognitionPack | undefined;
  /** Packs whose templates may still be stored: loaded only when one is compared with. */
  readonly otherRecognition?: readonly RecognitionPack[] | undefined;
  readonly detector?: DetectorPack | undefined;
  readonly liveness?: LivenessNetworks | undefined;
};
