import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { DecodingTimeoutError, decodePhoto, UndecodablePhotoError } from '../../src/engine/decode-photo.ts';
import { createScanBomb } from '../images/hostile-photos.ts';

test('a photo is decoded up to the limit of its pixels and refused above it', async () => {
  const photo = await sharp({ create: { width: 120, height: 100, channels: 3, background: '#808080' } })
    .png()
    .toBuffer();
  assert.equal((await decodePhoto(photo, 12_000)).raster.width, 120);
  await assert.rejects(decodePhoto(photo, 11_999), UndecodablePhotoError);
});

test('a JPEG that is cut short is refused', async () => {
  const noise = Buffer.from(Array.from({ length: 3 * 64 * 64 }, (_, i) => (i * 7919) % 251));
  const photo = await sharp(noise, { raw: { width: 64, height: 64, channels: 3 } })
    .jpeg()
    .toBuffer();
  await assert.rejects(decodePhoto(photo.subarray(0, photo.length / 2), 40_000_000), UndecodablePhotoError);
});

test('a photo whose decoding takes too long is not said to be damaged, whatever else is decoded at that moment', async () => {
  const photo = createScanBomb(6_320, 6_320, 500);
  const small = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#808080' } })
    .png()
    .toBuffer();
  let isOver = false;
  const besides = Promise.all(
    Array.from({ length: 3 }, async () => {
      while (!isOver) await decodePhoto(small, 64);
    }),
  );
  const decoding = decodePhoto(photo, 40_000_000, { timeoutSeconds: 1 }).finally(() => {
    isOver = true;
  });
  await assert.rejects(decoding, DecodingTimeoutError);
  await besides;
});
