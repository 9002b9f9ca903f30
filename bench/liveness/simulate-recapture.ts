import sharp from 'sharp';
import type { Raster } from '../../src/engine/raster.ts';

/** Presentation attack instrument species of the simulation, and `camera`, which presents nothing. */
export const species = ['screen grid', 'screen fine', 'print dots', 'print photo'] as const;
/** An attack of one of them whose face is cut out and surrounded by its own edges, repeated and blurred. */
export const cutOut = 'cut out';
export type Species = (typeof species)[number];
export const strengths = ['weak', 'medium', 'strong'] as const;
export type Strength = (typeof strengths)[number];

/** A face to be shown: its photo and where it is in it. */
export type ShownFace = {
  readonly raster: Raster;
  readonly centreX: number;
  readonly centreY: number;
  readonly width: number;
};

/** How a face is taken again; everything is drawn from `random`. */
type Setup = {
  readonly size: number;
  /** Width of the face in the new photo. */
  readonly faceWidth: number;
  readonly angle: number;
  readonly tiltX: number;
  readonly tiltY: number;
  readonly hasBorder: boolean;
  readonly borderWidth: number;
  readonly borderColour: readonly [number, number, number];
  readonly backgroundColour: readonly [number, number, number];
  readonly tone: {
    readonly black: number;
    readonly gain: readonly [number, number, number];
    readonly gamma: number;
  };
  readonly glare: number;
  readonly blur: number;
  readonly noise: number;
  readonly finalScale: number;
  readonly quality: number;
  readonly cell: number;
  readonly depth: number;
};

/** How much of the light a grid or the dots make up. */
const depths: Record<Strength, readonly [number, number]> = {
  weak: [0.05, 0.12],
  medium: [0.15, 0.4],
  strong: [0.4, 0.9],
};
const howStrong: Record<Strength, number> = { weak: 0.3, medium: 0.65, strong: 1 };

/** A photo taken of a face on a screen or on paper, as a JPEG. */
export function simulateAttack(
  face: ShownFace,
  kind: Species,
  strength: Strength,
  random: () => number,
): Promise<Buffer> {
  const s = howStrong[strength];
  const isScreen = kind.startsWith('screen');
  const between = (low: number, high: number) => low + (high - low) * random();
  const around = (spread: number) => between(-spread, spread);
  const cast = isScreen
    ? [around(0.08) - 0.03, around(0.04), around(0.08) + 0.05]
    : [0.04 + around(0.06), around(0.04), -0.05 + around(0.06)];
  const setup: Setup = {
    ...frame(random),
    angle: around(0.05 + 0.12 * s),
    tiltX: around(0.12 * s),
    tiltY: around(0.12 * s),
    hasBorder: random() < 0.2 + 0.5 * s,
    borderWidth: between(0.06, 0.4),
    borderColour: isScreen && random() < 0.8 ? grey(between(5, 45)) : grey(between(170, 250)),
    backgroundColour: [between(20, 230), between(20, 230), between(20, 230)],
    tone: {
      black: isScreen ? between(0, 0.1 * s) : between(0.02, 0.06 + 0.14 * s),
      gain: [1 + cast[0]! * s, 1 + cast[1]! * s, 1 + cast[2]! * s],
      gamma: 1 + around(0.45 * s),
    },
    glare: random() < 0.35 * s ? between(20, 110) * s : 0,
    blur: between(0.3, 0.55 + 0.6 * s),
    noise: between(0.5, 4),
    // Grids as a camera sees them: from far below its own pixels to a few of them.
    cell:
      kind === 'screen grid'
        ? between(1.05, 4.5)
        : kind === 'screen fine'
          ? between(0.45, 1.05)
          : between(2.4, 6.5),
    depth: kind === 'print photo' ? 0 : between(...depths[strength]),
  };
  return take(face, kind, setup, random);
}

