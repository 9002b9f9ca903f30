import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { decodePhoto, UndecodablePhotoError } from '../../src/engine/decode-photo.ts';

test('a photo is decoded up to the limit of its pixels and refused above it', async () => {
  const photo = await sharp({ create: { width: 120, height: 100, channels: 3, background: '#808080' } })
    .png()
    .toBuffer();
  assert.equal((await decodePhoto(photo, 12_000)).raster.width, 120);
  await assert.rejects(decodePhoto(photo, 11_999), UndecodablePhotoError);
});

test('of a plain JPEG and of one that sharp has to decode the same pixels are given', async () => {
  const [width, height] = [90, 70];
  const pixels = Buffer.from(Array.from({ length: 3 * width * height }, (_, i) => (i * 7919) % 251));
  const plain = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer();
  // Bytes behind the end are reason enough to leave it to sharp.
  const other = Buffer.concat([plain, Buffer.alloc(4)]);
  const { raster } = await decodePhoto(plain, 40_000_000);
  const first = Buffer.from(raster.pixels);
  assert.equal(raster.isLent, true);
  const { raster: fromSharp } = await decodePhoto(other, 40_000_000);
  assert.notEqual(fromSharp.isLent, true);
  assert.ok(first.equals(fromSharp.pixels));
  await assert.rejects(decodePhoto(plain, width * height - 1), UndecodablePhotoError);
});

test('a plain JPEG that is cut short is refused', async () => {
  const noise = Buffer.from(Array.from({ length: 3 * 64 * 64 }, (_, i) => (i * 7919) % 251));
  const photo = await sharp(noise, { raw: { width: 64, height: 64, channels: 3 } })
    .jpeg()
    .toBuffer();
  await assert.rejects(decodePhoto(photo.subarray(0, photo.length / 2), 40_000_000), UndecodablePhotoError);
});
