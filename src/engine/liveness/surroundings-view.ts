import type { View } from '../geometry.ts';
import type { FaceInPhoto } from './liveness-assessor.ts';

/**
 * The view of a face's box enlarged about its centre, less when the photo is too small, and shifted back inside the photo
 * (minivision-ai/Silent-Face-Anti-Spoofing, `generate_patches.py`, but for cutting corners to whole pixels). A photo that
 * lies on its side or upside down is seen upright: the networks were trained on upright people only.
 */
export function surroundingsView(
  { pyramid, box, eyes: { right, left } }: FaceInPhoto,
  factor: number,
  size: number,
): View {
  const photo = pyramid.photo;
  const scale = Math.min(factor, (photo.width - 1) / box.width, (photo.height - 1) / box.height);
  const [width, height] = [box.width * scale, box.height * scale];
  const inside = (start: number, length: number, total: number) =>
    Math.min(Math.max(0, start), Math.max(0, total - 1 - length));
  const x = inside(box.x + box.width / 2 - width / 2, width, photo.width);
  const y = inside(box.y + box.height / 2 - height / 2, height, photo.height);
  const [stepX, stepY] = [(width + 1) / size, (height + 1) / size];
  const middle = (size - 1) / 2;
  const centre = { x: x + stepX * (size / 2) - 0.5, y: y + stepY * (size / 2) - 0.5 };
  const quarters = Math.round(Math.atan2(left.y - right.y, left.x - right.x) / (Math.PI / 2));
  const [cos, sin] = (
    [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ] as const
  )[(quarters + 4) % 4] as readonly [number, number];
  const [a, b, d, e] = [cos * stepX, -sin * stepX, sin * stepY, cos * stepY];
  return { a, b, c: centre.x - (a + b) * middle, d, e, f: centre.y - (d + e) * middle };
}
