import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp, { type JpegOptions } from 'sharp';
import { createSeededRandom } from '../../../bench/seeded-random.ts';
import { decodePlainJpeg } from '../../../src/engine/jpeg/decode-plain-jpeg.ts';
import { cutFacePhotos } from '../../support/face-photos.ts';
import { writeFlatJpeg } from '../../support/flat-jpeg.ts';

const manyPixels = 40_000_000;

test('a photo of a person has the pixels that sharp gives', async () => {
  const [photo] = (await cutFacePhotos(500)).sameWoman;
  assert.deepEqual(decode(photo), await decodeWithSharp(photo));
});

test('pictures of any size, content, quality and size of colours have the pixels that sharp gives', async () => {
  const random = createSeededRandom('plain');
  for (let i = 0; i < 150; i++) {
    const [width, height] = [8 + Math.floor(random() * 70), 8 + Math.floor(random() * 70)];
    const options = {
      quality: 1 + Math.floor(random() * 100),
      chromaSubsampling: random() < 0.5 ? '4:2:0' : '4:4:4',
      optimiseCoding: random() < 0.5,
    };
    const photo = await drawJpeg(width, height, options, random);
    const what = `${width} x ${height}, ${JSON.stringify(options)}`;
    assert.deepEqual(decode(photo), await decodeWithSharp(photo), what);
  }
});

test('the smallest and the largest sides are taken, and none beyond them', async () => {
  for (const [width, height, isTaken] of [
    [8, 8, true],
    [7, 8, false],
    [8, 7, false],
    [2048, 8, true],
    [8, 2048, true],
    [2049, 8, false],
    [8, 2049, false],
  ] as const) {
    const photo = await drawJpeg(width, height, {}, createSeededRandom('sides'));
    assert.equal(decodePlainJpeg(photo, manyPixels) !== undefined, isTaken, `${width} x ${height}`);
    if (isTaken) assert.deepEqual(decode(photo), await decodeWithSharp(photo));
  }
});

test('a photo is taken up to the limit of its pixels', async () => {
  const photo = await drawJpeg(40, 30, {}, createSeededRandom('limit'));
  assert.notEqual(decodePlainJpeg(photo, 1200), undefined);
  assert.equal(decodePlainJpeg(photo, 1199), undefined);
});

test('restart markers begin anew, wherever in a row they stand', async () => {
  const random = createSeededRandom('restart');
  for (const restartUnits of [0, 1, 3, 5, 12]) {
    const photo = writeFlatJpeg({ width: 70, height: 40, restartUnits, random });
    assert.deepEqual(decode(photo), await decodeWithSharp(photo), `every ${restartUnits} units`);
  }
  const photo = writeFlatJpeg({ width: 70, height: 40, restartUnits: 3, random });
  const second = photo.indexOf(Buffer.from([0xff, 0xd1]));
  photo[second + 1] = 0xd2;
  assert.equal(decodePlainJpeg(photo, manyPixels), undefined, 'a marker out of its order');
});

test('photos whose pixels are coded or to be seen in another way are left to sharp', async () => {
  const random = createSeededRandom('others');
  const plain = await drawJpeg(32, 32, {}, random);
  assert.notEqual(decodePlainJpeg(plain, manyPixels), undefined);
  const others = {
    progressive: await sharp(plain).jpeg({ progressive: true }).toBuffer(),
    grey: await sharp(plain).toColourspace('b-w').jpeg().toBuffer(),
    cmyk: await sharp(plain).toColourspace('cmyk').jpeg().toBuffer(),
    profile: await sharp(plain).withIccProfile('p3').jpeg().toBuffer(),
    turned: await sharp(plain).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    png: await sharp(plain).png().toBuffer(),
    webp: await sharp(plain).webp().toBuffer(),
    nothing: Buffer.alloc(0),
  };
  for (const [name, photo] of Object.entries(others)) {
    assert.ok(decodePlainJpeg(photo, manyPixels) === undefined, name);
  }
});

test('a file that is cut short, goes on or has other bits missing is left to sharp', async () => {
  const photo = await drawJpeg(64, 64, {}, createSeededRandom('damaged'));
  const end = photo.subarray(-2);
  const cases = {
    'without its end': photo.subarray(0, -2),
    'half of it': photo.subarray(0, photo.length / 2),
    'half of it, with an end': Buffer.concat([photo.subarray(0, photo.length / 2), end]),
    'some bytes more': Buffer.concat([photo, Buffer.alloc(10)]),
    'data that go on': Buffer.concat([photo.subarray(0, -2), Buffer.alloc(10, 0x55), end]),
    'a marker among the data': Buffer.concat([photo.subarray(0, -2), Buffer.from([0xff, 0xd0]), end]),
  };
  for (const [name, bytes] of Object.entries(cases)) {
    assert.ok(decodePlainJpeg(bytes, manyPixels) === undefined, name);
  }
});

test('changed bytes never lead out of the memory, and what is decoded has the size that the file names', async () => {
  const random = createSeededRandom('changed');
  let decoded = 0;
  for (let i = 0; i < 1500; i++) {
    const [width, height] = [8 + Math.floor(random() * 50), 8 + Math.floor(random() * 50)];
    const photo = writeFlatJpeg({ width, height, restartUnits: random() < 0.5 ? 0 : 2, random });
    for (let changes = 0; changes < 3; changes++) {
      photo[Math.floor(random() * photo.length)] = Math.floor(random() * 256);
    }
    const raster = decodePlainJpeg(photo, manyPixels);
    if (raster === undefined) continue;
    decoded += 1;
    assert.equal(raster.pixels.length, 3 * raster.width * raster.height);
  }
  assert.ok(decoded > 0, 'some changes leave a photo');
  const whole = await drawJpeg(48, 40, {}, random);
  assert.deepEqual(
    decode(whole),
    await decodeWithSharp(whole),
    'a whole photo after them is decoded as ever',
  );
});

type Picture = { readonly width: number; readonly height: number; readonly pixels: Buffer };

function decode(photo: Uint8Array): Picture {
  const raster = decodePlainJpeg(photo, manyPixels);
  assert.ok(raster !== undefined, 'the photo is plain');
  const { width, height, pixels } = raster;
  return { width, height, pixels: Buffer.from(pixels) };
}

async function decodeWithSharp(photo: Uint8Array): Promise<Picture> {
  const { data, info } = await sharp(photo, { failOn: 'error' }).raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

/** A gradient with some noise. */
function drawJpeg(
  width: number,
  height: number,
  options: JpegOptions,
  random: () => number,
): Promise<Buffer> {
  const strength = random() * 200;
  const pixels = Buffer.alloc(3 * width * height);
  for (let i = 0; i < pixels.length; i++) {
    const value = 128 + 60 * Math.sin(i / 37) + (random() - 0.5) * strength;
    pixels[i] = Math.max(0, Math.min(255, value));
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg(options)
    .toBuffer();
}
