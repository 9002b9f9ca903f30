import type { SeenFace } from '../../../src/liveness/measure-turn.ts';

/** A frame as the engine saw it; `face` is undefined when it saw none. */
export type CollectedFrame = {
  readonly person: string;
  readonly species: string;
  readonly shows: 'center' | 'left' | 'right' | 'up';
  /** On the way to what it shows. */
  readonly isBetween?: boolean;
  readonly face: SeenFace | undefined;
};

/** One line. */
export function writeFrame({ face, ...frame }: CollectedFrame): string {
  const kept = face && {
    points: Array.from(face.points, (value) => Math.round(value * 100) / 100),
    template: Buffer.from(face.template).toString('base64'),
    box: face.box,
    quality: {
      yawDegrees: face.quality.yawDegrees,
      pitchDegrees: face.quality.pitchDegrees,
      sharpness: face.quality.sharpness,
      brightness: face.quality.brightness,
      eyesVisibility: face.quality.eyesVisibility,
      mouthVisibility: face.quality.mouthVisibility,
    },
    fingerprint: Buffer.from(face.fingerprint).toString('base64'),
    surroundings: Buffer.from(face.surroundings).toString('base64'),
    midline: Buffer.from(face.midline).toString('base64'),
    liveness: { probability: face.liveness.probability },
    ...(face.colours === undefined ? {} : { colours: face.colours }),
  };
  return `${JSON.stringify({ ...frame, face: kept })}\n`;
}

export function readFrame(line: string): CollectedFrame {
  const { face, ...frame } = JSON.parse(line);
  if (face === undefined) return { ...frame, face };
  const points = Float32Array.from(face.points as number[]);
  const bytes = (text: string) => Buffer.from(text, 'base64');
  return {
    ...frame,
    face: {
      ...face,
      points,
      template: bytes(face.template),
      fingerprint: bytes(face.fingerprint),
      surroundings: bytes(face.surroundings),
      midline: bytes(face.midline),
    },
  };
}
