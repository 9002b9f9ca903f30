import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { generateCpf } from '../../src/platform/documents.ts';
import { samplePhoto } from '../../src/sandbox/create-sandbox-engine.ts';
import { companyScenarios, faceScenarios } from '../../src/sandbox/scenarios.ts';
import {
  findPostgres,
  openPostgresPair,
  type PostgresPair,
} from '../endurance/cluster/open-postgres-pair.ts';
import { createPhoto } from '../images/photos.ts';
import { send } from '../support/http.ts';
import { waitUntil } from '../support/replicas.ts';
import { type ServedProcess, spawnServe } from '../support/service-process.ts';
import { createClientOver, fetchToken } from '../support/tokens.ts';

const postgres = findPostgres();
const skip = postgres === undefined ? 'the programs of PostgreSQL are not installed' : false;
const scopes = [
  ...[
    'executions:write',
    'templates:write',
    'executions:read',
    'people:read',
    'people:export',
    'companies:read',
  ],
  ...['faces:write', 'faces:authenticate', 'attempts:read', 'cases:read', 'cases:write', 'admin'],
];
const agesMs = 600_000;

type Place = {
  readonly pair: PostgresPair;
  readonly processes: readonly ServedProcess[];
  readonly writer: string;
  readonly other: string;
};

