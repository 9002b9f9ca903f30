import type { Landmarks } from '../locate-landmarks.ts';
import type { Pyramid } from '../raster.ts';

/** A box in pixels of the searched photo. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** The face that is judged, in the photo it was found in. */
export type FaceInPhoto = {
  readonly pyramid: Pyramid;
  /** As the detector places it. */
  readonly box: Box;
  readonly landmarks: Landmarks;
};

/** Judges whether a photo was taken of a living person, or of a picture of one. */
export type LivenessAssessor = {
  /** 0 to 1; larger is more likely live. */
  assess(face: FaceInPhoto): Promise<number>;
};
