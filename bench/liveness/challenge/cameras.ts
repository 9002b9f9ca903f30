import sharp from 'sharp';

/** A camera before a picture whose face is 167 pixels wide. */
export type Camera = {
  readonly name: string;
  /** Pixels of the face's width. */
  readonly facePx?: number;
  readonly light?: number;
  readonly blur?: number;
  /** Pixels by which a face on the way to a pose moves while it is photographed. */
  readonly smear?: number;
};

const drawnFacePx = 400 / 2.4;

export const cameras: readonly Camera[] = [
  { name: 'face of 50 pixels', facePx: 50 },
  { name: 'face of 80 pixels', facePx: 80 },
  { name: 'face of 300 pixels', facePx: 300 },
  { name: 'a third of the light', light: 0.33 },
  { name: 'too bright by half', light: 1.5 },
  { name: 'blurred by 1 % of the face', blur: drawnFacePx / 100 },
  { name: 'blurred by 2 % of the face', blur: drawnFacePx / 50 },
  { name: 'smeared by 4 % of the face on the way', smear: 7 },
];

export async function photographWith(
  camera: Camera,
  picture: Uint8Array,
  isBetween = false,
): Promise<Uint8Array> {
  let image = sharp(picture);
  if (camera.light !== undefined) image = image.linear(camera.light, 0);
  if (camera.blur !== undefined) image = image.blur(camera.blur);
  if (camera.smear !== undefined && isBetween) image = image.convolve(smearKernel(camera.smear));
  if (camera.facePx !== undefined) image = image.resize(Math.round(camera.facePx * 2.4));
  return await image.jpeg({ quality: 85 }).toBuffer();
}

/** The mean of neighbours in a row. */
function smearKernel(width: number) {
  const row = (value: number) => Array<number>(width).fill(value);
  return { width, height: 3, kernel: [...row(0), ...row(1), ...row(0)] };
}
