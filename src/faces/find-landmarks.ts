import { EngineError, type FaceEngine } from '../engine/index.ts';
import { ImageError, type ImageFiles, readImage } from '../images/index.ts';
import type { Db } from '../platform/db/types.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import { getAttempt } from './list-attempts.ts';
import type { Attempt } from './types.ts';

/** The points of the face mesh, x and y in turn, as fractions of width and height of the upright photo. */
export type FaceLandmarks = { readonly width: number; readonly height: number; readonly points: number[] };

export type FindLandmarksDeps = {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly store: ImageFiles;
  readonly engine: FaceEngine;
};

/**
 * Where the networks see the faces of an attempt's two photos. They look again: points are not stored. Undefined for a
 * photo that is gone or in which the networks of today find no face. Rejects with `attempt_not_found`, and with
 * `face_engine_timeout`.
 */
export async function findLandmarks(
  deps: FindLandmarksDeps,
  attemptId: string,
): Promise<{
  readonly attempt: Attempt;
  readonly registered: FaceLandmarks | undefined;
  readonly received: FaceLandmarks | undefined;
}> {
  const attempt = await getAttempt(deps, attemptId);
  const [registered, received] = await Promise.all([
    locate(deps, attempt.registeredImageId),
    locate(deps, attempt.receivedImageId),
  ]);
  return { attempt, registered, received };
}

async function locate(
  deps: FindLandmarksDeps,
  imageId: string | undefined,
): Promise<FaceLandmarks | undefined> {
  if (imageId === undefined) return undefined;
  try {
    const { bytes } = await readImage(deps, imageId);
    const { points, photo } = await deps.engine.observe(bytes);
    return {
      ...photo,
      points: Array.from(points, (value, index) =>
        round(value / (index % 2 === 0 ? photo.width : photo.height)),
      ),
    };
  } catch (error) {
    const isGone = error instanceof ImageError && error.code === 'image_not_found';
    const isUnseen = error instanceof EngineError && error.kind === 'invalid';
    if (isGone || isUnseen) return undefined;
    throw error;
  }
}

function round(fraction: number): number {
  return Math.round(fraction * 10_000) / 10_000;
}
