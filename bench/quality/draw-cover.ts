import sharp from 'sharp';
import type { Point } from '../../src/engine/geometry.ts';
import { eyeCentres, type Landmarks, landmark } from '../../src/engine/locate-landmarks.ts';

/** What lies over a face in a made-up photo. */
export type Cover = {
  readonly part: 'eyes' | 'mouth';
  readonly kind: 'bar' | 'sunglasses' | 'mask' | 'printed mask' | 'blob';
};

/** Draws a cover over the eyes or the mouth of a face, in a colour and with a texture that `random` picks. */
export async function drawCover(
  photo: Uint8Array,
  landmarks: Landmarks,
  cover: Cover,
  random: () => number,
): Promise<Buffer> {
  const { width, height } = await sharp(photo).metadata();
  const shape =
    cover.part === 'eyes' ? overEyes(landmarks, cover, random) : overMouth(landmarks, cover, random);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shape}</svg>`;
  return await sharp(photo)
    .composite([{ input: Buffer.from(svg) }])
    .jpeg({ quality: 92 })
    .toBuffer();
}

type Frame = { readonly centre: Point; readonly unit: number; readonly degrees: number };

/** Middle of the eyes, their distance, and how they slope. */
function frameOf(landmarks: Landmarks): Frame {
  const { right, left } = eyeCentres(landmarks);
  return {
    centre: { x: (right.x + left.x) / 2, y: (right.y + left.y) / 2 },
    unit: Math.hypot(left.x - right.x, left.y - right.y),
    degrees: (Math.atan2(left.y - right.y, left.x - right.x) * 180) / Math.PI,
  };
}

function overEyes(landmarks: Landmarks, { kind }: Cover, random: () => number): string {
  const { centre, unit, degrees } = frameOf(landmarks);
  const turn = `transform="translate(${centre.x} ${centre.y}) rotate(${degrees}) scale(${unit})"`;
  const fill = paint(random, kind === 'sunglasses' ? 0.25 : 1);
  if (kind === 'sunglasses') {
    const [rx, ry] = [0.36 + 0.08 * random(), 0.24 + 0.1 * random()];
    const frame = `stroke="${colour(random, 0.4)}" stroke-width="${0.03 + 0.04 * random()}"`;
    const lens = (x: number) =>
      `<ellipse cx="${x}" cy="0.04" rx="${rx}" ry="${ry}" fill="${fill.url}" ${frame}/>`;
    return `${fill.definition}<g ${turn}>${lens(-0.5)}${lens(0.5)}<path d="M-0.15 0 L0.15 0" ${frame}/></g>`;
  }
  const [w, h] = [2 + 0.6 * random(), 0.45 + 0.35 * random()];
  return `${fill.definition}<rect ${turn} x="${-w / 2}" y="${-h / 2}" width="${w}" height="${h}" rx="${kind === 'blob' ? 0.25 : 0}" fill="${fill.url}"/>`;
}

function overMouth(landmarks: Landmarks, { kind }: Cover, random: () => number): string {
  const { unit, degrees } = frameOf(landmarks);
  const lips = landmark(landmarks, 13);
  const fill = paint(random, 1);
  const turn = `transform="translate(${lips.x} ${lips.y}) rotate(${degrees}) scale(${unit})"`;
  if (kind === 'bar' || kind === 'blob') {
    const [w, h] = [1.1 + 0.8 * random(), 0.5 + 0.3 * random()];
    return `${fill.definition}<rect ${turn} x="${-w / 2}" y="${-h / 2}" width="${w}" height="${h}" rx="${kind === 'blob' ? 0.25 : 0}" fill="${fill.url}"/>`;
  }
  // From the bridge of the nose around the jaw, as masks are worn.
  const outline = [234, 123, 50, 197, 280, 352, 454, 361, 397, 378, 152, 149, 172, 132]
    .map((index) => landmark(landmarks, index))
    .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
    .join(' ');
  const folds = Array.from({ length: kind === 'printed mask' ? 9 : 3 }, (_, i) => {
    const y = -0.45 + (i * 1) / (kind === 'printed mask' ? 9 : 3) + 0.1 * random();
    return `<path d="M-0.6 ${y} Q0 ${y + 0.1 * random()} 0.6 ${y}" stroke="${colour(random, 1)}" stroke-width="${kind === 'printed mask' ? 0.06 : 0.015}" fill="none" opacity="0.6"/>`;
  });
  return `${fill.definition}<polygon points="${outline}" fill="${fill.url}"/><g ${turn}>${folds.join('')}</g>`;
}

let paints = 0;

/** A gradient between two colours, since hardly anything is of one. */
function paint(random: () => number, brightest: number): { definition: string; url: string } {
  const id = `paint${paints++}`;
  const first = colour(random, brightest);
  const second = random() < 0.5 ? first : colour(random, brightest);
  const definition = `<linearGradient id="${id}" x1="0" y1="0" x2="${random() < 0.5 ? 0 : 1}" y2="1"><stop offset="0" stop-color="${first}"/><stop offset="1" stop-color="${second}"/></linearGradient>`;
  return { definition, url: `url(#${id})` };
}

/** Half of them grey, since masks and glasses mostly are; the other half of any colour. */
function colour(random: () => number, brightest: number): string {
  const value = random() * brightest * 255;
  if (random() < 0.5) return `rgb(${value},${value},${value})`;
  return `rgb(${random() * brightest * 255},${random() * brightest * 255},${random() * brightest * 255})`;
}