/** Two processes on a primary and its standby, a query template, and tokens of two clients. */
async function openPlace(t: TestContext, maxLagMs: number): Promise<Place & { readonly templateId: string }> {
  const pair = await openPostgresPair(postgres!, { isSynchronous: false });
  t.after(() => pair.close());
  const dataDir = await mkdtemp(join(tmpdir(), 'confere-read-replica-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: `postgres://postgres@127.0.0.1:${pair.primaryPort}/postgres`,
    DATABASE_READ_URL: `postgres://postgres@127.0.0.1:${pair.standbyPort}/postgres`,
    DATABASE_READ_MAX_LAG_MS: String(maxLagMs),
    MASTER_KEY: randomBytes(32).toString('base64'),
    SANDBOX: 'on',
    BASE_URL: 'https://confere.example',
    RATE_LIMIT_PER_MINUTE: '100000',
    LOG_LEVEL: 'warn',
  };
  const first = await spawnServe(t, env);
  const processes = [first, await spawnServe(t, env)];
  const makeToken = async () =>
    await fetchToken(
      first.url,
      await createClientOver(first.url, first.admin!, { product: 'customer', scopes }),
    );
  const [writer, other] = [await makeToken(), await makeToken()];
  const template = await send(`${first.url}/v1/query-templates`, {
    method: 'POST',
    token: writer,
    json: { name: 'T', subject: 'person', sources: [], rules: [] },
  });
  assert.equal(template.status, 201, template.text);
  return { pair, processes, writer, other, templateId: template.body.id };
}

const stateOf = async ({ url }: ServedProcess) => (await send(`${url}/readyz`)).body.readReplica;

const untilEach = (processes: readonly ServedProcess[], state: string) =>
  waitUntil(async () => (await Promise.all(processes.map(stateOf))).every((one) => one === state));

async function listIds({ url }: ServedProcess, token: string): Promise<string[]> {
  const { status, body, text } = await send(`${url}/v1/executions?limit=100`, { token });
  assert.equal(status, 200, text);
  return body.items.map(({ executionId }: { executionId: string }) => executionId);
}

async function execute({ url }: ServedProcess, token: string, templateId: string): Promise<string> {
  const json = { templateId, cpf: generateCpf() };
  const { status, body, text } = await send(`${url}/v1/executions`, { method: 'POST', token, json });
  assert.ok(status < 300, text);
  return body.executionId;
}

describe('a read replica', { skip }, () => {
  it('serves lists as old as allowed; who changed something sees it at once, on every process', async (t) => {
    const { pair, processes, writer, other, templateId } = await openPlace(t, agesMs);
    const [one, two] = processes as [ServedProcess, ServedProcess];
    await untilEach(processes, 'in_use');
    const before = await execute(one, other, templateId);
    // Who made a change that the standby has not reached when it pauses would read the primary for as long.
    await pair.untilStandbyHasAll();
    assert.ok((await listIds(two, writer)).includes(before));

    await pair.runOnStandby('select pg_wal_replay_pause()');
    // Seen by its maker wherever it asks, and not by somebody who reads the standby: all others do, as soon as both
    // processes have found that it is near enough.
    const isSeenByItsMakerAlone = async (id: string) => {
      for (const process of processes) assert.ok((await listIds(process, writer)).includes(id));
      const seen = await Promise.all(processes.map((process) => listIds(process, other)));
      return seen.every((ids) => !ids.includes(id));
    };
    let paused = '';
    const untilSeenByItsMakerAlone = (process: ServedProcess) =>
      waitUntil(async () => {
        paused = await execute(process, writer, templateId);
        return await isSeenByItsMakerAlone(paused);
      });
    for (const process of [one, two]) await untilSeenByItsMakerAlone(process);

    // Lost connections say nothing of its age.
    await pair.runOnStandby(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'confere'",
    );
    await untilEach(processes, 'in_use');
    await untilSeenByItsMakerAlone(one);

    // One thing is never missing because the standby lacks it.
    const cpf = generateCpf();
    const made = await send(`${one.url}/v1/executions`, {
      method: 'POST',
      token: writer,
      json: { templateId, cpf },
    });
    assert.ok(made.status < 300, made.text);
    assert.ok(!(await listIds(two, other)).includes(made.body.executionId));
    const make = async (method: string, path: string, json: object) => {
      const answer = await send(`${one.url}/v1/${path}`, { method, token: writer, json });
      assert.ok(answer.status < 300, `${path} ${answer.text}`);
      return answer.body;
    };
    const cnpj = companyScenarios.find(({ registry }) => registry === 'active')!.cnpj;
    const company = await make('POST', 'executions', { templateId: 'tpl_default_company', cnpj });
    const { id: personId } = (await send(`${one.url}/v1/people/${cpf}`, { token: writer })).body;
    const opened = await make('POST', 'cases', { kind: 'manual', personId });
    const own = { peopleId: faceScenarios.find(({ face }) => face === 'match')!.cpf };
    const imageUrl = `data:image/png;base64,${samplePhoto}`;
    await make('PUT', `people/${own.peopleId}/face`, { imageUrl, legalBasis: 'consent' });
    const photo = `data:image/jpeg;base64,${(await createPhoto({ format: 'jpeg' })).toString('base64')}`;
    const attempt = await make('POST', 'face-authentications', { ...own, imageUrl: photo });
    for (const path of [
      ...[`people/${cpf}`, `people/${personId}`, `people/${personId}/history`, `people/${personId}/export`],
      ...[`companies/${cnpj}`, `companies/${cnpj}/history`],
      ...[`executions/${made.body.executionId}`, `executions/${company.executionId}`],
      ...[`face-authentications/${attempt.id}`, `cases/${opened.id}`],
    ]) {
      const read = await send(`${two.url}/v1/${path}`, { token: other });
      assert.equal(read.status, 200, `${path} ${read.text}`);
    }

    await pair.runOnStandby('select pg_wal_replay_resume()');
    await waitUntil(async () => (await listIds(one, other)).includes(paused));
    await untilEach(processes, 'in_use');
  });

  it('that falls behind, or dies, leaves the reads to the primary, and readiness says so', async (t) => {
    const { pair, processes, writer, other, templateId } = await openPlace(t, 1_500);
    const [one, two] = processes as [ServedProcess, ServedProcess];
    await untilEach(processes, 'in_use');

    await pair.runOnStandby('select pg_wal_replay_pause()');
    const late = await execute(one, writer, templateId);
    await untilEach(processes, 'behind');
    assert.ok((await listIds(two, other)).includes(late), 'the primary was read');
    assert.equal((await send(`${two.url}/readyz`)).status, 200);
    const metrics = await send(`${two.url}/metrics`, { token: other });
    assert.match(metrics.text, /^confere_read_replica_in_use 0$/m);
    assert.match(metrics.text, /^confere_read_replica_lag_seconds \d/m);

    await pair.runOnStandby('select pg_wal_replay_resume()');
    await untilEach(processes, 'in_use');

    // Reads go on while it dies: none fails.
    let isOver = false;
    const reading = (async () => {
      while (!isOver) for (const process of processes) await listIds(process, other);
    })();
    await pair.endStandby();
    await untilEach(processes, 'unreachable');
    isOver = true;
    await reading;
    const last = await execute(one, writer, templateId);
    assert.ok((await listIds(two, other)).includes(last));
    assert.equal((await send(`${one.url}/readyz`)).status, 200);
  });
});
