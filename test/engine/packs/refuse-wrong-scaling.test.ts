import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { it } from 'node:test';
import { listPhotosOfPeople } from '../../../src/engine/list-photos-of-people.ts';
import { getPackagedNetwork } from '../../../src/engine/packaged-networks.ts';
import { calibratePack } from '../../../src/engine/packs/calibrate-pack.ts';
import { PackError } from '../../../src/engine/packs/errors.ts';
import { addPack } from '../../../src/engine/packs/install-pack.ts';
import type { PackManifest } from '../../../src/engine/packs/pack-manifest.ts';
import { usePack } from '../../../src/engine/packs/use-pack.ts';
import { recognitionManifest, writePackFolder } from './generated-packs.ts';

const lfw = join(import.meta.dirname, '../../../../shared/data/faces/lfw-dev');
/** Two photos of each: enough pairs of different people for a table of three rates. */
const people = 75;

it('a working network that is fed wrongly gets no table, and the right scaling is named', {
  skip: !existsSync(lfw) && 'the photos are not here',
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'confere-scaling-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const images = join(folder, 'images');
  await mkdir(images);
  const byPerson = Map.groupBy(await listPhotosOfPeople(lfw), ({ person }) => person);
  const several = [...byPerson.values()].filter((photos) => photos.length > 1).slice(0, people);
  for (const { path } of several.flatMap((photos) => photos.slice(0, 2))) {
    await symlink(path, join(images, basename(path)));
  }
  // The network that is the default, but without the mean and deviation that it expects.
  const network = await readFile(getPackagedNetwork('recognition').file.path);
  const raw: PackManifest['input'] = {
    size: 112,
    colourOrder: 'bgr',
    mean: [0, 0, 0],
    std: [1, 1, 1],
  };
  const output = { kind: 'embedding', values: 512 } as const;
  const { calibration: _, ...manifest } = recognitionManifest('raw', network, { input: raw, output });
  await writePackFolder(join(folder, 'source'), manifest, network);
  const directory = join(folder, 'packs');
  await addPack(directory, join(folder, 'source'));

  const calibrating = calibratePack('raw', { directory, images, workers: 2 });
  await assert.rejects(calibrating, (error) => {
    assert.ok(error instanceof PackError);
    assert.equal(error.code, 'pack_calibration_implausible');
    const said =
      /^([\d.]+) % of pairs .* colourOrder (\w+), mean (\S+) .*, std (\S+) .* photos: ([\d.]+) %\.$/;
    const { message } = error;
    const [, missed, colourOrder, mean, std, missedByBest] = said.exec(message) ?? [];
    assert.ok(Number(missed) > 60, message);
    assert.deepEqual([colourOrder, mean], ['bgr', '127.5'], message);
    assert.ok(std === '127.5' || std === '128', message);
    assert.ok(Number(missedByBest) < 3, message);
    return true;
  });
  await assert.rejects(usePack(directory, 'raw', 1e-2), { code: 'pack_not_calibrated' });
});
