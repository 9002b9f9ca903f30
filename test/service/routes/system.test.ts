import assert from 'node:assert/strict';
import { before, it, type TestContext } from 'node:test';
import { Client } from 'pg';
import { acceptFirstAdministrator, invitePerson, type Person } from '../../support/console.ts';
import { describeDatabases } from '../../support/database.ts';
import { assertError } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';

describeDatabases('looking after the service', (kind) => {
  const secret = 'sso-secret-that-nobody-sees';
  const service = shareService(kind, {
    engine: createStandInEngine(),
    env: {
      SSO_ISSUER: 'https://sso.example',
      SSO_CLIENT_ID: 'confere',
      SSO_CLIENT_SECRET: secret,
      SSO_ROLES: 'admins=administrator',
    },
  });
  let admin: Person;
  let auditor: Person;
  const isShared = kind === 'postgres';

  before(async () => {
    admin = await acceptFirstAdministrator(service());
    auditor = await invitePerson(service(), admin, 'auditor');
  });

  const openDatabase = async (t: TestContext) => {
    const database = new Client({ connectionString: service().databaseUrl! });
    t.after(() => database.end());
    await database.connect();
    return database;
  };

  const auditOf = async (action: string) => {
    const { body } = await admin.request('GET', `/v1/audit?action=${action}`);
    return body.items as { outcome: string; detail?: object; actor: { id: string } }[];
  };

  it('shows version, database, this process and every kind of job to an auditor', async () => {
    const { status, body } = await auditor.request('GET', '/v1/system');
    assert.equal(status, 200);
    assert.match(body.version, /^\d+\.\d+\.\d+/);
    assert.equal(body.database, kind);
    const [own] = body.processes;
    assert.equal(body.processes.length, 1);
    assert.deepEqual(
      { role: own.role, isThis: own.isThis, isAlive: own.isAlive, pid: own.pid },
      { role: 'all', isThis: true, isAlive: true, pid: process.pid },
    );
    assert.ok(body.jobs.some((one: { kind: string }) => one.kind === 'purge-accounts'));
  });

  it('shows settings without secrets, and records who looked', async () => {
    const answer = await auditor.request('GET', '/v1/system/settings?limit=200');
    assert.equal(answer.status, 200);
    assert.doesNotMatch(answer.text, new RegExp(secret));
    const found = (variable: string) =>
      answer.body.items.find((one: { variable: string }) => one.variable === variable);
    assert.deepEqual(
      [
        found('SSO_CLIENT_SECRET').isSecret,
        found('SSO_CLIENT_SECRET').isSet,
        'value' in found('SSO_CLIENT_SECRET'),
      ],
      [true, true, false],
    );
    assert.equal(found('LOG_LEVEL').value, 'trace');
    assert.equal((await auditOf('system.settings'))[0]!.actor.id, auditor.accountId);
  });

  it('refuses cursors, limits and ids that are none', async () => {
    const cursorOf = (place: string) => Buffer.from(place).toString('base64url');
    const id = '00000000-0000-4000-8000-000000000000';
    for (const query of [
      'limit=0',
      'limit=201',
      'cursor=x',
      `cursor=${cursorOf(`2026-02-30T00:00:00.000000Z ${id}`)}`,
      `cursor=${cursorOf(`2026-02-20T00:00:00.000000Z ${id}' or true`)}`,
    ]) {
      const answer = await admin.request('GET', `/v1/system/failed-jobs?${query}`);
      assertError(answer, 400, query.startsWith('cursor') ? 'cursor_invalid' : 'request_invalid');
    }
    assertError(await admin.request('POST', '/v1/system/failed-jobs/x/retry'), 404, 'failed_job_not_found');
    const unknown = await admin.request('POST', `/v1/system/failed-jobs/${id}/retry`);
    assertError(unknown, 404, 'failed_job_not_found');
  });

  it('puts a failed job back for an administrator and for nobody else', { skip: !isShared }, async (t) => {
    const database = await openDatabase(t);
    const { rows } = await database.query(
      `insert into jobs (name, has_one_waiting, has_one_running, data, state, failed_runs, retries_left, ended_at, outcome)
       values ('purge-accounts', false, false, '{}', 'failed', 6, 0, now(), '{"reason":"internal_error"}') returning id`,
    );
    const [{ id }] = rows;
    const { body } = await auditor.request('GET', '/v1/system/failed-jobs');
    const [shown] = body.items;
    assert.deepEqual(
      { id: shown.id, kind: shown.kind, reason: shown.reason, tries: shown.tries },
      { id, kind: 'purge-accounts', reason: 'internal_error', tries: 6 },
    );
    const path = `/v1/system/failed-jobs/${id}/retry`;
    assertError(await auditor.request('POST', path), 403, 'scope_forbidden');
    const retried = await admin.request('POST', path);
    assert.equal(retried.status, 200, retried.text);
    assert.equal(retried.body.kind, 'purge-accounts');
    for (;;) {
      const { rows: after } = await database.query('select state from jobs where id = $1', [id]);
      if (after[0].state === 'done') break;
    }
    assertError(await admin.request('POST', path), 404, 'failed_job_not_found');
    const [refused, done] = await auditOf('job.retry');
    assert.equal(refused!.outcome, 'failed_job_not_found');
    assert.deepEqual(done!.detail, { job: id, kind: 'purge-accounts' });
  });

  it('shows a process that was killed as silent', { skip: !isShared }, async (t) => {
    const database = await openDatabase(t);
    await database.query(
      `insert into service_processes (id, role, host, pid, version, runtime, master_key_id, started_at, seen_at)
       values ('prc_killed', 'jobs', 'elsewhere', 1, '0.1.0', '24.0.0', 'key', now() - interval '1 hour', now() - interval '61 seconds')`,
    );
    const { body } = await admin.request('GET', '/v1/system');
    const killed = body.processes.find((one: { id: string }) => one.id === 'prc_killed');
    assert.deepEqual([killed.isAlive, killed.isThis, killed.host], [false, false, 'elsewhere']);
  });
});
