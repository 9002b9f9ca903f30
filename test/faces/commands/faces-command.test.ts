import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { type Cpf, generateCpf } from '../../../src/platform/documents.ts';
import {
  makeRecognitionNetwork,
  recognitionManifest,
  writePackFolder,
} from '../../engine/packs/generated-packs.ts';
import {
  createTestDatabase,
  describeDatabases,
  environmentOf,
  type TestDatabaseKind,
  type TestScope,
} from '../../support/database.ts';
import { cutFacePhotos } from '../../support/face-photos.ts';
import { send } from '../../support/http.ts';
import { toDataAddress } from '../../support/service-photos.ts';
import { type Environment, runConfere, spawnConfere, spawnServe } from '../../support/service-process.ts';
import { fetchToken } from '../../support/tokens.ts';

type Person = { readonly cpf: Cpf; readonly imageUrl: string };

describeDatabases('confere faces reembed', (kind) => {
  it('killed in the middle, it leaves everybody recognised by one model or the other, and goes on with the rest', async (t) => {
    const env = await prepare(t, kind);
    const people = await choosePeople();
    const first = await spawnServe(t, env);
    const client = await createClient(t, env);
    for (const { cpf, imageUrl } of people) {
      const token = await fetchToken(first.url, client);
      const answer = await send(`${first.url}/v1/people/${cpf}/face`, {
        method: 'PUT',
        token,
        json: { imageUrl },
      });
      assert.equal(answer.status, 201, answer.text);
    }
    first.child.kill('SIGKILL');
    await first.ended;
    await run(t, env, 'models', 'use', 'beta');

    const second = await spawnServe(t, env);
    const modelsIn = (url: string) => recognise(url, client, people);
    assert.deepEqual(countModels(await modelsIn(second.url)), { alpha: people.length });
    const interrupted =
      kind === 'postgres' ? await killOwnProcess(t, env) : await killServer(t, env, second, client, people);
    const third = kind === 'postgres' ? second : await spawnServe(t, env);

    const between = countModels(await modelsIn(third.url));
    assert.equal((between.alpha ?? 0) + (between.beta ?? 0), people.length);
    if (interrupted.done !== undefined) assert.equal(between.beta, interrupted.done);
    const result = await run(t, env, 'faces', 'reembed');
    assert.equal(result.reembedded, between.alpha ?? 0);
    assert.deepEqual(result.refused, {});
    assert.deepEqual(countModels(await modelsIn(third.url)), { beta: people.length });
    assert.equal((await run(t, env, 'faces', 'reembed')).reembedded, 0);
  });
});

/** Two packs, the first of them in use. */
async function prepare(t: TestScope, kind: TestDatabaseKind): Promise<Environment & { DATA_DIR: string }> {
  const place = await createTestDatabase(t, kind);
  const env = {
    ...environmentOf(place),
    FACE_LIVENESS_THRESHOLD: '0',
    FACE_ANALYSIS_TIMEOUT_MS: '60000',
  };
  const source = join(place.dataDir, 'source');
  await mkdir(source);
  for (const [name, seed] of [
    ['alpha', 1],
    ['beta', 2],
  ] as const) {
    const network = makeRecognitionNetwork(seed);
    const folder = await writePackFolder(join(source, name), recognitionManifest(name, network), network);
    await run(t, env, 'models', 'add', folder);
  }
  await run(t, env, 'models', 'use', 'alpha');
  return env;
}

/** As the task runs in a process of its own beside the server: it is held at the fourth face, and killed there. */
async function killOwnProcess(t: TestScope, env: Environment): Promise<{ done: number }> {
  const database = new Client({ connectionString: env.DATABASE_URL });
  const holder = new Client({ connectionString: env.DATABASE_URL });
  await Promise.all([database.connect(), holder.connect()]);
  try {
    await holder.query('begin');
    // Not `offset 3 for update`: that locks what it skips as well.
    const fourth = 'select id from faces order by id offset 3 limit 1';
    await holder.query(`select id from faces where id = (${fourth}) for update`);
    const task = spawnConfere(t, ['faces', 'reembed', '--parallel', '1'], env);
    const waits = `select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'update "faces"%'`;
    let waiting: { pid: number }[] = [];
    while (waiting.length === 0) {
      assert.equal(task.child.exitCode, null, task.stderr());
      waiting = (await database.query(waits)).rows;
      await delay(20);
    }
    task.child.kill('SIGKILL');
    const { signal } = await task.ended;
    assert.equal(signal, 'SIGKILL');
    // PostgreSQL notices that its client is gone only once the lock is its own, and would still write.
    await database.query('select pg_terminate_backend($1)', [waiting[0]!.pid]);
    while ((await database.query(waits)).rows.length > 0) await delay(20);
    return { done: 3 };
  } finally {
    await holder.end();
    await database.end();
  }
}

/** As the task runs in the server that holds the embedded database: killed once the first face has changed. */
async function killServer(
  t: TestScope,
  env: Environment,
  server: Awaited<ReturnType<typeof spawnServe>>,
  client: ApiClient,
  people: readonly Person[],
): Promise<{ done: undefined }> {
  const task = spawnConfere(t, ['faces', 'reembed', '--parallel', '1'], env);
  while (!(await recognise(server.url, client, people)).includes('beta')) {
    assert.equal(task.child.exitCode ?? 0, 0, task.stderr());
  }
  server.child.kill('SIGKILL');
  await server.ended;
  await task.ended;
  return { done: undefined };
}

/** The model each person is recognised by. */
async function recognise(url: string, client: ApiClient, people: readonly Person[]): Promise<string[]> {
  const token = await fetchToken(url, client);
  const models: string[] = [];
  for (const { cpf, imageUrl } of people) {
    const json = { peopleId: cpf, imageUrl };
    const answer = await send(`${url}/v1/face-authentications`, { method: 'POST', token, json });
    assert.equal(answer.status, 201, answer.text);
    // The photo is the registered one again, which is recognised and never matches.
    assert.equal(answer.body.faceMatch.isFaceMatch, true);
    models.push(answer.body.decision.templateModel.split('@')[0]);
  }
  return models;
}

function countModels(models: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const model of models) counts[model] = (counts[model] ?? 0) + 1;
  return counts;
}

async function choosePeople(): Promise<Person[]> {
  const { sameWoman, otherWomen } = await cutFacePhotos();
  return [...sameWoman, ...otherWomen].map((photo) => ({
    cpf: generateCpf(),
    imageUrl: toDataAddress(photo, 'image/png'),
  }));
}

type ApiClient = { readonly clientId: string; readonly clientSecret: string };

async function createClient(t: TestScope, env: Environment): Promise<ApiClient> {
  const scope = 'faces:write faces:authenticate attempts:read';
  return await run(t, env, 'clients', 'create', '--product', 'customer', '--scope', scope);
}

async function run(t: TestScope, env: Environment, ...args: string[]) {
  const result = await runConfere(t, [...args, '--json'], env);
  assert.equal(result.status, 0, result.stderr);
  return JSON.parse(result.stdout);
}

let folder: string;

let env: { readonly DATA_DIR: string; readonly FACE_WORKERS: string };

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'confere-measure-'));
  env = { DATA_DIR: folder, FACE_WORKERS: '1' };
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
