import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { createSeededRandom } from '../../bench/seeded-random.ts';
import { decodePhoto, UndecodablePhotoError } from '../../src/engine/decode-photo.ts';
import { decodePlainJpeg } from '../../src/engine/decode-plain-jpeg.ts';
import type { Raster } from '../../src/engine/raster.ts';
import { stripJpeg } from '../../src/images/strip-metadata.ts';
import { type Orientation, writeOrientation } from '../../src/platform/exif-orientation.ts';
import { cutFacePhotos } from '../support/face-photos.ts';

const maxPixels = 40_000_000;
/** Largest distance of both transforms on a photo, of 255. */
const mostApart = 8;

describe('a plain JPEG', () => {
  let photo: Buffer;
  before(async () => {
    const [first] = (await cutFacePhotos()).sameWoman;
    photo = await sharp(first).resize(256, 256).jpeg({ quality: 92 }).toBuffer();
  });

  const encode = (change: (image: Sharp) => Sharp) => change(sharp(photo)).toBuffer();
  const accepts = (bytes: Buffer) => decodePlainJpeg(bytes, maxPixels) !== undefined;

  test('has the pixels of the exact decoder but for rounding', async () => {
    for (const chromaSubsampling of ['4:2:0', '4:4:4']) {
      const bytes = await encode((image) => image.jpeg({ quality: 90, chromaSubsampling }));
      const quick = decodePlainJpeg(bytes, maxPixels)!;
      const { raster: exact } = await decodePhoto(bytes, maxPixels);
      assert.deepEqual([quick.width, quick.height], [exact.width, exact.height]);
      const apart = quick.pixels.map((value, index) => Math.abs(value - exact.pixels[index]!));
      assert.ok(apart.every((value) => value <= mostApart));
      assert.ok(apart.some((value) => value > 0));
    }
  });

  test('is decoded so only where it was received to be compared', async () => {
    const exact = await decodePhoto(photo, maxPixels);
    const quick = await decodePhoto(photo, maxPixels, { isReceived: true });
    assert.deepEqual(decodePlainJpeg(photo, maxPixels)!.pixels, quick.raster.pixels);
    assert.notDeepEqual(exact.raster.pixels, quick.raster.pixels);
  });

  test('of every orientation stands upright as by the exact decoder, once metadata are taken off', async () => {
    // Neither square nor of a whole number of blocks.
    const upright = await encode((image) => image.resize(201, 150, { fit: 'fill' }).jpeg({ quality: 90 }));
    for (let orientation = 1; orientation <= 8; orientation += 1) {
      const received = stripJpeg(withOrientation(upright, orientation as Orientation));
      const quick = decodePlainJpeg(received, maxPixels);
      assert.ok(quick, `orientation ${orientation}`);
      const own = new Uint8Array(quick.pixels);
      const { raster: exact } = await decodePhoto(received, maxPixels);
      assert.deepEqual([quick.width, quick.height], [exact.width, exact.height]);
      assert.equal(exact.width > exact.height, orientation <= 4);
      assert.ok(own.every((value, index) => Math.abs(value - exact.pixels[index]!) <= mostApart));
    }
  });

  test('may have the colour profile of sRGB, whole and once, and then has the pixels of the exact decoder', async () => {
    const bytes = await encode((image) => image.withIccProfile('srgb').jpeg({ quality: 90 }));
    const quick = decodePlainJpeg(bytes, maxPixels);
    assert.ok(quick);
    const own = new Uint8Array(quick.pixels);
    const { raster: exact } = await decodePhoto(bytes, maxPixels);
    assert.ok(own.every((value, index) => Math.abs(value - exact.pixels[index]!) <= mostApart));
    const at = bytes.indexOf('ICC_PROFILE', 0, 'latin1');
    const segment = bytes.subarray(at - 4, at - 2 + bytes.readUInt16BE(at - 2));
    const twice = Buffer.concat([bytes.subarray(0, at - 4), segment, bytes.subarray(at - 4)]);
    assert.equal(accepts(twice), false);
    const inParts = Buffer.from(bytes);
    inParts[at + 13] = 2;
    assert.equal(accepts(inParts), false);
  });

  test('is no other photo', async () => {
    const others = {
      progressive: await encode((image) => image.jpeg({ progressive: true })),
      grey: await encode((image) => image.toColourspace('b-w').jpeg()),
      'of four colours': await encode((image) => image.toColourspace('cmyk').jpeg()),
      'with another colour profile': await encode((image) => image.withIccProfile('p3').jpeg()),
      'with metadata of a camera': await encode((image) => image.withMetadata({ orientation: 6 }).jpeg()),
      'of long steps': await encode((image) => image.jpeg({ quality: 60 })),
      'too wide': await encode((image) => image.resize(2_049, 100, { fit: 'fill' }).jpeg()),
      PNG: await encode((image) => image.png()),
      empty: Buffer.alloc(0),
    };
    for (const [name, bytes] of Object.entries(others)) assert.equal(accepts(bytes), false, name);
    assert.equal(accepts(photo), true);
    assert.notEqual(decodePlainJpeg(photo, 256 * 256), undefined);
    assert.equal(decodePlainJpeg(photo, 256 * 256 - 1), undefined);
  });

  test('with coefficients that no picture needs is not decoded', () => {
    const withChange = (marker: number, offset: number, value: number) => {
      const bytes = Buffer.from(photo);
      const at = bytes.indexOf(Buffer.from([0xff, marker]));
      assert.ok(at > 0);
      bytes[at + 4 + offset] = value;
      return bytes;
    };
    const [dqt, dht] = [0xdb, 0xc4];
    assert.equal(accepts(withChange(dqt, 1, 61)), true);
    assert.equal(accepts(withChange(dqt, 1, 62)), false);
    // Steps of sixteen bits, and a symbol of twelve bits in the first table, that of DC coefficients.
    assert.equal(accepts(withChange(dqt, 0, 0x10)), false);
    assert.equal(accepts(withChange(dht, 17, 12)), false);
  });

  test('that ends early or is damaged is left to the exact decoder, which refuses it', async () => {
    const cut = photo.subarray(0, photo.length >> 1);
    assert.equal(accepts(cut), false);
    await assert.rejects(decodePhoto(cut, maxPixels, { isReceived: true }), UndecodablePhotoError);
  });

  test('shows a browser the same wherever that shows no broken blocks, however it was made', async () => {
    const random = createSeededRandom('mutants');
    const pick = (count: number) => Math.floor(random() * count);
    let accepted = 0;
    for (let mutant = 0; mutant < 400; mutant += 1) {
      const bytes = Buffer.from(photo);
      // The first hundreds of bytes are the tables.
      for (let change = pick(3); change >= 0; change -= 1) {
        bytes[pick(random() < 0.3 ? 620 : bytes.length)] = pick(256);
      }
      const quick = decodePlainJpeg(bytes, maxPixels);
      if (quick === undefined) continue;
      accepted += 1;
      const own = { ...quick, pixels: new Uint8Array(quick.pixels) };
      const { raster: exact } = await decodePhoto(bytes, maxPixels);
      assert.equal(findOtherBlock(own, exact), undefined, `mutant ${mutant}`);
    }
    assert.ok(accepted > 100, `${accepted}`);
  });
});

