import sharp from 'sharp';

/** Turn of a drawn head, in degrees: positive to the person's own left, and up. */
export type DrawnPose = { readonly yaw: number; readonly pitch: number };

/** The turn of a drawn head for each movement: as people turn. */
export const headPoses: Readonly<Record<'center' | 'left' | 'right' | 'up', DrawnPose>> = {
  center: { yaw: 0, pitch: 0 },
  left: { yaw: 18, pitch: 0 },
  right: { yaw: -18, pitch: 0 },
  up: { yaw: 0, pitch: 16 },
};

/** The pose that a frame of a step shows: the first ones of a turn show the way to it, if it asks for that. */
export function poseOfFrame(
  step: { readonly kind: string; readonly between?: number | undefined },
  index: number,
): DrawnPose {
  const { yaw, pitch } = headPoses[step.kind === 'light' ? 'center' : (step.kind as keyof typeof headPoses)];
  return index < (step.between ?? 0) ? { yaw: yaw / 2, pitch: pitch / 2 } : { yaw, pitch };
}

type Pixels = { readonly data: Uint8Array; readonly width: number; readonly height: number };

/** Where a point of the photo lies on what is drawn, in widths of the face; undefined beside it. `z`: towards the camera. */
export type Surface = (
  x: number,
  y: number,
) => { readonly x: number; readonly y: number; readonly z: number } | undefined;

/** Pixels between two points of the surface that is drawn. */
const step = 3;

/**
 * Draws a face photo on a head in three dimensions, an ellipsoid with a nose, turned as asked: an injected camera, and
 * no evidence of what happens with people. The photo must show one face in its middle, 1 / 2.4 as wide as itself, as
 * `cutFacePhotos` gives it.
 */
export async function drawHead(photo: Uint8Array, pose: DrawnPose, seed = 0): Promise<Uint8Array> {
  return await drawSurface(photo, pose, head, seed);
}

/** The same photo on a plane, turned in perspective: a held print. */
export async function drawPrint(photo: Uint8Array, pose: DrawnPose, seed = 0): Promise<Uint8Array> {
  return await drawSurface(photo, pose, plane, seed);
}

/** The same photo on any surface. */
export async function drawSurface(
  photo: Uint8Array,
  pose: DrawnPose,
  surface: Surface,
  seed = 0,
): Promise<Uint8Array> {
  const decoded = decodedPhotos.get(photo) ?? decode(photo);
  decodedPhotos.set(photo, decoded);
  const { pixels, behind } = await decoded;
  const { width, height } = pixels;
  const centre = { x: width / 2, y: height / 2 };
  return await render(pixels, Buffer.from(behind), pose, { centre, face: width / 2.4, surface, seed });
}

/** A photo is drawn many times: its pixels, and what is seen behind the head. */
type Decoded = { readonly pixels: Pixels; readonly behind: Uint8Array };
const decodedPhotos = new WeakMap<Uint8Array, Promise<Decoded>>();

async function decode(photo: Uint8Array): Promise<Decoded> {
  const { data, info } = await sharp(photo).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const behind = await sharp(data, { raw: { width, height, channels: 3 } })
    .blur(25)
    .raw()
    .toBuffer();
  return { pixels: { data, width, height }, behind };
}

const plane: Surface = (x, y) => ({ x, y, z: 0 });

/** An ellipsoid with a nose: as deep as a head must be to seem turned as far as it is, and to stay as wide as real ones. */
export function head(x: number, y: number): ReturnType<Surface> {
  const r = (x / 0.55) ** 2 + ((y + 0.05) / 0.95) ** 2;
  if (r >= 1) return undefined;
  const nose = 0.16 * Math.exp(-((x / 0.09) ** 2) - ((y - 0.08) / 0.16) ** 2);
  return { x, y, z: 0.9 * Math.sqrt(1 - r) + nose };
}

type Scene = {
  readonly centre: { readonly x: number; readonly y: number };
  readonly face: number;
  readonly surface: Surface;
  readonly seed: number;
};

/** Distance of the camera, in widths of the face. */
const distance = 5;

