import { drawSurface, head, type Surface } from '../../../test/support/draw-head.ts';

/** One picture of a subject before the camera. Angles in degrees: positive to the person's own left, and up. */
export type Scene = {
  readonly species: string;
  /** What a session would ask for when this is shown. */
  readonly shows: 'center' | 'left' | 'right' | 'up';
  /** On the way to what it shows. */
  readonly isBetween?: boolean;
  readonly yaw: number;
  readonly pitch: number;
  readonly surface: Surface;
};

/** Width of a face, for surfaces that are named in centimetres. */
const faceCm = 15;
export const radiiCm = [5, 10, 15, 20, 30] as const;

const plane: Surface = (x, y) => ({ x, y, z: 0 });

/** A sheet bent about an upright axis behind it. */
export function cylinder(radiusCm: number): Surface {
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
export const cutOut: Surface = (x, y) => {
  const isHole = holes.some((hole) => ((x - hole.x) / hole.wide) ** 2 + ((y - hole.y) / hole.high) ** 2 < 1);
  return { x, y, z: isHole ? behind : 0 };
};

type Pose = Pick<Scene, 'shows' | 'isBetween' | 'yaw' | 'pitch'>;

/** Frames on the way to poses, at a random share of each turn. */
function between(random: () => number, poses: readonly Pose[]): readonly Pose[] {
  return poses
    .filter(({ shows }) => shows !== 'center')
    .map(({ shows, yaw, pitch }) => {
      const share = 0.2 + 0.65 * random();
      return { shows, isBetween: true, yaw: yaw * share, pitch: pitch * share };
    });
}

/** Turns as a person makes them. */
function turns(random: () => number): readonly Pose[] {
  const near = () => (random() - 0.5) * 6;
  const far = (from: number, to: number) => from + (to - from) * random();
  return [
    { shows: 'center', yaw: near(), pitch: near() },
    { shows: 'center', yaw: near(), pitch: near() },
    { shows: 'left', yaw: far(16, 32), pitch: near() },
    { shows: 'left', yaw: far(16, 32), pitch: near() },
    { shows: 'right', yaw: -far(16, 32), pitch: near() },
    { shows: 'right', yaw: -far(16, 32), pitch: near() },
    { shows: 'up', yaw: near(), pitch: far(14, 24) },
    { shows: 'up', yaw: near(), pitch: far(14, 24) },
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
  const whole = [
    ...on('drawn head', head, turns(random)),
    ...on('photo, turned and tilted', plane, [...tilts(random), ...tilts(random).slice(1)]),
    ...radiiCm.flatMap((radius) => on(`photo bent to ${radius} cm`, cylinder(radius), tilts(random))),
    ...on('photo with cut-out eyes and mouth', cutOut, tilts(random)),
  ];
  const subjects = Map.groupBy(whole, ({ species }) => species);
  return [
    ...whole,
    ...[...subjects].flatMap(([species, own]) => on(species, own[0]!.surface, between(random, own))),
  ];
}

/** A photo held as a print and turned in hand: frames on the way between two photos that are swapped. */
export const turnedByHand = {
  front: 'photos swapped, the frontal one turned between',
  back: 'photos swapped, the turned one turned back',
  blend: 'photos swapped, one fading into the other',
} as const;

export type TurnedByHand = (typeof turnedByHand)[keyof typeof turnedByHand];

/** A print on the way to a pose or back from it: it turns by as much as hands do, `sign` to which side. */
export function listHandTurns(
  random: () => number,
  species: string,
  shows: 'left' | 'right' | 'up',
  sign: 1 | -1,
): readonly Scene[] {
  return [15, 30, 45].map((from) => {
    const degrees = sign * (from + 15 * random());
    const [yaw, pitch] = shows === 'up' ? [0, degrees] : [shows === 'left' ? degrees : -degrees, 0];
    return { species, shows, isBetween: true, yaw, pitch, surface: plane };
  });
}

export async function drawScene(face: Uint8Array, scene: Scene, seed: number): Promise<Uint8Array> {
  return await drawSurface(face, scene, scene.surface, seed);
}
