import type { View } from '../geometry.ts';
import type { Pyramid } from '../raster.ts';
import type { Box } from './liveness-assessor.ts';

/**
 * The view of a box enlarged about its centre, less when the photo is too small, and shifted back inside the photo
 * (minivision-ai/Silent-Face-Anti-Spoofing, `generate_patches.py`, but for cutting corners to whole pixels).
 */
export function surroundingsView(pyramid: Pyramid, box: Box, factor: number, size: number): View {
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