async function render(pixels: Pixels, out: Buffer, pose: DrawnPose, scene: Scene): Promise<Uint8Array> {
  const { width, height } = pixels;
  const near = new Float32Array(width * height).fill(Number.NEGATIVE_INFINITY);
  const project = projector(pose, scene);
  const projectRow = (y: number) =>
    Array.from({ length: Math.ceil(width / step) }, (_, column) => project(column * step, y));
  let above = projectRow(0);
  for (let y = step; y < height; y += step) {
    const below = projectRow(y);
    for (let column = 1; column < above.length; column++) {
      const [a, b, c, d] = [above[column - 1], above[column], below[column - 1], below[column]];
      if (a === undefined || b === undefined || c === undefined || d === undefined) continue;
      fill(pixels, out, near, a, b, c);
      fill(pixels, out, near, b, d, c);
    }
    above = below;
  }
  noise(out, scene.seed);
  return await sharp(out, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();
}

type Vertex = {
  readonly u: number;
  readonly v: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
};

function projector({ yaw, pitch }: DrawnPose, { centre, face, surface }: Scene) {
  const [sinYaw, cosYaw] = [Math.sin((yaw * Math.PI) / 180), Math.cos((yaw * Math.PI) / 180)];
  const [sinPitch, cosPitch] = [Math.sin((pitch * Math.PI) / 180), Math.cos((pitch * Math.PI) / 180)];
  return (u: number, v: number): Vertex | undefined => {
    const point = surface((u - centre.x) / face, (v - centre.y) / face);
    if (point === undefined) return undefined;
    const { x, y, z: depth } = point;
    const [turnedX, turnedZ] = [x * cosYaw + depth * sinYaw, -x * sinYaw + depth * cosYaw];
    const [liftedY, z] = [y * cosPitch - turnedZ * sinPitch, y * sinPitch + turnedZ * cosPitch];
    // A head straight ahead keeps its size whatever its depth: what turns is seen from far.
    const scale = distance / (distance - (z - depth));
    return { u, v, x: centre.x + turnedX * scale * face, y: centre.y + liftedY * scale * face, z };
  };
}

function fill(pixels: Pixels, out: Uint8Array, near: Float32Array, a: Vertex, b: Vertex, c: Vertex): void {
  const { width, height } = pixels;
  const area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
  // Seen from behind, or edge on.
  if (area <= 1e-6) return;
  const right = Math.min(width - 1, Math.floor(Math.max(a.x, b.x, c.x)));
  const bottom = Math.min(height - 1, Math.floor(Math.max(a.y, b.y, c.y)));
  for (let y = Math.max(0, Math.ceil(Math.min(a.y, b.y, c.y))); y <= bottom; y++) {
    for (let x = Math.max(0, Math.ceil(Math.min(a.x, b.x, c.x))); x <= right; x++) {
      const wb = ((x - a.x) * (c.y - a.y) - (c.x - a.x) * (y - a.y)) / area;
      const wc = ((b.x - a.x) * (y - a.y) - (x - a.x) * (b.y - a.y)) / area;
      const wa = 1 - wb - wc;
      if (wa < -1e-6 || wb < -1e-6 || wc < -1e-6) continue;
      const z = wa * a.z + wb * b.z + wc * c.z;
      const at = y * width + x;
      if (z <= near[at]!) continue;
      near[at] = z;
      const u = Math.min(width - 2, Math.max(0, wa * a.u + wb * b.u + wc * c.u));
      const v = Math.min(height - 2, Math.max(0, wa * a.v + wb * b.v + wc * c.v));
      sample(pixels, u, v, out, at);
    }
  }
}

function sample({ data, width }: Pixels, u: number, v: number, out: Uint8Array, at: number): void {
  const x = Math.floor(u);
  const y = Math.floor(v);
  const fx = u - x;
  const fy = v - y;
  for (let channel = 0; channel < 3; channel++) {
    const from = (y * width + x) * 3 + channel;
    const under = from + width * 3;
    const top = data[from]! * (1 - fx) + data[from + 3]! * fx;
    const low = data[under]! * (1 - fx) + data[under + 3]! * fx;
    out[at * 3 + channel] = Math.round(top * (1 - fy) + low * fy);
  }
}

/** No two frames of a camera are alike. */
function noise(out: Uint8Array, seed: number): void {
  let state = (seed + 1) * 2_654_435_761;
  for (let i = 0; i < out.length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    out[i] = Math.min(255, Math.max(0, out[i]! + ((state >>> 24) % 7) - 3));
  }
}
