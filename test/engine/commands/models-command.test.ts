import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { generateCpf } from '../../../src/platform/documents.ts';
import { createTestDatabase } from '../../support/database.ts';
import { cutFacePhotos } from '../../support/face-photos.ts';
import { send } from '../../support/http.ts';
import { toDataAddress } from '../../support/service-photos.ts';
import { type Environment, runConfere, spawnServe } from '../../support/service-process.ts';
import { fetchToken } from '../../support/tokens.ts';
import { makeRecognitionNetwork, recognitionManifest, writePackFolder } from '../packs/generated-packs.ts';

async function prepare(t: TestContext, more: Environment = {}) {
  const { dataDir } = await createTestDatabase(t, 'embedded');
  const env = { DATA_DIR: dataDir, ...more };
  const source = join(dataDir, 'source');
  await mkdir(source);
  const confere = async (...args: string[]) => {
    const result = await runConfere(t, args, env);
    return { ...result, answer: result.status === 0 ? JSON.parse(result.stdout) : undefined };
  };
  const writePack = async (name: string, seed: number, changes: object = {}) => {
    const network = makeRecognitionNetwork(seed);
    return await writePackFolder(join(source, name), recognitionManifest(name, network, changes), network);
  };
  return { dataDir, env, confere, writePack };
}

type Listed = {
  readonly id: string;
  readonly state: string;
  readonly inUse: boolean;
  readonly lacks?: string;
};

it('a pack is added, listed, shown, checked and chosen, each with one document', async (t) => {
  const { confere, writePack } = await prepare(t);
  const added = await confere('models', 'add', await writePack('alpha', 1), '--json');
  const common = { id: 'alpha@1', role: 'recognition', licence: 'CC0-1.0' };
  assert.deepEqual(added.answer, { ...common, isNew: true, isRepaired: false });

  const chosen = await confere('models', 'use', 'alpha', '--json');
  assert.deepEqual(chosen.answer, { role: 'recognition', id: 'alpha@1', effectiveFrom: 'next start' });
  const { packs } = (await confere('models', 'list', '--json')).answer as { packs: Listed[] };
  const state = (id: string) => packs.find((pack) => pack.id === id);
  assert.deepEqual([state('alpha@1')?.state, state('alpha@1')?.inUse], ['installed', true]);
  assert.equal(state('packaged-recognition')?.inUse, false);
  assert.equal(state('packaged-detector')?.inUse, true);
  assert.equal(state('sface@2021dec')?.state, 'published');

  const shown = (await confere('models', 'show', 'alpha', '--json')).answer;
  assert.equal(shown.manifest.licence, 'CC0-1.0');
  assert.equal(shown.inUse, true);
  const checked = (await confere('models', 'verify', '--json')).answer;
  assert.deepEqual(checked, { packs: [{ id: 'alpha@1', isSound: true }] });
});

it('a pack is removed unless it is in use', async (t) => {
  const { confere, writePack } = await prepare(t);
  await confere('models', 'add', await writePack('alpha', 1), '--json');
  await confere('models', 'use', 'alpha', '--json');
  const used = await confere('models', 'remove', 'alpha');
  assert.equal(used.status, 1);
  assert.match(used.stderr, /pack_in_use/);
  await confere('models', 'use', 'packaged-recognition', '--json');
  assert.deepEqual((await confere('models', 'remove', 'alpha', '--json')).answer, { id: 'alpha@1' });
  const { packs } = (await confere('models', 'list', '--json')).answer as { packs: Listed[] };
  assert.ok(!packs.some(({ id }) => id === 'alpha@1'));
  assert.match((await confere('models', 'remove', 'alpha')).stderr, /pack_not_found/);
});

it('an address without http: is refused by its name, before the licence is shown', async (t) => {
  const { confere } = await prepare(t);
  for (const from of ['127.0.0.1:8765', 'localhost:8765', 'ftp://localhost/', 'nowhere']) {
    const refused = await confere('models', 'pull', 'minifasnet', '--from', from, '--accept-license');
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /pack_address_invalid/);
    assert.ok(refused.stderr.includes(from), refused.stderr);
    assert.doesNotMatch(refused.stderr, /TypeError|Licence:/);
  }
});

it('what cannot be used is refused with a reason and leaves no trace', async (t) => {
  const { confere, writePack } = await prepare(t);
  const wrong = await confere(
    'models',
    'add',
    await writePack('wrong', 1, { output: { kind: 'embedding', values: 512 } }),
  );
  assert.equal(wrong.status, 1);
  assert.match(wrong.stderr, /pack_network_unfit/);
  assert.equal(wrong.stdout, '');
  await confere('models', 'add', await writePack('bare', 2, { calibration: undefined }), '--json');
  const uncalibrated = await confere('models', 'use', 'bare');
  assert.equal(uncalibrated.status, 1);
  assert.match(uncalibrated.stderr, /pack_not_calibrated/);
  const { packs } = (await confere('models', 'list', '--json')).answer as { packs: Listed[] };
  assert.ok(!packs.some(({ id }) => id.startsWith('wrong')));
  assert.equal(packs.find(({ id }) => id === 'bare@1')?.lacks, 'calibration');
});

