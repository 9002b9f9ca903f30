import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import sharp from 'sharp';
import { ImageError, inspectPhoto } from '../../src/images/index.ts';
import type { PhotoFormat } from '../../src/images/types.ts';
import { cleanPhoto } from './clean-photo.ts';
import {
  createAnimation,
  createPhoto,
  createPngBomb,
  insertJpegSegment,
  insertPngChunks,
  photoFormats,
  pngChunk,
} from './photos.ts';

/** Puts a length field right in an ISO media box whose payload has changed. */
function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const payload = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(payload.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, payload]);
}

describe('photos that pass', () => {
  for (const format of photoFormats) {
    test(`${format}: format and dimensions are those the decoder finds`, async () => {
      for (const [width, height] of [
        [96, 64],
        [33, 77],
        [1, 1],
        [1025, 16],
      ] as const) {
        if (format === 'avif' && width === 1) continue;
        const bytes = await createPhoto({ format, width, height });
        assert.deepEqual(inspectPhoto(bytes), { format, contentType: `image/${format}`, width, height });
      }
    });
  }

  test('every way of writing the formats is read: progressive, lossless, with alpha, grey, palette', async () => {
    const raw = sharp(await createPhoto({ format: 'png', hasAlpha: true, metadata: false }));
    const files: [PhotoFormat, Buffer][] = [
      ['jpeg', await createPhoto({ format: 'jpeg', isProgressive: true })],
      ['jpeg', await raw.clone().greyscale().jpeg().toBuffer()],
      ['jpeg', await raw.clone().toColourspace('cmyk').jpeg().toBuffer()],
      ['png', await raw.clone().png({ palette: true, progressive: true }).toBuffer()],
      ['png', await raw.clone().toColourspace('rgb16').png().toBuffer()],
      ['webp', await createPhoto({ format: 'webp', isLossless: true, metadata: false })],
      ['webp', await createPhoto({ format: 'webp', metadata: false })],
      ['webp', await raw.clone().webp({ alphaQuality: 50 }).toBuffer()],
      ['avif', await raw.clone().avif({ effort: 0 }).toBuffer()],
      ['avif', await raw.clone().avif({ effort: 0, lossless: true }).toBuffer()],
    ];
    for (const [format, bytes] of files) {
      const { width, height } = await sharp(bytes).metadata();
      assert.deepEqual(inspectPhoto(bytes), { format, contentType: `image/${format}`, width, height });
    }
  });

  test('a view into a larger buffer is read from where it begins', async () => {
    const photo = await createPhoto({ format: 'jpeg' });
    const padded = new Uint8Array(photo.length + 100);
    padded.set(photo, 50);
    assert.equal(inspectPhoto(padded.subarray(50, 50 + photo.length)).width, 96);
  });

  test('fill bytes before a JPEG marker are skipped', async () => {
    const photo = await createPhoto({ format: 'jpeg' });
    const filled = Buffer.concat([photo.subarray(0, 2), Buffer.alloc(100_000, 0xff), photo.subarray(2)]);
    assert.equal(inspectPhoto(filled).width, 96);
  });
});

