import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../../src/platform/db/index.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import { createJobs } from '../../src/platform/jobs/index.ts';
import { createLogger } from '../../src/platform/log.ts';
import { testDatabaseKinds } from '../support/database.ts';
import { send } from '../support/http.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';
import { createGreyPhoto, putFace, toDataAddress } from '../support/service-photos.ts';
import { runConfere } from '../support/service-process.ts';

const withoutPostgres = testDatabaseKinds().includes('postgres')
  ? false
  : 'the embedded database belongs to one process; CONFERE_TEST_DATABASE_URL is not set';
const dayMs = 86_400_000;
const logger = createLogger({ level: 'silent' });

/** Has the service do one of its nightly jobs so many days later, and waits until it is done. */
type RunJob = (name: string, daysLater: number) => Promise<void>;

/** A service on PostgreSQL, and a second hand on its queue that only adds jobs. */
async function start(t: TestContext, env: Record<string, string>) {
  const endings: (() => unknown)[] = [];
  t.after(async () => {
    for (const ending of endings.reverse()) await ending();
  });
  const scope = { after: (ending: () => unknown) => void endings.push(ending) };
  const service = await startTestService(scope, 'postgres', { engine: createStandInEngine(), env });
  const open = await openDatabase({
    dataDir: service.dataDir,
    databaseUrl: service.databaseUrl,
    logger,
  });
  scope.after(() => open.close());
  const jobs = createJobs(open, logger);
  for (const name of ['apply-retention', 'rotate-signing-keys', 'make-partitions', 'drop-old-audit-months']) {
    jobs.register(name, async () => ({ outcome: 'done' }));
  }
  await jobs.start({ work: false });
  scope.after(() => jobs.stop({ timeoutMs: 1_000 }));
  const runJob: RunJob = (name, daysLater) =>
    service.clock.later(daysLater * dayMs, async () => {
      const id = await jobs.enqueue(name, {});
      // The run ends a wait in vain.
      for (let state = ''; state !== 'done'; await delay(50)) {
        const { rows } = await open.execute('select state from jobs where id = $1', [id]);
        state = (rows[0] as { state: string }).state;
        assert.notEqual(state, 'failed');
      }
    });
  return { service, open, runJob };
}

async function authenticateAndExecute(service: TestService) {
  const cpf = generateCpf();
  const photo = await createGreyPhoto();
  assert.equal((await putFace(service, cpf, photo)).status, 201);
  const token = await service.token('mobile');
  const json = { peopleId: cpf, imageUrl: toDataAddress(photo) };
  const attempt = await send(`${service.url}/faces/authenticate`, { method: 'POST', token, json });
  assert.equal(attempt.status, 200, attempt.text);
  const customer = await service.token('customer');
  const execution = await send(`${service.url}/v1/executions`, {
    method: 'POST',
    token: customer,
    headers: { prefer: 'wait=30' },
    json: { templateId: 'tpl_default_person', cpf },
  });
  assert.ok(execution.status < 300, execution.text);
  return {
    async look() {
      const { body } = await send(attempt.headers.get('location')!, { token });
      const read = await send(`${service.url}/v1/executions/${execution.body.executionId}`, {
        token: customer,
      });
      const profile = await send(`${service.url}/v1/people/${cpf}`, { token: customer });
      return {
        hasReceivedPhoto: 'receivedImageUrl' in body.data,
        isPersonal: 'peopleId' in body.data,
        isMatch: body.data.isMatch,
        hasExecution: read.status === 200,
        hasProfile: profile.status === 200,
      };
    },
  };
}

describe('settings of nightly jobs', { skip: withoutPostgres }, () => {
  it('RETENTION_..._DAYS say for each class when it goes, and nothing goes before', async (t) => {
    const { service, runJob } = await start(t, {
      RETENTION_IMAGES_DAYS: '2',
      RETENTION_ATTEMPTS_DAYS: '4',
      RETENTION_EXECUTIONS_DAYS: '6',
    });
    const { look } = await authenticateAndExecute(service);
    const all = {
      hasReceivedPhoto: true,
      isPersonal: true,
      isMatch: true,
      hasExecution: true,
      hasProfile: true,
    };
    await runJob('apply-retention', 1);
    assert.deepEqual(await look(), all);
    await runJob('apply-retention', 3);
    assert.deepEqual(await look(), { ...all, hasReceivedPhoto: false });
    await runJob('apply-retention', 5);
    assert.deepEqual(await look(), { ...all, hasReceivedPhoto: false, isPersonal: false });
    await runJob('apply-retention', 7);
    assert.deepEqual(await look(), {
      ...all,
      hasReceivedPhoto: false,
      isPersonal: false,
      hasExecution: false,
    });
  });

  it('without them nothing goes', async (t) => {
    const { service, runJob } = await start(t, {});
    const { look } = await authenticateAndExecute(service);
    const before = await look();
    await runJob('apply-retention', 30_000);
    assert.deepEqual(await look(), before);
  });

  it('the keyed hash of a CPF goes when nobody else asked within seven days for its erasure', async (t) => {
    const { open, runJob } = await start(t, {});
    const values = { about: 'f'.repeat(64), asked_by: 'acc_one', asked_at: new Date() };
    await open.db.insertInto('erasure_requests').values(values).execute();
    const count = async () => (await open.db.selectFrom('erasure_requests').selectAll().execute()).length;
    await runJob('apply-retention', 6);
    assert.equal(await count(), 1);
    await runJob('apply-retention', 8);
    assert.equal(await count(), 0);
  });

  it('AUDIT_KEEP_MONTHS drops whole months of the audit log, and what is left is proven', async (t) => {
    const masterKey = randomBytes(32).toString('base64');
    const { service, open, runJob } = await start(t, { AUDIT_KEEP_MONTHS: '2', MASTER_KEY: masterKey });
    await authenticateAndExecute(service);
    const env = {
      DATA_DIR: service.dataDir,
      DATABASE_URL: service.databaseUrl!,
      MASTER_KEY: masterKey,
    };
    const verify = async () => {
      const { status, stdout, stderr } = await runConfere(t, ['audit', 'verify', '--json'], env);
      assert.equal(status, 0, stderr);
      return JSON.parse(stdout) as { events: number; dropped?: number };
    };
    const countEvents = async () =>
      (await open.execute("select 1 from audit_events where action <> 'audit.drop'")).rows.length;
    assert.equal((await verify()).dropped, undefined);
    const before = await countEvents();
    await runJob('make-partitions', 100);
    await runJob('drop-old-audit-months', 27);
    assert.equal(await countEvents(), before);
    await runJob('drop-old-audit-months', 130);
    assert.equal(await countEvents(), 0);
    assert.equal((await verify()).dropped, before);
  });

  it('signing keys are replaced when they are older than 90 days', async (t) => {
    const { service, open, runJob } = await start(t, {});
    const countKeys = async () => (await open.execute('select kid from signing_keys')).rows.length;
    const before = await countKeys();
    await runJob('rotate-signing-keys', 89);
    assert.equal(await countKeys(), before);
    await runJob('rotate-signing-keys', 91);
    assert.equal(await countKeys(), 2 * before);
    const countPublished = async () =>
      (await send(`${service.url}/.well-known/jwks.json`)).body.keys.length as number;
    // Processes read the keys anew every few seconds; the run ends a wait in vain.
    while ((await countPublished()) < 2 * before) await delay(100);
  });
});