/** The photo as a camera stores it. */
function withOrientation(jpeg: Buffer, orientation: Orientation): Buffer {
  const payload = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), writeOrientation(orientation)]);
  const head = Buffer.from([0xff, 0xe1, 0, payload.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, payload, jpeg.subarray(2)]);
}

const blockPx = 16;

/** A block whose pixels are far from those of the exact decoder, though nothing is black or white in it or around it. */
function findOtherBlock(quick: Raster, exact: Raster): string | undefined {
  const { width, height, pixels } = exact;
  assert.deepEqual([quick.width, quick.height], [width, height]);
  const broken = new Set<string>();
  const other = new Set<string>();
  for (let i = 0; i < pixels.length; i += 1) {
    const pixel = Math.floor(i / 3);
    const [column, row] = [Math.floor((pixel % width) / blockPx), Math.floor(pixel / width / blockPx)];
    const value = pixels[i]!;
    if (value === 0 || value === 255) broken.add(`${column} ${row}`);
    if (Math.abs(value - quick.pixels[i]!) > mostApart) other.add(`${column} ${row}`);
  }
  for (const block of other) {
    const [column, row] = block.split(' ').map(Number) as [number, number];
    const around = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => `${column + x} ${row + y}`));
    if (!around.some((name) => broken.has(name))) return block;
  }
  return undefined;
}
