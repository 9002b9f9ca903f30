import sharp, { type Sharp } from 'sharp';

/** A way to copy a photo such that it is another file. */
export type Copying = { readonly name: string; readonly copy: (photo: Uint8Array) => Promise<Buffer> };

/** The copies that `measure-replays.ts` tries: recompressed, resized, cropped, in other formats, brighter, mirrored. */
export const copyings: readonly Copying[] = [
  ...[30, 50, 70, 90].map((quality) => ({
    name: `JPEG of quality ${quality}`,
    copy: (photo: Uint8Array) => jpeg(sharp(photo), quality),
  })),
  ...[0.4, 0.6, 0.8].map((factor) => ({
    name: `resized to ${factor}`,
    copy: async (photo: Uint8Array) => jpeg(await resize(photo, factor), 85),
  })),
  { name: 'PNG', copy: (photo) => sharp(photo).png().toBuffer() },
  { name: 'WebP of quality 50', copy: (photo) => sharp(photo).webp({ quality: 50 }).toBuffer() },
  { name: 'AVIF of quality 40', copy: (photo) => sharp(photo).avif({ quality: 40, effort: 0 }).toBuffer() },
  { name: 'cropped by 5 % on each side', copy: async (photo) => jpeg(await crop(photo, [5, 5, 5, 5]), 85) },
  {
    name: 'cropped by 10 % on each side',
    copy: async (photo) => jpeg(await crop(photo, [10, 10, 10, 10]), 85),
  },
  {
    name: 'cropped by 10 % on two sides',
    copy: async (photo) => jpeg(await crop(photo, [10, 0, 0, 10]), 85),
  },
  { name: 'darker by 15 %', copy: (photo) => jpeg(sharp(photo).linear(0.85, 0), 85) },
  { name: 'brighter by 15 %', copy: (photo) => jpeg(sharp(photo).linear(1.15, 0), 85) },
  { name: 'gamma 1.3', copy: (photo) => jpeg(sharp(photo).gamma(1.3), 85) },
  { name: 'grey', copy: (photo) => jpeg(sharp(photo).greyscale(), 85) },
  { name: 'mirrored', copy: (photo) => jpeg(sharp(photo).flop(), 85) },
  { name: 'turned by 4 degrees', copy: (photo) => jpeg(sharp(photo).rotate(4), 85) },
  { name: 'blurred by 1 pixel', copy: (photo) => jpeg(sharp(photo).blur(1), 85) },
  {
    name: 'cropped by 10 %, resized to 0.6, JPEG of quality 40, brighter by 10 %',
    copy: async (photo) => {
      const cropped = await (await crop(photo, [10, 10, 10, 10])).png().toBuffer();
      return await jpeg((await resize(cropped, 0.6)).linear(1.1, 0), 40);
    },
  },
];

async function jpeg(image: Sharp, quality: number): Promise<Buffer> {
  return await image.jpeg({ quality }).toBuffer();
}

async function resize(photo: Uint8Array, factor: number): Promise<Sharp> {
  const { width } = await sharp(photo).metadata();
  return sharp(photo).resize(Math.round(width * factor));
}

/** Without the given parts, in percent, on the left, at the top, on the right and at the bottom. */
async function crop(
  photo: Uint8Array,
  [left, top, right, bottom]: readonly [number, number, number, number],
): Promise<Sharp> {
  const { width, height } = await sharp(photo).metadata();
  const [x, y] = [Math.round((width * left) / 100), Math.round((height * top) / 100)];
  return sharp(photo).extract({
    left: x,
    top: y,
    width: width - x - Math.round((width * right) / 100),
    height: height - y - Math.round((height * bottom) / 100),
  });
}