it('pulling shows the licence, refuses without an answer, and installs nothing with another hash', async (t) => {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    response.end('not the network');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const mirror = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mirror/`;
  const { confere } = await prepare(t, { MODELS_BASE_URL: mirror });

  const refused = await confere('models', 'pull', 'arcface-mbf', '--json');
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /non-commercial research[\s\S]*pack_licence_not_accepted/);
  assert.deepEqual(paths, []);

  const other = await confere('models', 'pull', 'arcface-mbf', '--accept-license', '--json');
  assert.equal(other.status, 1);
  assert.match(other.stderr, /pack_file_changed/);
  assert.deepEqual(paths, ['/mirror/w600k_mbf.onnx']);
  const { packs } = (await confere('models', 'list', '--json')).answer as { packs: Listed[] };
  assert.equal(packs.find(({ id }) => id === 'arcface-mbf@w600k')?.state, 'published');
});

it('after a change of the model people are compared by the old one until reembed has come to them', async (t) => {
  const { env, confere, writePack } = await prepare(t, { FACE_LIVENESS_THRESHOLD: '0' });
  for (const [name, seed] of [
    ['alpha', 1],
    ['beta', 2],
  ] as const) {
    await confere('models', 'add', await writePack(name, seed), '--json');
  }
  await confere('models', 'use', 'alpha', '--json');
  const client = await createClient(confere);
  const photos = await cutFacePhotos();
  const imageUrl = toDataAddress(photos.sameWoman[0], 'image/png');
  const cpf = generateCpf();
  const talkTo = (url: string) => talkWith(url, client, cpf, imageUrl);

  const first = await spawnServe(t, env);
  {
    const { token, authenticate } = await talkTo(first.url);
    const { status } = await send(`${first.url}/v1/people/${cpf}/face`, {
      method: 'PUT',
      token,
      json: { imageUrl },
    });
    assert.equal(status, 201);
    const { faceMatch, decision } = await authenticate();
    assert.equal(faceMatch.isFaceMatch, true);
    assert.equal(decision.outcome, 'reference_replayed');
    assert.match(decision.templateModel, /^alpha@1\+/);
  }
  // Chosen while a server runs: it goes on as it is until its next start.
  assert.equal((await confere('models', 'use', 'beta', '--json')).status, 0);
  assert.match((await (await talkTo(first.url)).authenticate()).decision.templateModel, /^alpha@1\+/);
  first.child.kill('SIGKILL');
  await first.ended;

  const second = await spawnServe(t, env);
  const { authenticate } = await talkTo(second.url);
  const before = await authenticate();
  assert.equal(before.faceMatch.isFaceMatch, true);
  assert.match(before.decision.templateModel, /^alpha@1\+/);
  const ready = (await send(`${second.url}/readyz`)).body.models;
  assert.match(ready.templateModel, /^beta@1\+/);
  assert.deepEqual(
    ready.networks.filter(({ role }: { role: string }) => role === 'embedding'),
    [{ role: 'embedding', name: 'beta', version: '1', licence: 'CC0-1.0' }],
  );

  const done = await confere('faces', 'reembed', '--json');
  assert.deepEqual(done.answer, { templateModel: ready.templateModel, reembedded: 1, refused: {} });
  const after = await authenticate();
  assert.equal(after.faceMatch.isFaceMatch, true);
  // A fingerprint is of the photo, whatever model is in use.
  assert.equal(after.decision.outcome, 'reference_replayed');
  assert.equal(after.decision.templateModel, ready.templateModel);
  assert.equal((await confere('faces', 'reembed', '--json')).answer.reembedded, 0);
});

type Confere = Awaited<ReturnType<typeof prepare>>['confere'];

async function createClient(confere: Confere): Promise<{ clientId: string; clientSecret: string }> {
  const scopes = 'faces:write faces:authenticate attempts:read';
  return (await confere('clients', 'create', '--product', 'customer', '--scope', scopes, '--json')).answer;
}

/** A client's token, and its authentications of a person with a photo. */
async function talkWith(
  url: string,
  client: Parameters<typeof fetchToken>[1],
  cpf: string,
  imageUrl: string,
) {
  const token = await fetchToken(url, client);
  const authenticate = async () => {
    const json = { peopleId: cpf, imageUrl };
    return (await send(`${url}/v1/face-authentications`, { method: 'POST', token, json })).body;
  };
  return { token, authenticate };
}
