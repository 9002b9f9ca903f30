import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { cutFacePhotos } from '../../support/face-photos.ts';
import { runConfere } from '../../support/service-process.ts';
import { shareConvertedModels } from '../../support/share-converted-models.ts';

let folder: string;
let env: { readonly DATA_DIR: string; readonly FACE_WORKERS: string };

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'confere-measure-'));
  env = { DATA_DIR: folder, FACE_WORKERS: '1' };
  await shareConvertedModels(folder);
});

after(() => rm(folder, { recursive: true }));

describe('confere faces measure and lower-threshold', () => {
  it('say that a deployment without people has nothing to measure, and nothing to lower', async (t) => {
    const measured = await runConfere(t, ['faces', 'measure', '--json'], env);
    assert.equal(measured.status, 0, measured.stderr);
    assert.deepEqual(JSON.parse(measured.stdout), { warnings: [], thresholdRaise: 0 });
    const lowered = await runConfere(t, ['faces', 'lower-threshold', '--json'], env);
    assert.deepEqual(JSON.parse(lowered.stdout), { before: 0, now: 0 });
    const wrong = await runConfere(t, ['faces', 'lower-threshold', '--to', '-1'], env);
    assert.notEqual(wrong.status, 0);
  });
});

describe('confere faces evaluate with the registered people', () => {
  it('says that press photos decide while too few are registered, asked for or by default', async (t) => {
    const { sameWoman } = await cutFacePhotos();
    await writeFile(join(folder, 'a.jpg'), sameWoman[0]);
    await writeFile(join(folder, 'b.jpg'), sameWoman[1]);
    await writeFile(join(folder, 'pairs.csv'), 'image_a,image_b,same_person\na.jpg,b.jpg,true\n');
    const evaluate = [
      'faces',
      'evaluate',
      '--images',
      folder,
      '--pairs',
      join(folder, 'pairs.csv'),
      '--json',
    ];
    for (const more of [['--cohort', 'deployment'], []]) {
      const result = await runConfere(t, [...evaluate, ...more], env);
      assert.equal(result.status, 0, result.stderr);
      assert.deepEqual(JSON.parse(result.stdout).cohort, {
        kind: 'deployment',
        people: 0,
        restsOn: 'press photos',
      });
    }
  });
});
