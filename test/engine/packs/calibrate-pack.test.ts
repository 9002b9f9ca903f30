import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { calibratePack } from '../../../src/engine/packs/calibrate-pack.ts';
import { addPack } from '../../../src/engine/packs/install-pack.ts';
import { parseCalibration } from '../../../src/engine/packs/pack-manifest.ts';
import { calibrationOf, ScoreHistogram, separationOf } from '../../../src/engine/packs/score-histogram.ts';
import { cutFacePhotos } from '../../support/face-photos.ts';
import { makeRecognitionNetwork, recognitionManifest, writePackFolder } from './generated-packs.ts';

/** Scores spread evenly from one to another. */
function spread(from: number, to: number, count: number): ScoreHistogram {
  const histogram = new ScoreHistogram();
  for (let i = 0; i < count; i++) histogram.add(from + ((to - from) * (i + 0.5)) / count);
  return histogram;
}

describe('the calibration table', () => {
  it('gives the score that the share of the pairs of different people reaches', () => {
    const scores = { genuine: spread(0.2, 1, 500), impostor: spread(-0.5, 0.5, 100_000) };
    const calibration = calibrationOf(scores, 450);
    assert.deepEqual(parseCalibration(calibration), calibration);
    const rates = new Map(calibration.falseMatchRates.map((row) => [row.falseMatchRate, row.score]));
    assert.deepEqual([...rates.keys()], [1e-2, 3e-3, 1e-3, 3e-4, 1e-4]);
    for (const [rate, score] of rates) assert.ok(Math.abs(score - (0.5 - rate)) < 3e-4, `${rate} ${score}`);
    assert.ok(calibration.logOddsPerScore > 1);
  });

  it('never names a score that more pairs reach than the rate says', () => {
    const impostor = new ScoreHistogram();
    for (let i = 0; i < 10_000; i++) impostor.add(i < 150 ? 0.3 : 0);
    const { falseMatchRates } = calibrationOf({ genuine: spread(0.5, 1, 50), impostor }, 150);
    // A hundred and fifty share a score, more than one in a hundred: the threshold lies above them.
    assert.ok(falseMatchRates[0]!.score > 0.3);
  });

  it('odds rise faster where the two kinds of pairs overlap less', () => {
    const impostor = spread(-0.3, 0.4, 50_000);
    const near = calibrationOf({ genuine: spread(0.1, 0.6, 500), impostor }, 300);
    const far = calibrationOf({ genuine: spread(0.35, 0.9, 500), impostor }, 300);
    assert.ok(far.logOddsPerScore > near.logOddsPerScore);
  });

  it('comes with the share of pairs of one person under a score, and with how far both kinds lie apart', () => {
    const genuine = spread(0, 1, 1_000);
    assert.ok(Math.abs(genuine.shareUnder(0.3) - 0.3) < 1e-3);
    assert.equal(genuine.shareUnder(-1), 0);
    assert.equal(genuine.shareUnder(1), 1);
    // Both are spread evenly over a width of one: a standard deviation of the root of a twelfth.
    const separation = separationOf({ genuine, impostor: spread(-0.5, 0.5, 1_000) });
    assert.ok(Math.abs(separation - 0.5 * Math.sqrt(12)) < 0.01);
  });

  it('is refused when the pairs are too few', () => {
    const few = { genuine: spread(0.5, 1, 500), impostor: spread(0, 0.4, 5_000) };
    assert.throws(() => calibrationOf(few, 100), { code: 'pack_calibration_too_small' });
    const alone = { genuine: spread(0.5, 1, 5), impostor: spread(0, 0.4, 50_000) };
    assert.throws(() => calibrationOf(alone, 300), { code: 'pack_calibration_too_small' });
  });
});

it('photos are taken by folder or by name, and a few of them are too few', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'confere-calibrate-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const network = makeRecognitionNetwork(1);
  await writePackFolder(join(folder, 'source'), recognitionManifest('alpha', network), network);
  const directory = join(folder, 'packs');
  await addPack(directory, join(folder, 'source'));
  const images = join(folder, 'images');
  await mkdir(join(images, 'somebody'), { recursive: true });
  const photos = await cutFacePhotos();
  await writeFile(join(images, 'somebody', 'a.png'), photos.sameWoman[0]);
  await writeFile(join(images, 'other_1.png'), photos.otherWomen[0]!);
  await writeFile(join(images, 'broken_1.png'), 'no photo');
  const seen: number[] = [];
  const calibrating = calibratePack('alpha', {
    directory,
    images,
    workers: 1,
    onProgress: ({ done, total }) => {
      seen.push(done);
      assert.equal(total, 3);
    },
  });
  await assert.rejects(calibrating, { code: 'pack_calibration_too_small' });
  assert.deepEqual(seen.sort(), [1, 2, 3]);
  await assert.rejects(calibratePack('nobody', { directory, images }), {
    code: 'pack_not_found',
  });
});

it('symbolic links to photos and folders are followed, circles and loose ends too', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'confere-calibrate-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const network = makeRecognitionNetwork(1);
  await writePackFolder(join(folder, 'source'), recognitionManifest('alpha', network), network);
  const directory = join(folder, 'packs');
  await addPack(directory, join(folder, 'source'));
  const store = join(folder, 'store');
  const images = join(folder, 'images');
  await mkdir(join(store, 'somebody'), { recursive: true });
  await mkdir(images);
  await writeFile(join(store, 'somebody', 'a.png'), 'no photo');
  await writeFile(join(store, 'somebody', 'b.png'), 'no photo');
  await writeFile(join(store, 'photo.png'), 'no photo');
  await symlink(join(store, 'somebody'), join(images, 'somebody'));
  await symlink(join(store, 'photo.png'), join(images, 'other_1.png'));
  await symlink(images, join(store, 'somebody', 'back'));
  await symlink(join(folder, 'nowhere'), join(images, 'lost.png'));
  const seen: number[] = [];
  const calibrating = calibratePack('alpha', {
    directory,
    images,
    workers: 1,
    onProgress: ({ total }) => seen.push(total),
  });
  await assert.rejects(calibrating, { code: 'pack_calibration_too_small' });
  assert.deepEqual(seen, [3, 3, 3]);
});
