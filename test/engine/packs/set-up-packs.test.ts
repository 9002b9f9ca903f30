import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { readChoice } from '../../../src/engine/packs/packs-folder.ts';
import { autoPullPack, setUpPacks } from '../../../src/engine/packs/set-up-packs.ts';
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

const network = Buffer.from(makeLivenessNetwork());

const published = [livenessManifest('depth', network)];

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-auto-pull-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function serve(t: TestContext, bytes: Buffer) {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.writeHead(200, { 'content-length': bytes.length });
    response.end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests: () => requests };
}

describe('a pack that is fetched at the start', () => {
  it('is put to use, and fetched once', async (t) => {
    const [directory, mirror] = [await makeFolder(t), await serve(t, network)];
    const problems: string[] = [];
    const options = {
      directory,
      baseUrl: mirror.url,
      published,
      falseMatchRate: 1e-4,
      onProblem: (problem: string) => void problems.push(problem),
    };
    assert.equal(await autoPullPack('depth', options), 'pulled', problems.join());
    assert.equal((await readChoice(directory)).liveness, 'depth@1');
    assert.equal(await autoPullPack('depth', options), 'chosen-before');
    assert.equal(mirror.requests(), 1);
    assert.deepEqual(problems, []);
  });

  it('is left out, with the reason, when it cannot be fetched or is another', async (t) => {
    const altered = Buffer.from(network);
    altered[100]! ^= 1;
    const gone = 'http://127.0.0.1:1';
    for (const baseUrl of [(await serve(t, altered)).url, gone]) {
      const directory = await makeFolder(t);
      const problems: string[] = [];
      const options = { directory, baseUrl, published, falseMatchRate: 1e-4, attempts: 1, retryWaitMs: 1 };
      const pulling = autoPullPack('depth', {
        ...options,
        onProblem: (problem) => void problems.push(problem),
      });
      assert.equal(await pulling, 'missing');
      assert.match(problems.join(), /MODELS_AUTO_PULL is missing, so liveness is judged without it/);
      assert.equal((await readChoice(directory)).liveness, undefined);
    }
  });
});
