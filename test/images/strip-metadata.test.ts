import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { inspectPhoto } from '../../src/images/index.ts';
import type { PhotoFormat } from '../../src/images/types.ts';
import { cleanPhoto } from './clean-photo.ts';
import { createPhoto, insertJpegSegment, insertPngChunks, pngChunk, privateWords } from './photos.ts';

const lossless: readonly PhotoFormat[] = ['jpeg', 'png', 'webp'];

async function strip(bytes: Uint8Array): Promise<Buffer> {
  const { bytes: stripped } = await cleanPhoto(bytes);
  return Buffer.from(stripped.buffer, stripped.byteOffset, stripped.byteLength);
}

type Decoded = { readonly width: number; readonly height: number; readonly pixels: Buffer };

/** The pixels as a viewer shows them: upright, in sRGB, so that orientation and colour profile count. */
async function decode(bytes: Buffer): Promise<Decoded> {
  const { data, info } = await sharp(bytes, { failOn: 'none' })
    .autoOrient()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

/** Does not show the pixels when they differ: rendering that takes minutes. */
function assertSamePixels(actual: Decoded, expected: Decoded): void {
  assert.deepEqual([actual.width, actual.height], [expected.width, expected.height]);
  assert.ok(actual.pixels.equals(expected.pixels), 'the pixels differ');
}

function assertNothingPrivate(bytes: Buffer): void {
  for (const word of privateWords) {
    assert.equal(bytes.includes(word), false, `${word} is still there`);
    assert.equal(bytes.includes(Buffer.from(word, 'utf16le')), false, `${word} is still there in UTF-16`);
  }
}

describe('the photo is the same', () => {
  for (const format of lossless) {
    for (const orientation of [1, 3, 6, 8]) {
      test(`${format} with orientation ${orientation}: pixels and turning stay, metadata goes`, async () => {
        const photo = await createPhoto({ format, orientation });
        for (const word of privateWords) {
          assert.ok(photo.includes(word) || format === 'png', `the test photo lacks ${word}`);
        }
        const before = await sharp(photo).metadata();
        assert.ok(before.exif !== undefined && before.xmp !== undefined && before.icc !== undefined);
        const stripped = await strip(photo);
        assertSamePixels(await decode(stripped), await decode(photo));
        assertNothingPrivate(stripped);
        const after = await sharp(stripped).metadata();
        assert.equal(after.orientation ?? 1, orientation);
        assert.equal(after.xmp, undefined);
        if (format === 'webp') assert.equal(stripped[20]! & 0x0c, orientation === 1 ? 0 : 0x08);
        assert.deepEqual(after.icc, before.icc);
        assert.ok((after.exif?.length ?? 0) <= 32, 'EXIF holds more than an orientation');
        assert.equal(after.exif === undefined, orientation === 1);
      });
    }

    test(`${format}: stripping twice changes nothing more`, async () => {
      const once = await strip(await createPhoto({ format, orientation: 6 }));
      assert.ok(once.equals(await strip(once)));
    });

    test(`${format}: what follows the end of the image goes`, async () => {
      const photo = await createPhoto({ format, metadata: false });
      const script = Buffer.from('<script>alert(1)</script>\0');
      const lookalike = Buffer.concat([Buffer.from('ALPH\x1a\0\0\0', 'latin1'), script]);
      for (const tail of [script, pngChunk('IDAT', script), lookalike, Buffer.concat([photo, script])]) {
        const stripped = await strip(Buffer.concat([photo, tail]));
        assert.equal(stripped.includes('<script>'), false);
        assertSamePixels(await decode(stripped), await decode(photo));
      }
    });

    test(`${format}: a photo cut off in its pixels keeps what there is`, async () => {
      const photo = await createPhoto({ format, width: 200, height: 200 });
      const stripped = await strip(photo.subarray(0, photo.length - 500));
      assert.ok(stripped.length > 1_000);
      assertNothingPrivate(stripped);
    });
  }

  test('progressive, grey, CMYK and restart-marked JPEG keep their pixels', async () => {
    const raw = sharp(await createPhoto({ format: 'png', metadata: false }));
    for (const photo of [
      await createPhoto({ format: 'jpeg', isProgressive: true }),
      await raw.clone().greyscale().jpeg().toBuffer(),
      await raw.clone().toColourspace('cmyk').jpeg().toBuffer(),
      await raw.clone().jpeg({ mozjpeg: true }).toBuffer(),
    ]) {
      const stripped = await strip(photo);
      assertSamePixels(await decode(stripped), await decode(photo));
      assertNothingPrivate(stripped);
    }
  });

  test('palette, 16-bit, transparent and interlaced PNG and lossless or transparent WebP keep their pixels', async () => {
    const raw = sharp(await createPhoto({ format: 'png', hasAlpha: true, metadata: false }));
    for (const photo of [
      await raw.clone().png({ palette: true }).toBuffer(),
      await raw.clone().toColourspace('rgb16').png().toBuffer(),
      await raw.clone().png({ progressive: true }).toBuffer(),
      await raw.clone().webp({ alphaQuality: 50 }).toBuffer(),
      await raw.clone().webp({ lossless: true }).toBuffer(),
    ]) {
      assertSamePixels(await decode(await strip(photo)), await decode(photo));
    }
  });
});

describe('JPEG', () => {
  test('comments, IPTC, maker segments, extended XMP, thumbnails and multi-picture indexes go', async () => {
    let photo = await createPhoto({ format: 'jpeg', metadata: false });
    const before = await decode(photo);
    const segments: [number, string][] = [
      [0xfe, 'a comment by Jane Photographer'],
      [0xed, 'Photoshop 3.0\0 Jane Photographer'],
      [0xe1, 'http://ns.adobe.com/xmp/extension/\0 Jane Photographer'],
      [0xe2, 'MPF\0 Jane Photographer'],
      [0xe0, 'JFXX\0 Jane Photographer'],
      [0xe4, 'Jane Photographer'],
      [0xef, 'Jane Photographer'],
      [0xf7, 'Jane Photographer'],
      [0xee, 'Adobe and Jane Photographer'],
    ];
    for (const [marker, text] of segments)
      photo = insertJpegSegment(photo, marker, Buffer.from(text, 'latin1'));
    const stripped = await strip(photo);
    assertNothingPrivate(stripped);
    assertSamePixels(await decode(stripped), before);
  });

  test('the JFIF header loses its thumbnail and keeps its density', async () => {
    const photo = await createPhoto({ format: 'jpeg', metadata: false });
    const payload = Buffer.concat([
      Buffer.from('4a46494600010201012c012c0202', 'hex'),
      Buffer.from('thumb pixels'),
    ]);
    const bare = Buffer.concat([photo.subarray(0, 2), photo.subarray(2 + 2 + photo.readUInt16BE(4))]);
    const stripped = await strip(insertJpegSegment(bare, 0xe0, payload));
    assert.equal(stripped.includes('thumb'), false);
    assert.equal((await sharp(stripped).metadata()).density, 300);
    assert.equal(stripped.readUInt16BE(4), 16);
    assert.deepEqual([...stripped.subarray(18, 20)], [0, 0]);
  });

  test('restart markers inside a scan stay', async () => {
    // Two grey blocks of 8 by 8 pixels with a restart between them, each coded as "no difference, no detail".
    const photo = Buffer.from(
      `ffd8ffdb004300${'01'.repeat(64)}ffc0000b080008001001011100ffc4001400${'01'.padEnd(32, '0')}00` +
        `ffc4001410${'01'.padEnd(32, '0')}00ffdd00040001ffda0008010100003f003fffd03fffd9`,
      'hex',
    );
    const before = await decode(photo);
    assert.deepEqual([before.width, before.height, before.pixels[0]], [16, 8, 128]);
    const stripped = await strip(Buffer.concat([photo, Buffer.from('Jane Photographer')]));
    assert.ok(stripped.equals(photo));
  });

  test('metadata between and behind the scans goes as well', async () => {
    const photo = await createPhoto({ format: 'jpeg', isProgressive: true, metadata: false });
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 19]), Buffer.from('Jane Photographer')]);
    const secondScan = photo.indexOf(Buffer.from([0xff, 0xda]), photo.indexOf(Buffer.from([0xff, 0xda])) + 2);
    const table = photo.lastIndexOf(Buffer.from([0xff, 0xc4]), secondScan);
    const spiked = Buffer.concat([
      photo.subarray(0, table),
      comment,
      photo.subarray(table, photo.length - 2),
      comment,
      photo.subarray(photo.length - 2),
    ]);
    const stripped = await strip(spiked);
    assertNothingPrivate(stripped);
    assertSamePixels(await decode(stripped), await decode(photo));
  });

  test('a broken structure behind the header is undecodable', async () => {
    const photo = await createPhoto({ format: 'jpeg', metadata: false });
    const table = photo.indexOf(Buffer.from([0xff, 0xc4]));
    const broken = Buffer.from(photo);
    broken.writeUInt16BE(0xffff, table + 2);
    await assert.rejects(strip(broken), { code: 'image_undecodable' });
  });

  test('an orientation out of range or in a broken EXIF counts as upright', async () => {
    const photo = await createPhoto({ format: 'jpeg', metadata: false });
    for (const exif of [
      'MM\0*\0\0\0\x08',
      'II*\0\xff\xff\xff\xff',
      'XX',
      '',
      'MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x09\0\0',
    ]) {
      const stripped = await strip(insertJpegSegment(photo, 0xe1, Buffer.from(`Exif\0\0${exif}`, 'latin1')));
      assert.equal(stripped.includes('Exif'), false);
    }
  });
});

