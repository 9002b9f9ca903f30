import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import sharp from 'sharp';
import { isSrgbProfile } from '../../src/engine/is-srgb-profile.ts';

const headerBytes = 128;

/** The profile that sharp gives a photo. */
async function makeProfile(name: string): Promise<Buffer> {
  const photo = sharp({ create: { width: 8, height: 8, channels: 3, background: '#336699' } });
  const { icc } = await sharp(await photo.withIccProfile(name).jpeg().toBuffer()).metadata();
  return icc!;
}

/** Where the entry of a tag stands in the table, and where its value begins. */
function findTag(profile: Buffer, name: string): { readonly entry: number; readonly from: number } {
  const entry = profile.indexOf(name, headerBytes + 4, 'latin1');
  assert.ok(entry > 0, name);
  return { entry, from: profile.readUInt32BE(entry + 4) };
}

/** A profile with other curves than its own, which stand behind everything else. */
function withCurves(profile: Buffer, curve: Buffer): Buffer {
  const changed = Buffer.concat([profile, curve]);
  changed.writeUInt32BE(changed.length, 0);
  for (const name of ['rTRC', 'gTRC', 'bTRC']) {
    const { entry } = findTag(changed, name);
    changed.writeUInt32BE(profile.length, entry + 4);
    changed.writeUInt32BE(curve.length, entry + 8);
  }
  return changed;
}

function makeTable(count: number, lightOf: (value: number) => number): Buffer {
  const curve = Buffer.alloc(12 + 2 * count);
  curve.write('curv', 'latin1');
  curve.writeUInt32BE(count, 8);
  for (let index = 0; index < count; index += 1) {
    curve.writeUInt16BE(Math.round(65_535 * lightOf(index / (count - 1))), 12 + 2 * index);
  }
  return curve;
}

/** IEC 61966-2-1. */
const srgbLight = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

describe('a colour profile', () => {
  let srgb: Buffer;
  before(async () => {
    srgb = await makeProfile('srgb');
  });

  /** The profile after a change of its bytes. */
  const changed = (change: (profile: Buffer) => void) => {
    const profile = Buffer.from(srgb);
    change(profile);
    return profile;
  };

  test('of sRGB is one, with parameters and with tables of the curve', () => {
    assert.equal(isSrgbProfile(srgb), true);
    for (const count of [256, 1_024, 4_096]) {
      assert.equal(isSrgbProfile(withCurves(srgb, makeTable(count, srgbLight))), true, `${count}`);
    }
  });

  test('of another space, or of other curves, is none', async () => {
    assert.equal(isSrgbProfile(await makeProfile('p3')), false);
    for (const gamma of [1, 1.8, 2.4]) {
      const curve = makeTable(1_024, (value) => value ** gamma);
      assert.equal(isSrgbProfile(withCurves(srgb, curve)), false, `${gamma}`);
    }
    assert.equal(
      isSrgbProfile(
        withCurves(
          srgb,
          makeTable(1_024, (value) => srgbLight(1 - value)),
        ),
      ),
      false,
    );
  });

  test('with a table that is another curve between the values of a picture is none', () => {
    const count = 4_096;
    const table = makeTable(count, srgbLight);
    const places = new Set(
      Array.from({ length: 256 }, (_, value) => (value * (count - 1)) / 255).flatMap((place) => [
        Math.floor(place),
        Math.ceil(place),
      ]),
    );
    for (let entry = 0; entry < count; entry += 1) {
      if (!places.has(entry)) table.writeUInt16BE(32_768, 12 + 2 * entry);
    }
    assert.equal(isSrgbProfile(withCurves(srgb, table)), false);
  });

  test('with a colourant a hundredth away is none', () => {
    for (const name of ['rXYZ', 'gXYZ', 'bXYZ']) {
      for (const part of [0, 1, 2]) {
        const profile = changed((it) => {
          const at = findTag(it, name).from + 8 + 4 * part;
          it.writeInt32BE(it.readInt32BE(at) + 655, at);
        });
        assert.equal(isSrgbProfile(profile), false, `${name} ${part}`);
      }
    }
  });

  test('with a table that decoders prefer, or any unknown tag, or a tag twice, is none', () => {
    for (const name of ['A2B0', 'B2A0', 'D2B0', 'cicp', 'XXXX', 'desc', 'rXYZ']) {
      const profile = changed((it) => void it.write(name, findTag(it, 'cprt').entry, 'latin1'));
      assert.equal(isSrgbProfile(profile), false, name);
    }
  });

  test('that is damaged in any way is none, and is read without an error', () => {
    for (let length = 0; length < srgb.length; length += 1) {
      assert.equal(isSrgbProfile(srgb.subarray(0, length)), false, `${length}`);
    }
    const broken = {
      'of another class': changed((it) => void it.write('prtr', 12, 'latin1')),
      'of four colours': changed((it) => void it.write('CMYK', 16, 'latin1')),
      'in another connection space': changed((it) => void it.write('Lab ', 20, 'latin1')),
      'without its signature': changed((it) => void it.write('acsq', 36, 'latin1')),
      'of too many tags': changed((it) => void it.writeUInt32BE(0xffff_ffff, headerBytes)),
      'with a tag outside': changed(
        (it) => void it.writeUInt32BE(srgb.length, findTag(it, 'gTRC').entry + 4),
      ),
      'with a curve of another function': changed(
        (it) => void it.writeUInt16BE(4, findTag(it, 'rTRC').from + 8),
      ),
      'with an empty table': withCurves(srgb, makeTable(2, srgbLight).fill(0, 8)),
      'with a table that ends early': withCurves(srgb, makeTable(1_024, srgbLight).subarray(0, 2_000)),
    };
    for (const [name, profile] of Object.entries(broken)) assert.equal(isSrgbProfile(profile), false, name);
    for (let at = 0; at < srgb.length; at += 1) {
      // Whatever a byte becomes: an answer, no error.
      for (const value of [0, 0x7f, 0xff]) isSrgbProfile(changed((it) => void it.writeUInt8(value, at)));
    }
  });
});
