import sharp from 'sharp';
import type { LinearColour } from '../../../src/engine/index.ts';
import { head } from '../../../test/support/draw-head.ts';

/** The light before a camera, and what the camera makes of it. */
export type Lighting = {
  /** Light of a white screen on a face, by that of the room. */
  readonly reach: number;
  /** Of the room, by channel. */
  readonly room: LinearColour;
  /** Share of the screen's light that the surroundings get. */
  readonly behind: number;
  /** Share of the grey world that the white balance reaches in each frame, 0 to 1. */
  readonly balance: number;
  /** Standard deviation of the sensor, of 255. */
  readonly noise: number;
  readonly quality: number;
};

const channels = ['red', 'green', 'blue'] as const;

/**
 * A drawn head of 1 / 2.4 of the picture's width under the light of a screen in front of it: diffuse, by the normals of
 * the head. Then the white balance, the exposure, the sensor and JPEG of a camera.
 */
export async function lightFace(
  picture: Uint8Array,
  screen: LinearColour,
  lighting: Lighting,
  random: () => number,
): Promise<Uint8Array> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const lit = new Float32Array(data.length);
  const sums = { red: 0, green: 0, blue: 0 };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const facing = facingOf((x - width / 2) / (width / 2.4), (y - height / 2) / (width / 2.4));
      const share = lighting.reach * (facing ?? lighting.behind);
      for (const [index, channel] of channels.entries()) {
        const at = 3 * (y * width + x) + index;
        const value = decode(data[at]! / 255) * (lighting.room[channel] + share * screen[channel]);
        lit[at] = value;
        sums[channel] += value;
      }
    }
  }
  const gains = channels.map((channel) => (sums.green / sums[channel]) ** lighting.balance);
  const before = data.reduce((sum, value) => sum + decode(value / 255), 0);
  const after = channels.reduce((sum, channel, index) => sum + sums[channel] * gains[index]!, 0);
  const exposure = (before / after) * (1 + 0.05 * (random() - 0.5));
  const out = Buffer.alloc(data.length);
  for (let at = 0; at < out.length; at++) {
    const value = encode(Math.min(1, lit[at]! * gains[at % 3]! * exposure)) * 255;
    out[at] = Math.min(255, Math.max(0, Math.round(value + lighting.noise * normal(random))));
  }
  return await sharp(out, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: lighting.quality })
    .toBuffer();
}

/** How much a point of the head faces the screen, 0 to 1; undefined beside the head. */
function facingOf(x: number, y: number): number | undefined {
  const near = 0.02;
  const [here, right, below] = [head(x, y), head(x + near, y), head(x, y + near)];
  if (here === undefined || right === undefined || below === undefined) return undefined;
  const [slopeX, slopeY] = [(right.z - here.z) / near, (below.z - here.z) / near];
  return 1 / Math.hypot(slopeX, slopeY, 1);
}

function decode(share: number): number {
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function encode(value: number): number {
  return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(Math.max(1e-9, random()))) * Math.cos(2 * Math.PI * random());
}