/** The same camera before the person: nothing shown, no border, natural tones. */
export function simulateCamera(face: ShownFace, random: () => number): Promise<Buffer> {
  const between = (low: number, high: number) => low + (high - low) * random();
  const setup: Setup = {
    ...frame(random),
    angle: between(-0.15, 0.15),
    tiltX: between(-0.06, 0.06),
    tiltY: between(-0.06, 0.06),
    hasBorder: false,
    borderWidth: 0,
    borderColour: grey(0),
    backgroundColour: grey(0),
    tone: {
      black: between(0, 0.04),
      gain: [between(0.92, 1.08), between(0.95, 1.05), between(0.92, 1.08)],
      gamma: between(0.75, 1.3),
    },
    glare: random() < 0.08 ? between(15, 60) : 0,
    blur: between(0.3, 1.1),
    noise: between(0.5, 4),
    cell: 1,
    depth: 0,
  };
  return take(face, 'camera', setup, random);
}

function frame(random: () => number) {
  const size = 380 + Math.round(random() * 260);
  return {
    size,
    faceWidth: size * (0.22 + 0.3 * random()),
    finalScale: random() < 0.5 ? 1 : 0.6 + 0.4 * random(),
    quality: Math.round(60 + 36 * random()),
  };
}

function grey(value: number): [number, number, number] {
  return [value, value, value];
}

/** A camera with a Bayer pattern before the picture, pixel by pixel. */
async function take(
  { raster, centreX, centreY, width }: ShownFace,
  kind: Species | 'camera',
  setup: Setup,
  random: () => number,
): Promise<Buffer> {
  const { size, tone } = setup;
  const mosaic = new Float32Array(size * size);
  const scale = width / setup.faceWidth;
  const [cos, sin] = [Math.cos(setup.angle), Math.sin(setup.angle)];
  const phase = [random(), random()] as const;
  const glareAt = [size * random(), size * random(), (size * (0.1 + 0.25 * random())) ** 2] as const;
  const border = setup.borderWidth * width;
  const colour = [0, 0, 0];
  for (let v = 0; v < size; v++) {
    for (let u = 0; u < size; u++) {
      const channel = (u & 1) + (v & 1);
      const [x, y] = [(u - size / 2) / size, (v - size * 0.5) / size];
      const w = 1 + setup.tiltX * x + setup.tiltY * y;
      const [a, b] = [((x * cos - y * sin) * size) / w, ((x * sin + y * cos) * size) / w];
      const [sx, sy] = [centreX + a * scale, centreY + b * scale];
      const outside = Math.max(-sx, -sy, sx - raster.width + 1, sy - raster.height + 1);
      let value: number;
      if (outside > 0 && setup.hasBorder) {
        const flat = outside < border ? setup.borderColour : setup.backgroundColour;
        value = (flat[channel] as number) * (outside < border ? 1 : 0.8 + 0.2 * Math.sin(x * 9 + y * 5));
      } else {
        sample(raster, mirror(sx, raster.width), mirror(sy, raster.height), colour);
        value =
          255 *
          tone.gain[channel]! *
          (tone.black + (1 - tone.black) * (colour[channel]! / 255) ** tone.gamma);
        if (setup.depth > 0) {
          if (kind.startsWith('screen'))
            value *= screenGrid(a / setup.cell + phase[0], b / setup.cell + phase[1], channel, setup);
          else value = printDots(a / setup.cell + phase[0], b / setup.cell + phase[1], channel, value, setup);
        }
      }
      if (setup.glare > 0) {
        const distance = (u - glareAt[0]) ** 2 + (v - glareAt[1]) ** 2;
        value += setup.glare * Math.exp(-distance / glareAt[2]);
      }
      mosaic[v * size + u] = value + setup.noise * gaussian(random);
    }
  }
  const picture = sharp(demosaic(mosaic, size), { raw: { width: size, height: size, channels: 3 } });
  const seen = await picture.blur(Math.max(0.3, setup.blur)).raw().toBuffer();
  return await sharp(seen, { raw: { width: size, height: size, channels: 3 } })
    .resize(Math.round(size * setup.finalScale))
    .jpeg({ quality: setup.quality })
    .toBuffer();
}

