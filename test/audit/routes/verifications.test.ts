import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { acceptFirstAdministrator, invitePerson, type Person } from '../../support/console.ts';
import { describeDatabases } from '../../support/database.ts';
import { assertError, send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';

describeDatabases('verification of the audit log over HTTP', (kind) => {
  const service = shareService(kind, { engine: createStandInEngine() });
  let admin: Person;
  let auditor: Person;

  before(async () => {
    admin = await acceptFirstAdministrator(service());
    auditor = await invitePerson(service(), admin, 'auditor');
  });

  const verify = async () => {
    const started = await auditor.request('POST', '/v1/audit/verifications');
    assert.equal(started.status, 202, started.text);
    for (;;) {
      const { body } = await auditor.request('GET', started.headers.get('location')!);
      if (!['waiting', 'running'].includes(body.state)) return body;
      await delay(50);
    }
  };
  const eventsOf = async (action: string) =>
    (await auditor.request('GET', `/v1/audit?action=${action}`)).body.items;

  it('reads the whole log, says what it read, and is in the log itself', async () => {
    const found = await verify();
    assert.equal(found.state, 'whole', JSON.stringify(found));
    const { result } = found;
    assert.deepEqual([result.faultCount, result.faults, found.readEvents], [0, [], result.events]);
    assert.equal(found.startedBy, auditor.accountId);
    assert.equal(result.parts.length, result.chains);
    let events = 0;
    for (const part of result.parts) {
      assert.deepEqual([part.firstSequence, part.lastSequence], [1, part.events]);
      assert.ok(part.firstAt >= result.firstAt && part.lastAt <= result.lastAt);
      events += part.events;
    }
    assert.equal(events, result.events);
    assert.ok(result.anchors >= 1);
    const [started] = await eventsOf('audit.verify');
    assert.deepEqual([started.target, started.actor.id], [found.id, auditor.accountId]);
    const [ended] = await eventsOf('audit.verified');
    assert.deepEqual([ended.target, ended.outcome, ended.actor.kind], [found.id, 'done', 'service']);
    assert.equal(ended.detail.events, result.events);
  });

  it('runs one at a time', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => auditor.request('POST', '/v1/audit/verifications')),
    );
    const refused = answers.filter(({ status }) => status !== 202);
    assert.ok(refused.length >= 1 && refused.length < 3);
    for (const answer of refused) assertError(answer, 409, 'audit_verification_running');
    for (;;) {
      const { body } = await auditor.request('GET', '/v1/audit/verifications?limit=1');
      if (!['waiting', 'running'].includes(body.items[0].state)) break;
      await delay(50);
    }
  });

  it('is started by administrators and auditors alone, and read by supervisors too', async () => {
    const supervisor = await invitePerson(service(), admin, 'supervisor');
    assertError(await supervisor.request('POST', '/v1/audit/verifications'), 403, 'scope_forbidden');
    assertError(await supervisor.request('GET', '/v1/audit/export'), 403, 'scope_forbidden');
    assert.equal((await supervisor.request('GET', '/v1/audit/verifications')).status, 200);
    const analyst = await invitePerson(service(), admin, 'analyst');
    for (const [method, path] of [
      ['POST', '/v1/audit/verifications'],
      ['GET', '/v1/audit/verifications'],
      ['GET', '/v1/audit/verifications/ver_x'],
      ['GET', '/v1/audit/export'],
    ] as const) {
      assertError(await analyst.request(method, path), 403, 'scope_forbidden');
    }
    const { url } = service();
    assertError(
      await send(`${url}/v1/audit/verifications`, { method: 'POST' }),
      401,
      'authorization_missing',
    );
    const forged = await auditor.request('POST', '/v1/audit/verifications', undefined, {
      headers: { 'x-csrf-token': 'wrong' },
    });
    assertError(forged, 403, 'session_request_refused');
  });

  it('pages through them, and knows none but its own', async () => {
    const { body } = await auditor.request('GET', '/v1/audit/verifications?limit=1');
    const next = await auditor.request('GET', `/v1/audit/verifications?limit=1&cursor=${body.nextCursor}`);
    assert.ok(next.body.items[0].id < body.items[0].id);
    assertError(await auditor.request('GET', '/v1/audit/verifications?cursor=x'), 400, 'cursor_invalid');
    const missing = await auditor.request('GET', '/v1/audit/verifications/ver_x');
    assertError(missing, 404, 'audit_verification_not_found');
  });

  it('says where an altered event is, until it is put right', { skip: kind !== 'postgres' }, async (t) => {
    const database = new Client({ connectionString: service().databaseUrl! });
    t.after(() => database.end());
    await database.connect();
    const { target, chain, sequence } = (await eventsOf('account.invite'))[0];
    const change = async (to: string) => {
      await database.query('alter table audit_events disable trigger user');
      const where = 'where chain = $2 and sequence = $3';
      await database.query(`update audit_events set target = $1 ${where}`, [to, chain, sequence]);
      await database.query('alter table audit_events enable trigger user');
    };
    await change('acc_somebody_else');
    const found = await verify();
    assert.equal(found.state, 'broken');
    assert.deepEqual(found.result.faults, [{ chain, sequence, fault: 'altered' }]);
    const [ended] = await eventsOf('audit.verified');
    assert.deepEqual([ended.outcome, ended.detail.faults], ['audit_broken', 1]);
    await change(target);
    assert.equal((await verify()).state, 'whole');
  });

  it('an invented event is shown as not proven, and found at the place of another', {
    skip: kind !== 'postgres',
  }, async (t) => {
    const database = new Client({ connectionString: service().databaseUrl! });
    t.after(() => database.end());
    await database.connect();
    const { chain, sequence, target } = (await eventsOf('account.invite'))[0];
    const change = async (statement: string) => {
      await database.query('alter table audit_events disable trigger user');
      await database.query(statement, [chain, sequence]);
      await database.query('alter table audit_events enable trigger user');
    };
    // With the hash of the event whose place it takes.
    await change(`insert into audit_events (chain, sequence, at, actor_kind, actor_id, action, target, outcome, hash)
      select chain, sequence, at + interval '1 month', 'account', 'acc_nobody', 'person.erase', target, 'done', hash
      from audit_events where chain = $1 and sequence = $2`);
    const { items } = (await auditor.request('GET', `/v1/audit?target=${target}`)).body;
    assert.deepEqual(
      items.map(({ action, isProven }: { action: string; isProven: boolean }) => [action, isProven]),
      [
        ['person.erase', false],
        ['account.invite', true],
      ],
    );
    const after = (await auditor.request('GET', '/v1/audit?limit=200')).body.items;
    assert.ok(
      after.every(({ isProven, action }: { action: string; isProven: boolean }) => {
        return isProven === (action !== 'person.erase');
      }),
      'the events that follow are as true as before',
    );
    const found = await verify();
    assert.equal(found.state, 'broken');
    assert.deepEqual(found.result.faults, [{ chain, sequence, fault: 'repeated' }]);
    const { text, status } = await auditor.request('GET', '/v1/audit/export');
    assert.equal(status, 200);
    assert.ok(text.includes('person.erase') && text.includes('"statement"'));
    await change("delete from audit_events where chain = $1 and sequence = $2 and action = 'person.erase'");
    assert.equal((await verify()).state, 'whole');
  });

  it('fails one that no job is left for, and lets another begin', {
    skip: kind !== 'postgres',
  }, async (t) => {
    const database = new Client({ connectionString: service().databaseUrl! });
    t.after(() => database.end());
    await database.connect();
    const lose = async (digit: string) => {
      const id = `ver_${digit.repeat(32)}`;
      await database.query(
        `insert into audit_verifications (id, state, started_by, created_at) values ($1, 'running', 'acc', now())`,
        [id],
      );
      return async () => (await auditor.request('GET', `/v1/audit/verifications/${id}`)).body.state;
    };
    const first = await lose('0');
    assert.equal((await verify()).state, 'whole');
    assert.equal(await first(), 'failed');
    const second = await lose('1');
    assert.equal(await second(), 'running');
    await database.query(
      `insert into jobs (name, has_one_waiting, has_one_running, data, retries_left)
       values ('fail-lost-verifications', false, false, '{}', 0)`,
    );
    while ((await second()) === 'running') await delay(50);
    assert.equal(await second(), 'failed');
  });
});
