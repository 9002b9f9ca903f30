import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import sharp from 'sharp';

/** A picture, and how long the film stays on it. */
export type Shot = { readonly picture: Uint8Array; readonly ms: number };

const [width, height] = [640, 480] as const;

/** More than the capture page looks at. */
const perSecond = 15;

/**
 * Writes a film for Chromium's fake camera (`--use-file-for-fake-video-capture`, a name that ends in `.y4m`), its shots
 * again and again for some seconds: 7 MB for each of them. No two of its pictures are the same, nor those of two films,
 * as with a camera's noise.
 */
export async function writeFilm(path: string, shots: readonly Shot[], seconds: number): Promise<void> {
  const pictures = await Promise.all(
    shots.map(async ({ picture, ms }) => {
      const planes = await readPlanes(picture);
      return Array.from({ length: Math.max(1, Math.round((ms * perSecond) / 1_000)) }, () => planes);
    }),
  );
  const once = pictures.flat();
  const first = createHash('sha256').update(path).digest().readUInt32BE(0);
  await using file = await open(path, 'w');
  await file.write(`YUV4MPEG2 W${width} H${height} F${perSecond}:1 Ip A1:1 C420\n`);
  for (let at = 0; at < seconds * perSecond; at++) {
    const planes = once[at % once.length]!;
    // A few pixels of a corner tell the number of the picture.
    const number = first + at;
    for (let bit = 0; bit < 20; bit++) {
      planes.fill(Math.floor(number / 2 ** bit) % 2 === 1 ? 126 : 16, bit * 8, bit * 8 + 8);
    }
    await file.writev([Buffer.from('FRAME\n'), planes]);
  }
}

/** Brightness of all pixels, then both colours of each four (BT.601, as televisions have them). */
async function readPlanes(picture: Uint8Array): Promise<Buffer> {
  const read = async (shrunk: number) =>
    await sharp(picture)
      .resize(width / shrunk, height / shrunk, { fit: 'cover' })
      .removeAlpha()
      .raw()
      .toBuffer();
  const sum = (rgb: Buffer, base: number, [red, green, blue]: readonly [number, number, number]) =>
    Buffer.from(
      Array.from(
        { length: rgb.length / 3 },
        (_, at) => base + (red * rgb[at * 3]! + green * rgb[at * 3 + 1]! + blue * rgb[at * 3 + 2]!) / 255,
      ),
    );
  const [whole, half] = [await read(1), await read(2)];
  return Buffer.concat([
    sum(whole, 16, [65.5, 128.6, 25]),
    sum(half, 128, [-37.8, -74.2, 112]),
    sum(half, 128, [112, -93.8, -18.2]),
  ]);
}
