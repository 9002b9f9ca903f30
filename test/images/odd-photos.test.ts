import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { decodePhoto, UndecodablePhotoError } from '../../src/engine/decode-photo.ts';
import { inspectPhoto } from '../../src/images/index.ts';
import { cleanPhoto } from './clean-photo.ts';
import { createProfile, insertJpegProfile, insertWebpProfile, pngProfile } from './hostile-photos.ts';
import { createPhoto, insertJpegSegment, insertPngChunks } from './photos.ts';

const maxPixels = 40_000_000;
const profileName = 'ICC_PROFILE\0';

/** The pixels that the engine is given of a photo, once by each of its decoders. */
async function readPixels(photo: Buffer): Promise<readonly Buffer[]> {
  const { bytes } = await cleanPhoto(photo);
  const decoded: Buffer[] = [];
  for (const isReceived of [false, true]) {
    const { raster } = await decodePhoto(bytes, maxPixels, { isReceived });
    decoded.push(Buffer.from(raster.pixels));
  }
  return decoded;
}

async function assertReadAs(photo: Buffer, plain: Buffer): Promise<void> {
  const [found, wanted] = [await readPixels(photo), await readPixels(plain)];
  for (const [index, pixels] of found.entries()) assert.ok(pixels.equals(wanted[index] as Buffer));
}

async function createPlain(): Promise<Buffer> {
  return await createPhoto({ format: 'jpeg', metadata: false, width: 200, height: 120 });
}

/** With bytes behind its first segment. */
function insertBytes(photo: Buffer, bytes: Buffer): Buffer {
  const at = 4 + photo.readUInt16BE(4);
  return Buffer.concat([photo.subarray(0, at), bytes, photo.subarray(at)]);
}

function numberPart(part: number, of: number, payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from(profileName, 'latin1'), Buffer.from([part, of]), payload]);
}

async function readSrgbProfile(): Promise<Buffer> {
  const photo = await sharp(await createPlain())
    .withIccProfile('srgb')
    .jpeg()
    .toBuffer();
  return (await sharp(photo).metadata()).icc as Buffer;
}

describe('a JPEG that browsers show is read, and its stored copy is sound', () => {
  for (const [name, bytes] of [
    ['a segment begins with 00 E1', Buffer.concat([Buffer.from([0, 0xe1, 0, 0x42]), Buffer.alloc(64)])],
    ['zeros stand between its segments', Buffer.alloc(16)],
    [
      'bytes that look nearly like a marker stand between its segments',
      Buffer.from([0xff, 0, 0x12, 0xff, 0]),
    ],
    ['fill bytes stand before a marker', Buffer.alloc(3, 0xff)],
  ] as const) {
    test(name, async () => {
      const plain = await createPlain();
      const odd = insertBytes(plain, bytes);
      await assertReadAs(odd, plain);
      const stored = await cleanPhoto(odd);
      assert.ok(Buffer.from(stored.bytes).equals(Buffer.from((await cleanPhoto(plain)).bytes)));
    });
  }

  test('its scan has the parameters of no scan', async () => {
    const plain = await createPlain();
    const odd = Buffer.from(plain);
    const scan = odd.indexOf(Buffer.from([0xff, 0xda]));
    odd.fill(0, scan + 2 + odd.readUInt16BE(scan + 2) - 3, scan + 2 + odd.readUInt16BE(scan + 2));
    await assertReadAs(odd, plain);
    assert.ok(Buffer.from((await cleanPhoto(odd)).bytes).equals(plain));
  });

  test('its end marker is missing', async () => {
    const plain = await createPlain();
    await assertReadAs(plain.subarray(0, plain.length - 2), plain);
  });

  for (const [name, payload] of [
    ['empty', Buffer.alloc(0)],
    ['no profile', Buffer.alloc(500, 'x')],
  ] as const) {
    test(`its colour profile is ${name}`, async () => {
      const plain = await createPlain();
      const odd = insertJpegSegment(plain, 0xe2, numberPart(1, 1, payload));
      await assertReadAs(odd, plain);
      assert.equal(Buffer.from((await cleanPhoto(odd)).bytes).includes(profileName), false);
    });
  }

  test('a part of its colour profile is missing', async () => {
    const plain = await createPlain();
    const odd = insertJpegSegment(plain, 0xe2, numberPart(1, 2, await readSrgbProfile()));
    await assertReadAs(odd, plain);
  });

  test('its colour profile comes twice, or in another order', async () => {
    const plain = await createPlain();
    const profile = await readSrgbProfile();
    const whole = insertJpegProfile(plain, profile);
    const twice = insertJpegSegment(whole, 0xe2, numberPart(1, 1, profile));
    const half = profile.length >> 1;
    const parts = [numberPart(1, 2, profile.subarray(0, half)), numberPart(2, 2, profile.subarray(half))];
    // Each goes to the front.
    const swapped = parts.reduce((photo, part) => insertJpegSegment(photo, 0xe2, part), plain);
    for (const odd of [twice, swapped]) {
      await assertReadAs(odd, whole);
      const { icc } = await sharp((await cleanPhoto(odd)).bytes).metadata();
      assert.ok(icc?.equals(profile));
    }
  });

  test('each file of the folder of odd photos', async (t) => {
    const folder = join(import.meta.dirname, '../../../shared/data/cases/photos');
    if (!existsSync(folder)) return t.skip('the folder is not here');
    const plain = readFileSync(`${folder}/plain.jpg`);
    const names = readdirSync(folder).filter((name) => name.endsWith('.jpg') && !name.includes('cut-off'));
    assert.ok(names.length > 5);
    for (const name of names) {
      await t.test(name, () => assertReadAs(readFileSync(`${folder}/${name}`), plain));
    }
    const empty = readFileSync(`${folder}/one-colour-6300x6300.webp`);
    assert.throws(() => inspectPhoto(empty), { code: 'image_too_large' });
  });
});

test('PNG and WebP with a broken or repeated colour profile are read without it', async () => {
  const profile = createProfile([['A2B0', Buffer.alloc(20)]]);
  const png = await createPhoto({ format: 'png', metadata: false });
  const noDeflate = Buffer.concat([pngProfile(profile).subarray(0, 20), Buffer.alloc(20)]);
  noDeflate.writeUInt32BE(noDeflate.length - 12, 0);
  const oddPngs = [
    insertPngChunks(png, noDeflate),
    insertPngChunks(png, pngProfile(Buffer.alloc(500, 'x'))),
    insertPngChunks(png, pngProfile(await readSrgbProfile()), pngProfile(profile)),
  ];
  for (const odd of oddPngs) {
    await assertReadAs(odd, png);
    const stored = Buffer.from((await cleanPhoto(odd)).bytes);
    assert.equal(stored.indexOf('iCCP'), stored.lastIndexOf('iCCP'));
  }
  const webp = await createPhoto({ format: 'webp', metadata: false });
  const odd = insertWebpProfile(webp, Buffer.alloc(500, 'x'), 96, 64);
  await assertReadAs(odd, webp);
  assert.equal(Buffer.from((await cleanPhoto(odd)).bytes).includes('ICCP'), false);
});

test('a JPEG that lacks rows as well as its end marker is refused', async () => {
  const plain = await createPlain();
  for (const missing of [200, plain.length >> 1]) {
    const { bytes } = await cleanPhoto(plain.subarray(0, plain.length - missing));
    for (const isReceived of [false, true]) {
      await assert.rejects(decodePhoto(bytes, maxPixels, { isReceived }), UndecodablePhotoError);
    }
  }
});
