import type { DetectedFace } from '../detect-faces.ts';
import type { Point } from '../geometry.ts';
import type { Pyramid } from '../raster.ts';

/** A box in pixels of the searched photo. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

export type FaceInPhoto = {
  readonly pyramid: Pyramid;
  /** As the detector places it. */
  readonly box: Box;
  readonly eyes: { readonly right: Point; readonly left: Point };
};

/** A detected face, with its eyes where the landmarks are. */
export function faceInPhoto(
  pyramid: Pyramid,
  { centre, width, height }: DetectedFace,
  eyes: FaceInPhoto['eyes'],
): FaceInPhoto {
  const box = { x: centre.x - width / 2, y: centre.y - height / 2, width, height };
  return { pyramid, box, eyes };
}

/** Judges whether a photo was taken of a living person, or of a picture of one. */
export type LivenessAssessor = {
  /**
   * 0 to 1; larger is more likely live. `reach` limits how much about the face is seen, in sides of its box; without it
   * as much as the networks were trained on.
   */
  assess(face: FaceInPhoto, reach?: number): Promise<number>;
};
