/** Limits of a photo that is compared, in the units of `FaceQuality`. They have no setting. */
export const usualPhotoLimits = {
  /** Least distance of the eyes; less is `face_too_small`. */
  minEyeDistancePx: 22,
  /** Least sharpness; less is `face_too_blurred`. */
  minSharpness: 8,
  /**
   * Width of a second face as a share of the largest one's; from there on the photo is `multiple_faces`. `Infinity` takes
   * the most prominent face however many there are.
   */
  secondFaceRatio: 0.5,
  /** Processor time for the search for a face; then the answer is `face_not_found`. What is found at first never takes it. */
  searchTimeoutMs: 3_000,
  /** Time for decoding, ten times what a photo of 40 megapixels takes; then the answer is `face_engine_timeout`. */
  decodingTimeoutSeconds: 20,
} as const;

export type PhotoLimits = Readonly<Record<keyof typeof usualPhotoLimits, number>> & {
  /** Width times height of the photo as stored; larger ones are `image_undecodable`. */
  readonly maxPixels: number;
};
