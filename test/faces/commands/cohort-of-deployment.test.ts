import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { it } from 'node:test';
import { listPhotosOfPeople } from '../../../src/engine/list-photos-of-people.ts';
import { generateCpf } from '../../../src/platform/documents.ts';
import { send } from '../../support/http.ts';
import { toDataAddress } from '../../support/service-photos.ts';
import { type Environment, runConfere, spawnServe } from '../../support/service-process.ts';
import { fetchToken } from '../../support/tokens.ts';

const lfw = join(import.meta.dirname, '../../../../shared/data/faces/lfw-dev');
const registeredPeople = 20;

it('registered people of one group correct the scores of others of the group, in the service and in evaluations', {
  skip: !existsSync(lfw) && 'the photos are not here',
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'confere-deployment-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const env = { DATA_DIR: folder, FACE_WORKERS: '2', FACE_ANALYSIS_TIMEOUT_MS: '60000' };
  const cohort = join(folder, 'cohort');
  await mkdir(cohort);
  const people = await listGroup();
  const serving = await spawnServe(t, env);
  const scope = 'faces:write faces:authenticate attempts:read';
  const client = await run(t, env, ['clients', 'create', '--product', 'customer', '--scope', scope]);
  const token = await fetchToken(serving.url, client);
  const call = async (method: string, path: string, photo: string, more: object = {}) => {
    const imageUrl = toDataAddress(await readFile(photo));
    return await send(`${serving.url}${path}`, { method, token, json: { imageUrl, ...more } });
  };

  const registered: { readonly cpf: string; readonly photos: readonly string[] }[] = [];
  while (registered.length < registeredPeople) {
    const photos = people.shift();
    assert.ok(photos !== undefined, 'too few photos of the group can be registered');
    const cpf = generateCpf();
    const answer = await call('PUT', `/v1/people/${cpf}/face`, photos[0]!);
    if (answer.status !== 201) continue;
    registered.push({ cpf, photos });
    await symlink(photos[0]!, join(cohort, basename(photos[0]!)));
  }
  const ready = await send(`${serving.url}/readyz`);
  assert.equal(ready.body.models.restsOn, '20 people of this deployment');
  const other = people[0]![0]!;
  const attempt = await call('POST', '/v1/face-authentications', other, { peopleId: registered[0]!.cpf });
  assert.equal(attempt.status, 201, attempt.text);
  const { decision } = attempt.body;
  assert.equal(decision.restsOn, '19 people of this deployment');
  const { registeredOrdinariness, receivedOrdinariness } = decision.cohort;
  const takenOff = Math.max(0, (registeredOrdinariness + receivedOrdinariness) / 2);
  assert.ok(takenOff > 0.02, `${takenOff}`);
  assert.ok(Math.abs(decision.likeness - takenOff - decision.score) < 1e-6);

  const photos = people.map((own) => basename(own[0]!));
  const pairs = photos.flatMap((a, index) => photos.slice(index + 1).map((b) => `${a},${b},false`));
  await writeFile(join(folder, 'pairs.csv'), ['image_a,image_b,same_person', ...pairs].join('\n'));
  const evaluate = async (which: string) => {
    const out = join(folder, `${basename(which)}.csv`);
    const files = ['--images', lfw, '--pairs', join(folder, 'pairs.csv'), '--pairs-out', out];
    const report = await run(t, env, ['faces', 'evaluate', ...files, '--cohort', which]);
    const [, ...lines] = (await readFile(out, 'utf8')).trim().split('\n');
    return { report, takenOff: lines.map((line) => Number(line.split(',').at(-1))) };
  };
  const [byService, byFolder] = [await evaluate('deployment'), await evaluate(cohort)];
  assert.deepEqual(byService.report.cohort, {
    kind: 'deployment',
    people: registeredPeople,
    restsOn: '20 people of this deployment',
  });
  assert.equal(byFolder.report.cohort.people, registeredPeople);
  assert.equal(byService.takenOff.length, pairs.length);
  for (const [index, value] of byService.takenOff.entries()) {
    assert.ok(Math.abs(value - byFolder.takenOff[index]!) < 1e-5, `${pairs[index]}: ${value}`);
  }
  const mean = byService.takenOff.reduce((sum, value) => sum + value, 0) / pairs.length;
  assert.ok(mean > 0.02, `${mean}`);
});

/** The photos of each person of a group in which strangers resemble each other more than press photos do. */
async function listGroup(): Promise<(readonly string[])[]> {
  const rows = (await readFile(join(lfw, 'groups.csv'), 'utf8')).trim().split('\n').slice(1);
  const group = new Set(rows.map((row) => row.split(',')[0]));
  const photos = (await listPhotosOfPeople(lfw)).filter(({ person }) => group.has(person));
  return [...Map.groupBy(photos, ({ person }) => person).values()].map((own) => own.map(({ path }) => path));
}

async function run(t: Parameters<typeof runConfere>[0], env: Environment, args: readonly string[]) {
  const result = await runConfere(t, [...args, '--json'], env);
  assert.equal(result.status, 0, result.stderr);
  return JSON.parse(result.stdout);
}
