import sharp from 'sharp';

/** A square of 2.4 widths of the face, which is in its middle; where the photo ends, its edge goes on. */
export async function cutFace(
  photo: Uint8Array,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  side: number,
): Promise<Uint8Array> {
  const reach = Math.round(box.width * 1.2);
  const padded = await sharp(photo)
    .extend({ top: reach, bottom: reach, left: reach, right: reach, extendWith: 'mirror' })
    .toBuffer();
  return await sharp(padded)
    .extract({
      left: Math.max(0, Math.round(box.x + box.width / 2)),
      top: Math.max(0, Math.round(box.y + box.height / 2)),
      width: 2 * reach,
      height: 2 * reach,
    })
    .resize(side, side)
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** A number that has nothing to do with the alphabet. */
export function spread(name: string): number {
  let state = 7;
  for (const letter of name) state = (Math.imul(state, 31) + letter.charCodeAt(0)) >>> 0;
  return state;
}
