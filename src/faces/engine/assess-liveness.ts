import type { View } from './geometry.ts';
import type { Network } from './onnx-network.ts';
import { drawView, type PixelScaling, type Pyramid, plainRgb } from './raster.ts';

/** A box in pixels of the searched photo. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Judges whether a photo shows a live person. */
export type LivenessAssessor = {
  /** 0 to 1; larger is more likely live. */
  assess(pyramid: Pyramid, box: Box): Promise<number>;
};

const spoofPixels: PixelScaling = { ...plainRgb, planes: [2, 1, 0] };
const unitPixels: PixelScaling = { ...plainRgb, scale: [1 / 255, 1 / 255, 1 / 255] };

/**
 * The two MiniFASNet networks, their probabilities averaged. Each sees the face's surroundings at its own scale,
 * as 80 x 80 blue-green-red values from 0 to 255 (minivision-ai/Silent-Face-Anti-Spoofing, `generate_patches.py`).
 * The pictures it was trained on were shrunk without averaging, and it notices when they are not.
 */
export function createMiniFasNetAssessor(v2: Network, v1se: Network): LivenessAssessor {
  const input = new Float32Array(3 * 80 * 80);
  const live = async (network: Network, pyramid: Pyramid, box: Box, scale: number) => {
    drawView(pyramid, surroundings(pyramid, box, scale, 80), 80, spoofPixels, input, 'unaveraged');
    const [scores] = Object.values(await network.run(input));
    if (scores === undefined) throw new Error('The liveness network lacks its output');
    return probabilities(scores)[1] ?? 0;
  };
  return {
    async assess(pyramid, box) {
      return ((await live(v2, pyramid, box, 2.7)) + (await live(v1se, pyramid, box, 4))) / 2;
    },
  };
}

/** The two packaged networks, averaged. They do not separate live from spoofed photos. */
export function createPackagedAssessor(antispoof: Network, liveness: Network): LivenessAssessor {
  const run = async (network: Network, pyramid: Pyramid, box: Box) => {
    const size = network.inputShape[1];
    const input = new Float32Array(3 * size * size);
    drawView(pyramid, surroundings(pyramid, box, 1, size), size, unitPixels, input);
    const { live } = await network.run(input);
    return live?.[0] ?? 0;
  };
  return {
    async assess(pyramid, box) {
      return ((await run(antispoof, pyramid, box)) + (await run(liveness, pyramid, box))) / 2;
    },
  };
}

/** The box enlarged about its centre, less when the photo is too small, and shifted back inside the photo. */
function surroundings(pyramid: Pyramid, box: Box, factor: number, size: number): View {
  const photo = pyramid.photo;
  const scale = Math.min(factor, (photo.width - 1) / box.width, (photo.height - 1) / box.height);
  const [width, height] = [box.width * scale, box.height * scale];
  const inside = (start: number, length: number, total: number) =>
    Math.min(Math.max(0, start), Math.max(0, total - 1 - length));
  const x = inside(box.x + box.width / 2 - width / 2, width, photo.width);
  const y = inside(box.y + box.height / 2 - height / 2, height, photo.height);
  const [a, e] = [(width + 1) / size, (height + 1) / size];
  return { a, b: 0, c: x + a / 2 - 0.5, d: 0, e, f: y + e / 2 - 0.5 };
}

/** Of the known files some end in a softmax and some before it. */
function probabilities(scores: Float32Array): readonly number[] {
  const values = Array.from(scores);
  const sum = values.reduce((total, value) => total + value, 0);
  if (Math.abs(sum - 1) < 1e-3 && values.every((value) => value >= 0)) return values;
  const largest = Math.max(...values);
  const powers = values.map((value) => Math.exp(value - largest));
  const total = powers.reduce((whole, value) => whole + value, 0);
  return powers.map((value) => value / total);
}