describe('PNG', () => {
  test('text, times and private chunks go', async () => {
    const photo = insertPngChunks(
      await createPhoto({ format: 'png', metadata: false }),
      pngChunk('tEXt', Buffer.from('Author\0Jane Photographer')),
      pngChunk('iTXt', Buffer.from('XML:com.adobe.xmp\0\0\0\0\0Jane Photographer')),
      pngChunk('tIME', Buffer.from([7, 233, 1, 1, 1, 1, 1])),
      pngChunk('prVt', Buffer.from('Jane Photographer')),
      pngChunk('pHYs', Buffer.alloc(9)),
    );
    const stripped = await strip(photo);
    assertNothingPrivate(stripped);
    for (const type of ['tEXt', 'iTXt', 'tIME', 'prVt']) assert.equal(stripped.includes(type), false);
    assertSamePixels(await decode(stripped), await decode(photo));
  });

  test('an unknown critical chunk is undecodable', async () => {
    const photo = insertPngChunks(await createPhoto({ format: 'png' }), pngChunk('ABCD', Buffer.alloc(4)));
    await assert.rejects(strip(photo), { code: 'image_undecodable' });
  });

  test('a PNG of countless chunks is undecodable', async () => {
    const photo = await createPhoto({ format: 'png', metadata: false });
    const crumbs = Buffer.alloc(60_000 * 12, pngChunk('prVt', Buffer.alloc(0)));
    const end = photo.length - 12;
    const bytes = Buffer.concat([photo.subarray(0, end), crumbs, photo.subarray(end)]);
    await assert.rejects(strip(bytes), { code: 'image_undecodable' });
  });
});