/** Light of one colour from a panel of red, green and blue stripes, over a camera pixel of the size of 1/cell. */
function screenGrid(x: number, y: number, channel: number, { depth, cell }: Setup): number {
  let light = 0;
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      const gx = x + (i - 1) / (3 * cell) - channel / 3;
      const gy = y + (j - 1) / (3 * cell);
      const stripe = gx - Math.floor(gx);
      const row = gy - Math.floor(gy);
      if (stripe < 0.3 && row < 0.86) light++;
    }
  }
  // As bright on the whole as without a grid.
  return 1 - depth + (depth * light) / 9 / 0.258;
}

/** Screen angles of the inks that take away red, green and blue. */
const inkAngles = [(15 * Math.PI) / 180, (75 * Math.PI) / 180, 0];

/** Paper with dots of ink, larger where the picture is darker, over a camera pixel. */
function printDots(x: number, y: number, channel: number, value: number, { depth, cell }: Setup): number {
  const angle = inkAngles[channel] as number;
  const [cos, sin] = [2 * Math.PI * Math.cos(angle), 2 * Math.PI * Math.sin(angle)];
  const coverage = 1 - Math.min(255, Math.max(0, value)) / 255;
  let inked = 0;
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      const [px, py] = [x + (i - 1) / (3 * cell), y + (j - 1) / (3 * cell)];
      const spot = 0.5 + (Math.cos(px * cos - py * sin) + Math.cos(px * sin + py * cos)) / 4;
      inked += Math.min(1, Math.max(0, (coverage - spot) * 6 + 0.5));
    }
  }
  return (1 - depth) * value + depth * 245 * (1 - (inked / 9) * 0.95);
}

function sample({ width, height, pixels }: Raster, x: number, y: number, colour: number[]): void {
  const [x0, y0] = [Math.min(width - 2, Math.floor(x)), Math.min(height - 2, Math.floor(y))];
  const [fx, fy] = [x - x0, y - y0];
  const at = 3 * (y0 * width + x0);
  for (let c = 0; c < 3; c++) {
    const upper = pixels[at + c]! * (1 - fx) + pixels[at + 3 + c]! * fx;
    const lower = pixels[at + 3 * width + c]! * (1 - fx) + pixels[at + 3 * width + 3 + c]! * fx;
    colour[c] = upper * (1 - fy) + lower * fy;
  }
}

function mirror(value: number, length: number): number {
  const last = length - 1;
  const turned = Math.abs(value) % (2 * last);
  return turned > last ? 2 * last - turned : turned;
}

/** Red where both places are even, blue where both are odd, green elsewhere; missing colours by their neighbours. */
function demosaic(mosaic: Float32Array, size: number): Uint8Array {
  const out = new Uint8ClampedArray(3 * size * size);
  for (let v = 0; v < size; v++) {
    for (let u = 0; u < size; u++) {
      const sums = [0, 0, 0];
      const counts = [0, 0, 0];
      const own = (u & 1) + (v & 1);
      for (let dv = -1; dv <= 1; dv++) {
        for (let du = -1; du <= 1; du++) {
          const [x, y] = [u + du, v + dv];
          if (x < 0 || y < 0 || x >= size || y >= size) continue;
          const channel = (x & 1) + (y & 1);
          if (channel === own && (du !== 0 || dv !== 0)) continue;
          const weight = du === 0 || dv === 0 ? 2 : 1;
          sums[channel] = sums[channel]! + weight * mosaic[y * size + x]!;
          counts[channel] = counts[channel]! + weight;
        }
      }
      for (let c = 0; c < 3; c++) out[3 * (v * size + u) + c] = sums[c]! / (counts[c] || 1);
    }
  }
  return new Uint8Array(out.buffer);
}

function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(random() + 1e-9)) * Math.cos(2 * Math.PI * random());
}
