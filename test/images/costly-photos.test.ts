import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { decodePhoto } from '../../src/engine/decode-photo.ts';
import { inspectPhoto } from '../../src/images/index.ts';
import { cleanPhoto } from './clean-photo.ts';
import {
  createCostlyProfile,
  createProfile,
  createScanBomb,
  createTextBomb,
  insertJpegProfile,
  insertWebpProfile,
  pngProfile,
} from './hostile-photos.ts';
import { createPhoto, insertJpegSegment, insertPngChunks } from './photos.ts';

/**
 * The processor time that no photo may take to decode: two seconds on a machine with nothing else to do. The limit is
 * wider, for one that runs other tests; without the limits of the intake these photos take ten times as long.
 */
const atMostMs = 8_000;

async function measure(photo: Uint8Array): Promise<number> {
  const started = process.cpuUsage();
  await decodePhoto(photo, 40_000_000);
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000;
}

describe('scans of a JPEG', () => {
  test('a progressive JPEG of thousands of scans is refused by its header', () => {
    const bomb = createScanBomb(6_320, 6_320, 2_647);
    assert.ok(bomb.length < 410_000);
    assert.throws(() => inspectPhoto(bomb), { code: 'image_undecodable' });
  });

  test('scans times pixels may be twenty times the largest photo, and not one more', async () => {
    const photo = createScanBomb(1_000, 1_000, 40);
    const info = inspectPhoto(photo, { maxPixels: 2_000_000 });
    assert.deepEqual([info.width, info.height], [1_000, 1_000]);
    assert.throws(() => inspectPhoto(photo, { maxPixels: 1_999_999 }), { code: 'image_undecodable' });
    const filled = (photo: Buffer) => Buffer.concat([photo, Buffer.alloc(40_000)]);
    const costliest = filled(createScanBomb(6_320, 6_320, 20));
    const beyond = filled(createScanBomb(6_320, 6_320, 21));
    assert.throws(() => inspectPhoto(beyond), { code: 'image_undecodable' });
    inspectPhoto(costliest);
    const ms = await measure(costliest);
    assert.ok(ms < atMostMs, `${ms} ms`);
  });

  test('no photo has more than a hundred, however small', () => {
    assert.equal(inspectPhoto(createScanBomb(8, 8, 100)).width, 8);
    assert.throws(() => inspectPhoto(createScanBomb(8, 8, 101)), { code: 'image_undecodable' });
  });

  test('scans behind bytes that are no marker, and behind markers that none expects, count as well', () => {
    const photo = createScanBomb(8, 8, 101);
    const scan = photo.lastIndexOf(Buffer.from([0xff, 0xda]));
    for (const between of [
      [0],
      [0x12, 0x34],
      [0xff, 0xd0],
      [0xff, 0x02],
      [0xff, 0xff],
      [0xff, 0xe1, 0, 4, 0xff, 0xd9],
    ]) {
      const bytes = Buffer.concat([photo.subarray(0, scan), Buffer.from(between), photo.subarray(scan)]);
      assert.throws(() => inspectPhoto(bytes), { code: 'image_undecodable' }, String(between));
    }
  });

  test('what encoders write passes at the size of the largest photo: progressive, in four colours', async () => {
    const image = sharp({ create: { width: 6_320, height: 6_320, channels: 3, background: '#345' } });
    const plain = await image.clone().jpeg({ progressive: true, optimizeScans: true }).toBuffer();
    const inFour = await image.clone().toColourspace('cmyk').jpeg({ progressive: true }).toBuffer();
    for (const photo of [plain, inFour]) assert.equal(inspectPhoto(photo).width, 6_320);
  });
});

test('a picture with more pixels than its bytes can hold is too large', async () => {
  const image = sharp({ create: { width: 6_300, height: 6_300, channels: 3, background: '#345' } });
  for (const photo of [await image.clone().webp({ lossless: true }).toBuffer()]) {
    assert.throws(() => inspectPhoto(photo), { code: 'image_too_large', detail: /so few bytes/ });
  }
  const small = sharp({ create: { width: 1_400, height: 1_400, channels: 3, background: '#345' } });
  assert.equal(inspectPhoto(await small.webp({ lossless: true }).toBuffer()).width, 1_400);
});

describe('colour profiles', () => {
  const costly = createCostlyProfile(5_000);

  test('the decoder takes seconds for a profile that lists elements, so that it has to be refused', async () => {
    const photo = await createPhoto({ format: 'jpeg', metadata: false });
    const plain = await measure(photo);
    const ms = await measure(insertJpegProfile(photo, createCostlyProfile(1_000)));
    assert.ok(ms > 5 * plain + 100, `${ms} ms, and ${plain} ms without`);
  });

  for (const [name, profile] of [
    ['lists elements', costly],
    ['is larger than any', createProfile([['A2B0', Buffer.alloc(4_000_000)]])],
  ] as const) {
    test(`a profile that ${name} is refused in every format`, async () => {
      const jpeg = await createPhoto({ format: 'jpeg', metadata: false });
      const png = await createPhoto({ format: 'png', metadata: false });
      const webp = await createPhoto({ format: 'webp', metadata: false });
      for (const photo of [
        insertJpegProfile(jpeg, profile),
        insertPngChunks(png, pngProfile(profile)),
        insertWebpProfile(webp, profile, 96, 64),
      ]) {
        assert.throws(() => inspectPhoto(photo), { code: /^image_un(supported|decodable)$/ });
      }
    });
  }

  test('it is found however it is cut into parts', async () => {
    const jpeg = await createPhoto({ format: 'jpeg', metadata: false });
    const small = createCostlyProfile(2);
    for (const partBytes of [1, 2, 3, 150, small.length].filter((bytes) => small.length / bytes < 256)) {
      assert.throws(() => inspectPhoto(insertJpegProfile(jpeg, small, partBytes)), {
        code: 'image_unsupported',
      });
    }
  });

  test('it is found when its parts come in another order', async () => {
    const small = createCostlyProfile(2);
    const parts = [small.subarray(0, 100), small.subarray(100)];
    let photo = await createPhoto({ format: 'jpeg', metadata: false });
    // Each goes to the front.
    for (const [index, part] of parts.entries()) {
      const name = Buffer.from(['ICC_PROFILE\0', String.fromCharCode(index + 1, 2)].join(''), 'latin1');
      photo = insertJpegSegment(photo, 0xe2, Buffer.concat([name, part]));
    }
    assert.throws(() => inspectPhoto(photo), { code: 'image_unsupported' });
  });

  test('the profiles of cameras and screens pass', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      assert.equal(inspectPhoto(await createPhoto({ format })).width, 96);
    }
  });
});

test('texts of a PNG that would fill the memory never reach the decoder', async () => {
  const bomb = createTextBomb(300);
  const { bytes } = await cleanPhoto(bomb);
  assert.ok(bytes.length < 10_000, `${bytes.length} bytes`);
  const ms = await measure(bytes).catch(() => 0);
  assert.ok(ms < 1_000, `${ms} ms`);
});
