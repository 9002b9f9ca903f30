import { type Landmarks, landmark } from '../locate-landmarks.ts';

/** The turn of a head, in degrees; all zero for a head upright and straight at the camera. */
export type HeadPose = {
  /** Positive when the person looks to their own left, which is right in the photo. */
  readonly yawDegrees: number;
  /** Positive when the person looks up. */
  readonly pitchDegrees: number;
  /** Positive when the head is turned clockwise as seen in the photo, upright. */
  readonly rollDegrees: number;
};

/** Pairs of points that lie mirrored on a face: eyes' outer corners, cheeks, mouth corners. Right one first. */
const mirrored = [
  [33, 263],
  [234, 454],
  [61, 291],
] as const;
const [foreheadTop, chin] = [10, 152] as const;
/** The measured pitch of a face that looks straight ahead: the forehead does not stand right above the chin. */
const pitchOfStraight = -8;

/** The pose by the mesh's own depths, which are flatter than heads: beyond thirty degrees it says too little. */
export function estimatePose(landmarks: Landmarks): HeadPose {
  let [across, down, deep] = [0, 0, 0];
  for (const [right, left] of mirrored) {
    const [from, to] = [landmark(landmarks, right), landmark(landmarks, left)];
    const length = Math.hypot(to.x - from.x, to.y - from.y, depthBetween(landmarks, right, left)) || 1;
    across += (to.x - from.x) / length;
    down += (to.y - from.y) / length;
    deep += depthBetween(landmarks, right, left) / length;
  }
  const roll = Math.atan2(down, across);
  const yaw = Math.atan2(deep, Math.hypot(across, down));
  const [top, bottom] = [landmark(landmarks, foreheadTop), landmark(landmarks, chin)];
  const height = (bottom.y - top.y) * Math.cos(roll) - (bottom.x - top.x) * Math.sin(roll);
  const pitch = Math.atan2(-depthBetween(landmarks, foreheadTop, chin), height);
  return {
    yawDegrees: degrees(yaw),
    pitchDegrees: degrees(pitch) - pitchOfStraight,
    rollDegrees: degrees(roll),
  };
}

function depthBetween({ depths }: Landmarks, from: number, to: number): number {
  return (depths[to] as number) - (depths[from] as number);
}

function degrees(radians: number): number {
  return (radians * 180) / Math.PI;
}
