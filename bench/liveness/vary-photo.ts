import sharp from 'sharp';

/** What happens to genuine photos on their way: nothing, resizing, recompression, grey, another light. */
export async function varyPhoto(photo: Uint8Array, random: () => number): Promise<Buffer> {
  const { width = 0 } = await sharp(photo).metadata();
  let image = sharp(photo);
  if (random() < 0.6) {
    const kernel = random() < 0.5 ? 'lanczos3' : 'cubic';
    image = image.resize(
      Math.round(width * (width < 400 ? 0.9 + 2.4 * random() : 0.4 + 0.8 * random())),
      undefined,
      { kernel },
    );
  }
  if (random() < 0.2) image = image.greyscale();
  if (random() < 0.3) image = image.gamma(1 + random());
  if (random() < 0.3)
    image = image.modulate({ brightness: 0.7 + 0.6 * random(), saturation: 0.6 + 0.8 * random() });
  if (random() < 0.2) image = image.blur(0.3 + 0.9 * random());
  if (random() < 0.15) image = image.sharpen({ sigma: 0.5 + random() });
  if (random() < 0.1) return await image.png().toBuffer();
  if (random() < 0.12) return await image.webp({ quality: Math.round(60 + 35 * random()) }).toBuffer();
  const once = await image.jpeg({ quality: Math.round(45 + 52 * random()) }).toBuffer();
  if (random() < 0.7) return once;
  return await sharp(once)
    .jpeg({ quality: Math.round(45 + 52 * random()) })
    .toBuffer();
}