describe('what is not a still photo', () => {
  const texts: Record<string, string> = {
    SVG: '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
    'bare SVG': '<svg onload="alert(1)"/>',
    HTML: '<!DOCTYPE html><html><script>alert(1)</script></html>',
    PDF: '%PDF-1.7',
    text: 'hello',
    nothing: '',
    TIFF: 'II*\0aaaaaaaa',
    BMP: 'BM0000000000000000',
    'a JPEG 2000': '\0\0\0\x0cjP  \r\n\x87\n',
    'a WAVE file': 'RIFF\x24\0\0\0WAVEfmt ',
  };
  for (const [name, text] of Object.entries(texts)) {
    test(`${name} is unsupported`, () => {
      assert.throws(() => inspectPhoto(Buffer.from(text, 'latin1')), { code: 'image_unsupported' });
    });
  }

  test('animated GIF, WebP, APNG and AVIF sequences are unsupported', async () => {
    const png = await createPhoto({ format: 'png' });
    const avif = await createPhoto({ format: 'avif' });
    const sequence = Buffer.from(avif);
    sequence.write('avis', 8, 'latin1');
    for (const bytes of [
      await createAnimation('gif'),
      await createAnimation('webp'),
      insertPngChunks(png, pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))),
      sequence,
      Buffer.concat([avif, box('moov', Buffer.alloc(8))]),
    ]) {
      assert.throws(() => inspectPhoto(bytes), { code: 'image_unsupported' });
    }
  });

  test('an animation whose header denies it is unsupported all the same', async () => {
    const webp = await createAnimation('webp');
    webp[20] = webp[20]! & ~0x02;
    assert.throws(() => inspectPhoto(webp), { code: 'image_unsupported' });
  });

  test('HEIC and MP4 are unsupported', () => {
    for (const brand of ['heic', 'heix', 'mif1', 'isom', 'mp42']) {
      const bytes = box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}`, 'latin1'));
      assert.throws(() => inspectPhoto(bytes), { code: 'image_unsupported' });
    }
  });

  test('lossless, arithmetic and hierarchical JPEG are unsupported', async () => {
    const photo = await createPhoto({ format: 'jpeg' });
    const frame = photo.indexOf(Buffer.from([0xff, 0xc0]));
    for (const marker of [0xc3, 0xc5, 0xc9, 0xcf]) {
      const changed = Buffer.from(photo);
      changed[frame + 1] = marker;
      assert.throws(() => inspectPhoto(changed), { code: 'image_unsupported' });
    }
  });
});

describe('sizes', () => {
  test('a PNG bomb of 30,000 by 30,000 pixels is too large, from its header alone', () => {
    assert.throws(() => inspectPhoto(createPngBomb(30_000, 30_000)), { code: 'image_too_large' });
  });

  test('the limit counts pixels and is inclusive', () => {
    const bomb = createPngBomb(2_000, 1_000);
    assert.equal(inspectPhoto(bomb, { maxPixels: 2_000_000 }).width, 2_000);
    assert.throws(() => inspectPhoto(bomb, { maxPixels: 1_999_999 }), { code: 'image_too_large' });
    assert.throws(() => inspectPhoto(createPngBomb(0xffffffff, 0xffffffff)), { code: 'image_too_large' });
  });

  test('the other formats are held to it as well', async () => {
    for (const format of photoFormats) {
      const photo = await createPhoto({ format });
      assert.throws(() => inspectPhoto(photo, { maxPixels: 96 * 64 - 1 }), { code: 'image_too_large' });
    }
  });

  test('a small WebP canvas around a larger picture is undecodable', async () => {
    const webp = await createPhoto({ format: 'webp', width: 500, height: 400 });
    assert.equal(webp.toString('latin1', 12, 16), 'VP8X');
    webp.writeUIntLE(9, 24, 3);
    assert.throws(() => inspectPhoto(webp), { code: 'image_undecodable' });
  });

  test('an AVIF of a small picture is too large when any part of it is', () => {
    const extents = (width: number, height: number) => {
      const payload = Buffer.alloc(12);
      payload.writeUInt32BE(width, 4);
      payload.writeUInt32BE(height, 8);
      return box('ispe', payload);
    };
    const build = (part: Buffer) =>
      Buffer.concat([
        box('ftyp', Buffer.from('avif\0\0\0\0avifmif1', 'latin1')),
        box(
          'meta',
          Buffer.alloc(4),
          box('pitm', Buffer.from([0, 0, 0, 0, 0, 7])),
          box(
            'iprp',
            box('ipco', extents(11, 22), part, extents(64, 48)),
            box('ipma', Buffer.from([0, 0, 0, 0, 0, 0, 0, 2, 0, 3, 1, 1, 0, 7, 1, 0x83])),
          ),
        ),
      ]);
    const info = inspectPhoto(build(extents(100, 100)));
    assert.deepEqual([info.width, info.height], [64, 48]);
    assert.throws(() => inspectPhoto(build(extents(10_000, 10_000))), { code: 'image_too_large' });
  });

  test('a side of zero is undecodable', async () => {
    const jpeg = await createPhoto({ format: 'jpeg' });
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    jpeg.writeUInt16BE(0, frame + 5);
    for (const bytes of [createPngBomb(0, 10), createPngBomb(10, 0), jpeg]) {
      assert.throws(() => inspectPhoto(bytes), { code: 'image_undecodable' });
    }
  });
});

describe('hostile bytes', () => {
  const photos: Buffer[] = [];
  before(async () => {
    for (const format of photoFormats) {
      photos.push(await createPhoto({ format, orientation: 6 }));
      photos.push(await createPhoto({ format, hasAlpha: true, isLossless: true, metadata: false }));
    }
  });

  async function inspectAndStrip(bytes: Uint8Array): Promise<void> {
    try {
      const info = inspectPhoto(bytes, { maxPixels: 1_000_000 });
      assert.ok(info.width > 0 && info.height > 0 && info.width * info.height <= 1_000_000);
      const stripped = await cleanPhoto(bytes, info);
      assert.ok(inspectPhoto(stripped.bytes, { maxPixels: 1_000_000 }).width > 0);
    } catch (error) {
      if (!(error instanceof ImageError)) throw error;
    }
  }

  test('any bytes at all give an answer or an ImageError', async () => {
    const magics = [
      ...photos.map((photo) => photo.subarray(0, 12)),
      Buffer.from('RIFF\xff\xff\xff\xffWEBP', 'latin1'),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(Buffer.alloc(0), ...magics),
        fc.uint8Array({ maxLength: 300 }),
        (magic, rest) => inspectAndStrip(Buffer.concat([magic, rest])),
      ),
      { numRuns: 2_000 },
    );
  });

  test('any photo cut off anywhere gives an answer or an ImageError', async () => {
    for (const photo of photos) {
      // Every length of the headers, then steps; decoding half an AVIF a thousand times proves no more.
      for (let length = 0; length < photo.length; length += length < 700 ? 1 : 97) {
        await inspectAndStrip(photo.subarray(0, length));
      }
    }
  });

  test('a photo with changed bytes gives an answer or an ImageError', async () => {
    const edits = fc.array(fc.tuple(fc.nat({ max: 1_500 }), fc.nat({ max: 255 })), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 7 }), edits, async (which, changes) => {
        const photo = Buffer.from(photos[which]!);
        for (const [at, value] of changes) photo[at % photo.length] = value;
        await inspectAndStrip(photo);
      }),
      { numRuns: 1_000 },
    );
  });

  test('a photo that passes has the dimensions that the decoder sees', async () => {
    const edits = fc.array(fc.tuple(fc.nat({ max: 900 }), fc.nat({ max: 255 })), {
      minLength: 1,
      maxLength: 3,
    });
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 7 }), edits, async (which, changes) => {
        const photo = Buffer.from(photos[which]!);
        for (const [at, value] of changes) photo[at % photo.length] = value;
        let info: ReturnType<typeof inspectPhoto>;
        try {
          info = inspectPhoto(photo);
        } catch {
          return;
        }
        const seen = await sharp(photo, { limitInputPixels: false })
          .metadata()
          .catch(() => undefined);
        if (seen === undefined) return;
        compared += 1;
        const sides = info.format === 'avif' ? [seen.width, seen.height].sort() : [seen.width, seen.height];
        const own = [info.width, info.height];
        assert.deepEqual(info.format === 'avif' ? own.sort() : own, sides);
      }),
      { numRuns: 1_000 },
    );
    assert.ok(compared > 100, `${compared} compared`);
  });

  test('many tiny segments, chunks and boxes are walked without delay', () => {
    const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.from('ffe10002'.repeat(2_000_000), 'hex')]);
    const png = Buffer.concat([createPngBomb(10, 10).subarray(0, 33), Buffer.alloc(10_000_000)]);
    const webp = Buffer.concat([Buffer.from('RIFF\xff\xff\xff\xffWEBP', 'latin1'), Buffer.alloc(8_000_000)]);
    const ftyp = box('ftyp', Buffer.from('avif\0\0\0\0avif', 'latin1'));
    const avif = Buffer.concat([ftyp, Buffer.from('0000000866726565'.repeat(1_000_000), 'hex')]);
    for (const bytes of [jpeg, png, webp, avif]) {
      assert.throws(() => inspectPhoto(bytes), ImageError);
    }
  });

  test('a segment inserted before the frame does not change what is read', async () => {
    const jpeg = insertJpegSegment(
      photos[0]!,
      0xe5,
      Buffer.from([0xff, 0xc0, 0, 11, 8, 0xff, 0xff, 0xff, 0xff]),
    );
    assert.equal(inspectPhoto(jpeg).width, 96);
  });
});
