import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { cutFacePhotos } from '../../support/face-photos.ts';
import { runConfere } from '../../support/service-process.ts';

let folder: string;
let photos: string;
let env: Readonly<Record<string, string>>;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'confere-calibrate-'));
  photos = await mkdtemp(join(tmpdir(), 'confere-photos-'));
  env = { DATA_DIR: folder, FACE_WORKERS: '2', FACE_FALSE_MATCH_RATE: '0.01' };
  const { sameWoman, otherWomen } = await cutFacePhotos();
  await writeFile(join(photos, 'she_1.jpg'), sameWoman[0]);
  await writeFile(join(photos, 'other_1.jpg'), otherWomen[0] as Uint8Array);
});

after(() => Promise.all([folder, photos].map((path) => rm(path, { recursive: true }))));

const calibrate = (t: Parameters<typeof runConfere>[0], ...more: string[]) =>
  runConfere(t, ['faces', 'calibrate', '--images', photos, '--json', ...more], env);

describe('confere faces calibrate', () => {
  it('says how many photos a rate needs', async (t) => {
    const result = await calibrate(t);
    assert.notEqual(result.status, 0);
    assert.match(result.stderr, /0\.01 needs 1000 pairs of different people; the photos give 1/);
  });

  it('refuses photos of one person under many names', async (t) => {
    const { sameWoman } = await cutFacePhotos();
    for (let name = 0; name < 46; name++) {
      const photo = await sharp(sameWoman[name % 2])
        .jpeg({ quality: 60 + (name % 30) })
        .toBuffer();
      await writeFile(
        join(photos, `p${'abcdefghij'[name % 10]}${'abcdefghij'[Math.floor(name / 10)]}_1.jpg`),
        photo,
      );
    }
    const result = await calibrate(t);
    assert.notEqual(result.status, 0);
    assert.match(result.stderr, /confere faces evaluate --errors/);
  });
});
