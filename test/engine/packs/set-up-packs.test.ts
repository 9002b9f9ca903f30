import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { readChoice } from '../../../src/engine/packs/packs-folder.ts';
import { setUpPacks } from '../../../src/engine/packs/set-up-packs.ts';
import {
  livenessManifest,
  makeLivenessNetwork,
  makeRecognitionNetwork,
  recognitionManifest,
} from './generated-packs.ts';

it('turns on what may be used by anybody, and says of the rest why not', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'confere-setup-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const liveness = makeLivenessNetwork();
  const free = { ...livenessManifest('free', liveness), licence: 'Apache-2.0' };
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    if (request.url === `/${free.files[0]!.name}`) return response.end(liveness);
    return response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const recognition = recognitionManifest('faces', makeRecognitionNetwork(1));
  const { calibration: _, ...uncalibrated } = { calibration: undefined, ...recognition };
  const steps = await setUpPacks({
    directory: join(folder, 'packs'),
    dataDir: folder,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    falseMatchRate: 1e-4,
    published: [
      { ...free, name: 'research', licence: 'non-commercial research' },
      free,
      { ...uncalibrated, licence: 'MIT' } as typeof recognition,
    ],
  });
  assert.deepEqual(
    steps.map(({ id, outcome }) => [id.split('@')[0], outcome]),
    [
      ['free', 'turned-on'],
      ['faces', 'kept-off'],
    ],
  );
  assert.match(steps[1]!.reason, /--images/);
  assert.deepEqual(asked, [`/${free.files[0]!.name}`]);
  assert.equal((await readChoice(join(folder, 'packs'))).liveness, steps[0]!.id);
});
