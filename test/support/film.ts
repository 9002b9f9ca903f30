import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';

/** A picture, and how long the film stays on it. */
export type Shot = { readonly picture: Uint8Array; readonly ms: number };

export const [filmWidth, filmHeight] = [640, 480] as const;

/** Chromium plays JPEGs in a row at this rate. */
const perSecond = 30;

/**
 * Writes a film for Chromium's fake camera (`--use-file-for-fake-video-capture`, a name that ends in `.mjpeg`), its shots
 * again and again for some seconds. No two of its pictures are the same, nor those of two films, as with a camera's noise.
 */
export async function writeFilm(file: string, shots: readonly Shot[], seconds: number): Promise<void> {
  const pictures = await Promise.all(
    shots.map(async ({ picture, ms }) => {
      const raw = await sharp(picture)
        .resize(filmWidth, filmHeight, { fit: 'cover' })
        .removeAlpha()
        .raw()
        .toBuffer();
      return { raw, count: Math.max(1, Math.round((ms * perSecond) / 1_000)) };
    }),
  );
  const once = pictures.flatMap(({ raw, count }) => Array.from({ length: count }, () => raw));
  const first = createHash('sha256').update(file).digest().readUInt32BE(0);
  const frames: Buffer[] = [];
  for (let at = 0; at < seconds * perSecond; at++) {
    const pixels = Buffer.from(once[at % once.length]!);
    // A few pixels of a corner tell the number of the picture.
    const number = first + at;
    for (let bit = 0; bit < 20; bit++) {
      if (Math.floor(number / 2 ** bit) % 2 === 1) pixels.fill(128, bit * 24, bit * 24 + 24);
    }
    frames.push(
      await sharp(pixels, { raw: { width: filmWidth, height: filmHeight, channels: 3 } })
        .jpeg({ quality: 92 })
        .toBuffer(),
    );
  }
  await writeFile(file, Buffer.concat(frames));
}
