import { drawSurface, head, type Surface } from '../../../test/support/draw-head.ts';

/** One picture of a subject before the camera. Angles in degrees: positive to the person's own left, and up. */
export type Scene = {
  readonly species: string;
  /** What a session would ask for when this is shown. */
  readonly shows: 'center' | 'left' | 'right' | 'up';
  readonly yaw: number;
  readonly pitch: number;
  readonly surface: Surface;
};

/** Width of a face, for surfaces that are named in centimetres. */
const faceCm = 15;
export const radiiCm = [5, 10, 15, 20, 30] as const;

const plane: Surface = (x, y) => ({ x, y, z: 0 });

/** A sheet bent about an upright axis behind it. */
function cylinder(radiusCm: number): Surface {
  const radius = radiusCm / faceCm;
  return (x, y) => {
    const angle = x / radius;
    if (Math.abs(angle) > 1.45) return undefined;
    return { x: radius * Math.sin(angle), y, z: radius * (Math.cos(angle) - 1) };
  };
}

/** A sheet with holes, through which the eyes and the mouth of somebody behind it are seen. */
const holes = [
  { x: -0.22, y: -0.18, wide: 0.13, high: 0.08 },
  { x: 0.22, y: -0.18, wide: 0.13, high: 0.08 },
  { x: 0, y: 0.33, wide: 0.2, high: 0.1 },
] as const;
const behind = -0.18;
const cutOut: Surface = (x, y) => {
  const isHole = holes.some((hole) => ((x - hole.x) / hole.wide) ** 2 + ((y - hole.y) / hole.high) ** 2 < 1);
  return { x, y, z: isHole ? behind : 0 };
};

type Pose = Pick<Scene, 'shows' | 'yaw' | 'pitch'>;

/** Turns as a person makes them. */
function turns(random: () => number): readonly Pose[] {
  const near = () => (random() - 0.5) * 6;
  const far = (from: number, to: number) => from + (to - from) * random();
  return [
    { shows: 'center', yaw: near(), pitch: near() },
    { shows: 'center', yaw: near(), pitch: near() },
    { shows: 'left', yaw: far(22, 38), pitch: near() },
    { shows: 'left', yaw: far(22, 38), pitch: near() },
    { shows: 'right', yaw: -far(22, 38), pitch: near() },
    { shows: 'right', yaw: -far(22, 38), pitch: near() },
    { shows: 'up', yaw: near(), pitch: far(18, 30) },
    { shows: 'up', yaw: near(), pitch: far(18, 30) },
  ];
}

/** Turns as far as the face of a sheet is still found. */
function tilts(random: () => number): readonly Pose[] {
  const side = () => 30 + 32 * random();
  return [
    { shows: 'center', yaw: 0, pitch: 0 },
    { shows: 'left', yaw: side(), pitch: 0 },
    { shows: 'right', yaw: -side(), pitch: 0 },
    { shows: 'up', yaw: 0, pitch: side() },
  ];
}

/** Everything that is drawn of one subject. */
export function listScenes(random: () => number): readonly Scene[] {
  const on = (species: string, surface: Surface, poses: readonly Pose[]) =>
    poses.map((pose): Scene => ({ species, surface, ...pose }));
  return [
    ...on('drawn head', head, turns(random)),
    ...on('photo, turned and tilted', plane, [...tilts(random), ...tilts(random).slice(1)]),
    ...radiiCm.flatMap((radius) => on(`photo bent to ${radius} cm`, cylinder(radius), tilts(random))),
    ...on('photo with cut-out eyes and mouth', cutOut, tilts(random)),
  ];
}

export async function drawScene(face: Uint8Array, scene: Scene, seed: number): Promise<Uint8Array> {
  return await drawSurface(face, scene, scene.surface, seed);
}