describe('WebP', () => {
  test('unknown chunks go and the sizes match', async () => {
    const photo = await createPhoto({ format: 'webp' });
    const odd = Buffer.from('JUNK\x07\0\0\0private\0', 'latin1');
    const bytes = Buffer.concat([photo, odd]);
    bytes.writeUInt32LE(bytes.length - 8, 4);
    const stripped = await strip(bytes);
    assert.equal(stripped.includes('private'), false);
    assert.equal(stripped.readUInt32LE(4), stripped.length - 8);
    assertSamePixels(await decode(stripped), await decode(photo));
  });
});

describe('AVIF', () => {
  for (const orientation of [1, 6]) {
    test(`orientation ${orientation}: becomes an upright JPEG close to the original`, async () => {
      const photo = await createPhoto({ format: 'avif', orientation, width: 300, height: 200 });
      const { bytes, info } = await cleanPhoto(photo);
      const stripped = Buffer.from(bytes);
      const isTurned = orientation === 6;
      assert.deepEqual(info, {
        format: 'jpeg',
        contentType: 'image/jpeg',
        width: isTurned ? 200 : 300,
        height: isTurned ? 300 : 200,
      });
      assertNothingPrivate(stripped);
      assert.equal((await sharp(stripped).metadata()).exif, undefined);
      const [before, after] = [await decode(photo), await decode(stripped)];
      assert.deepEqual([after.width, after.height], [before.width, before.height]);
      let difference = 0;
      for (const [at, value] of after.pixels.entries()) difference += Math.abs(value - before.pixels[at]!);
      assert.ok(difference / after.pixels.length < 3, `mean difference ${difference / after.pixels.length}`);
    });
  }

  test('transparent parts stand on the same grey as those of a PNG', async () => {
    const raw = sharp({ create: { width: 64, height: 64, channels: 4, background: '#ff000000' } });
    const { bytes } = await cleanPhoto(await raw.avif().toBuffer());
    const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    for (const value of data.subarray(0, 3)) assert.ok(Math.abs(value - 0x80) <= 2, `${value}`);
  });

  test('pixels that do not decode are undecodable, and the next photo is converted all the same', async () => {
    const photo = await createPhoto({ format: 'avif' });
    const [broken, whole] = await Promise.allSettled([
      strip(photo.subarray(0, photo.length - 300)),
      strip(photo),
    ]);
    assert.equal(broken.status === 'rejected' && broken.reason.code, 'image_undecodable');
    assert.equal(whole.status, 'fulfilled');
  });

  test('a bit stream larger than the container says is refused before it is decoded', async () => {
    const photo = await sharp({ create: { width: 3_000, height: 3_000, channels: 3, background: '#123456' } })
      .avif({ effort: 0 })
      .toBuffer();
    for (let at = photo.indexOf('ispe'); at >= 0; at = photo.indexOf('ispe', at + 1)) {
      photo.writeUInt32BE(100, at + 8);
      photo.writeUInt32BE(100, at + 12);
    }
    assert.equal(inspectPhoto(photo).width, 100);
    await assert.rejects(strip(photo), { code: 'image_undecodable' });
  });
});
