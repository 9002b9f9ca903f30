import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/** The sample photos of `@vladmandic/face-api`, as they are copied when the networks are built. */
const samplesFolder = fileURLToPath(new URL('../../packages/networks/dist', import.meta.url));

/** Where one woman's face lies in a sample photo, in pixels. */
type Cut = {
  readonly sample: number;
  readonly x: number;
  readonly y: number;
  readonly faceWidthPx: number;
  /** Share of the photo's blue that stays. The default liveness network takes a face in blue light for a picture of one. */
  readonly blue?: number;
};

/** The same woman on two days. */
const ana: readonly Cut[] = [
  { sample: 1, x: 1570, y: 336, faceWidthPx: 156 },
  { sample: 3, x: 1186, y: 381, faceWidthPx: 219, blue: 0.45 },
];

/** Four other women. */
const others: readonly Cut[] = [
  { sample: 1, x: 513, y: 501, faceWidthPx: 183 },
  { sample: 3, x: 695, y: 483, faceWidthPx: 212 },
  { sample: 4, x: 328, y: 337, faceWidthPx: 184 },
  { sample: 6, x: 1589, y: 435, faceWidthPx: 246 },
];

export type DemoPhotos = {
  /** Two photos of the same woman, taken on different days. */
  readonly sameWoman: readonly [Uint8Array, Uint8Array];
  /** One photo each of four other women. */
  readonly otherWomen: readonly Uint8Array[];
};

/**
 * Photos to try the service with, cut at run time out of the sample photos that arrive inside an npm package, so
 * that none is stored here. `sizePx`: width and height of each; by default as cut, 370 to 590 pixels.
 */
export async function cutDemoPhotos(sizePx?: number): Promise<DemoPhotos> {
  const [first, second] = await Promise.all(ana.map((cut) => cutPhoto(cut, sizePx)));
  if (first === undefined || second === undefined) throw new Error('The sample photos are missing');
  return {
    sameWoman: [first, second],
    otherWomen: await Promise.all(others.map((cut) => cutPhoto(cut, sizePx))),
  };
}

/** A whole sample photo, 1 to 6, with several prominent faces. */
export function readSamplePhoto(sample: number): Promise<Uint8Array> {
  return readFile(join(samplesFolder, `sample${sample}.jpg`));
}

async function cutPhoto(cut: Cut, sizePx: number | undefined): Promise<Uint8Array> {
  const side = Math.round(cut.faceWidthPx * 2.4);
  const photo = sharp(await readSamplePhoto(cut.sample)).extract({
    left: Math.max(0, Math.round(cut.x - side / 2)),
    top: Math.max(0, Math.round(cut.y - side / 2)),
    width: Math.min(side, 1920 - Math.round(cut.x - side / 2)),
    height: side,
  });
  if (cut.blue !== undefined) {
    photo.recomb([
      [1.1, 0, 0],
      [0, 1, 0],
      [0, 0, cut.blue],
    ]);
  }
  const sized = sizePx === undefined ? photo : photo.resize(sizePx, sizePx, { fit: 'cover' });
  return sized.jpeg({ quality: 92 }).toBuffer();
}
