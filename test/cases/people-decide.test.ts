import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { generateCpf } from '../../src/platform/documents.ts';
import { createPhoto } from '../images/photos.ts';
import { type Browser, invitePerson, type Person } from '../support/console.ts';
import { describeDatabases } from '../support/database.ts';
import { assertError, send } from '../support/http.ts';
import type { TestService } from '../support/service.ts';
import { shareCases } from './share-cases.ts';

describeDatabases('cases', (kind) => {
  const { work, execute, statusOf, casesOf, decide, manual } = shareCases(kind);
  let service: TestService;
  let token: string;
  let admin: Person;
  let ana: Person;
  let bia: Person;
  let auditor: Person;

  before(() => {
    ({ service, token, admin, ana, bia, auditor } = work());
  });

  it('a pending execution opens a case, and its decision is the profile', async () => {
    const { cpf, id, body } = await execute('Unknown');
    assert.equal(body.status, 'PENDING', JSON.stringify(body));
    const [open] = await casesOf(id);
    assert.equal(open.kind, 'execution_pending');
    assert.deepEqual(open.reasons, ['no_rule_matched']);
    assert.equal(open.executionId, body.executionId);
    const ofExecution = await ana.request('GET', `/v1/cases?executionId=${body.executionId}`);
    assert.deepEqual(
      ofExecution.body.items.map((one: { id: string }) => one.id),
      [open.id],
    );
    const ofNone = await ana.request('GET', `/v1/cases?executionId=exe_${'0'.repeat(32)}`);
    assert.deepEqual(ofNone.body.items, []);
    assertError(await ana.request('GET', '/v1/cases?executionId=x'), 400, 'request_invalid');
    const decided = await decide(ana, open, 'approve');
    assert.equal(decided.status, 201, decided.text);
    assert.equal(decided.body.state, 'decided');
    assert.equal(await statusOf(cpf), 'APPROVED');
    const { items } = (await admin.request('GET', `/v1/audit?target=${open.id}&action=case.decide`)).body;
    assert.deepEqual(items[0].actor, { kind: 'account', id: ana.accountId });
    for (const type of ['case.opened', 'case.decided']) {
      const told = (await admin.request('GET', `/v1/events?type=${type}`)).body.items;
      assert.deepEqual(
        told.map(({ data }: { data: { caseId: string } }) => data.caseId),
        [open.id],
        type,
      );
    }
    const file = (await ana.request('GET', `/v1/cases/${open.id}`)).body;
    assert.equal(file.decisions[0].note, 'The documents fit.');
    assert.equal(file.decisions[0].proposedBy.id, ana.accountId);
    assert.deepEqual(
      file.events.map(({ action }: { action: string }) => action),
      ['opened', 'decided'],
    );
  });

  it('a later execution that does not find the reason says so, and the case stays for a person', async () => {
    const cpf = generateCpf();
    const { id, body } = await execute('Unknown', cpf);
    const [open] = await casesOf(id);
    assert.equal(open.reasonGoneAt, undefined);
    const later = await execute('Good', cpf);
    assert.equal(later.body.status, 'APPROVED');
    const [marked] = await casesOf(id);
    assert.deepEqual([marked.id, marked.state], [open.id, 'open']);
    assert.ok(marked.reasonGoneAt >= open.openedAt, marked.reasonGoneAt);
    const file = await ana.request('GET', `/v1/cases/${open.id}`);
    const step = file.body.events.at(-1);
    assert.deepEqual(
      [step.action, step.detail],
      ['reason_gone', { executionId: later.body.executionId }],
      file.text,
    );
    await execute('Good', cpf);
    assert.equal((await casesOf(id))[0].revision, marked.revision, 'said once');
    await execute('Unknown', cpf);
    const [back] = await casesOf(id);
    assert.deepEqual([back.id, back.reasonGoneAt], [open.id, undefined]);
    assert.notEqual(body.executionId, later.body.executionId);
  });

  it('a decision stands: a later execution of another mind opens a case instead', async () => {
    const { cpf, id } = await execute('Unknown');
    const [open] = await casesOf(id);
    assert.equal((await decide(ana, open, 'approve')).status, 201);
    await execute('Bad', cpf as ReturnType<typeof generateCpf>);
    assert.equal(await statusOf(cpf), 'APPROVED');
    const later = (await casesOf(id)).find(({ kind: of }: { kind: string }) => of === 'decision_standing');
    assert.deepEqual(later.reasons, ['status:REPROVED']);
    assert.equal((await decide(bia, later, 'reprove')).body.state, 'decided');
    assert.equal(await statusOf(cpf), 'REPROVED');
  });

  it('a decision stands about a person whom only a face is known of', async () => {
    const cpf = generateCpf();
    const registered = await send(`${service.url}/v1/people/${cpf}/face`, {
      method: 'PUT',
      token,
      body: (await createPhoto({ format: 'jpeg' })) as Uint8Array<ArrayBuffer>,
      headers: { 'content-type': 'image/jpeg' },
    });
    assert.equal(registered.status, 201, registered.text);
    assert.equal(await statusOf(cpf), 'PENDING');
    const { id } = (await ana.request('GET', `/v1/people/${cpf}`)).body;
    assert.equal((await decide(ana, await manual(id), 'reprove')).body.state, 'decided');
    assert.equal(await statusOf(cpf), 'REPROVED');
    const [change] = (await ana.request('GET', `/v1/people/${id}/history`)).body.items;
    assert.deepEqual(change.changes, [{ path: 'status', from: 'PENDING', to: 'REPROVED' }]);
    await execute('Good', cpf);
    assert.equal(await statusOf(cpf), 'REPROVED');
    const told = (await admin.request('GET', '/v1/events?type=person.status_changed')).body.items;
    assert.ok(told.some(({ data }: { data: { personId: string } }) => data.personId === id));
    assert.equal((await admin.request('DELETE', `/v1/people/${cpf}`)).status, 200);
    assertError(await ana.request('GET', `/v1/people/${id}`), 404, 'profile_not_found');
  });

  it('a decision ends the wait of an execution for its source', async () => {
    const { cpf, id, body } = await execute('away');
    assert.equal(body.status, 'PENDING');
    const made = (
      await ana.request('POST', '/v1/cases', {
        kind: 'human_review',
        personId: id,
        executionId: body.executionId,
        note: 'Asked by letter.',
      })
    ).body;
    assert.equal(made.kind, 'human_review');
    assert.equal((await decide(ana, made, 'request_documents')).status, 201);
    assert.equal(await statusOf(cpf), 'WAITING_DOCUMENTS');
    const execution = await send(`${service.url}/v1/executions/${body.executionId}`, { token });
    assert.equal(execution.body.status, 'WAITING_DOCUMENTS');
    assert.ok(execution.body.completedAt !== undefined);
  });

  it('a rule marked review opens a case, though it decides', async () => {
    const { cpf, id } = await execute('Odd');
    assert.equal(await statusOf(cpf), 'APPROVED');
    const [open] = await casesOf(id);
    assert.deepEqual([open.kind, open.reasons], ['rule_review', ['odd']]);
    assert.deepEqual(await casesOf((await execute('Good')).id), []);
  });

  it('a decision on a case that has changed is refused, and so is a second one', async () => {
    const { id, cpf } = await execute('Unknown');
    const [open] = await casesOf(id);
    await bia.request('POST', `/v1/cases/${open.id}/comments`, { text: 'Look at the name.' });
    assertError(await decide(ana, open, 'reprove'), 409, 'case_changed');
    assert.equal(await statusOf(cpf), 'PENDING');
    const [now] = await casesOf(id);
    const both = await Promise.all([decide(ana, now, 'approve'), decide(bia, now, 'reprove')]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409]);
  });

  it('two people who ask for the next case never get the same', async () => {
    const { id } = await execute('Good');
    const made = new Set<string>();
    for (let index = 0; index < 6; index += 1) made.add((await manual(id)).id);
    const claims: string[] = [];
    for (;;) {
      const answers = await Promise.all(
        [ana, bia, ana, bia].map((person) => person.request('POST', '/v1/cases/next')),
      );
      for (const { status, body } of answers) if (status === 200) claims.push(body.id);
      if (answers.some(({ status }) => status === 204)) break;
      assert.ok(answers.every(({ status }) => status === 200));
    }
    assert.equal(new Set(claims).size, claims.length);
    for (const one of made) assert.ok(claims.includes(one), 'each was given out');
    const sorted = claims.filter((one) => made.has(one));
    assert.equal(sorted.length, 6);
    const mine = (await ana.request('GET', '/v1/cases?assignee=me')).body.items;
    assert.ok(mine.every(({ assignee }: { assignee: { id: string } }) => assignee.id === ana.accountId));
    await ana.request('POST', '/v1/cases/assignments', {
      caseIds: [...made],
      accountId: bia.accountId,
      reason: 'Away from tomorrow on.',
    });
    const [first] = made;
    const file = (await bia.request('GET', `/v1/cases/${first}`)).body;
    assert.equal(file.assignee.id, bia.accountId);
    assert.equal(file.comments.at(-1).text, 'Away from tomorrow on.');
  });

  it('snoozed, escalated and linked cases', async () => {
    const { id } = await execute('Good');
    const [one, other] = [await manual(id), await manual(id)];
    const until = new Date(service.clock.now().getTime() + 3_600_000).toISOString();
    const snoozed = await ana.request('POST', `/v1/cases/${one.id}/snooze`, { until });
    assert.deepEqual([snoozed.body.state, snoozed.body.snoozedUntil], ['snoozed', until]);
    const past = { until: new Date(0).toISOString() };
    assertError(await ana.request('POST', `/v1/cases/${one.id}/snooze`, past), 400, 'request_invalid');
    const escalated = await ana.request('POST', `/v1/cases/${one.id}/escalation`, { reason: 'Too hard.' });
    assert.deepEqual([escalated.body.state, escalated.body.isEscalated], ['open', true]);
    await ana.request('POST', `/v1/cases/${one.id}/links`, { caseId: other.id });
    const file = (await bia.request('GET', `/v1/cases/${other.id}`)).body;
    assert.deepEqual(
      file.links.map((link: { id: string }) => link.id),
      [one.id],
    );
    const [now] = (await casesOf(id)).filter((found: { id: string }) => found.id === one.id);
    const again = await ana.request('POST', `/v1/cases/${one.id}/links`, { caseId: other.id });
    assert.deepEqual([again.status, again.body.revision], [201, now.revision], 'nothing changed');
    assertError(
      await ana.request('POST', `/v1/cases/${one.id}/links`, { caseId: one.id }),
      404,
      'case_not_found',
    );
  });

  it('cases that are linked to each other at the same moment are linked, by both requests', async () => {
    const { id } = await execute('Good');
    for (let round = 0; round < 8; round += 1) {
      const [one, other] = [await manual(id), await manual(id)];
      const link = (from: { id: string }, to: { id: string }) =>
        ana.request('POST', `/v1/cases/${from.id}/links`, { caseId: to.id });
      const answers = await Promise.all([link(one, other), link(other, one), link(one, other)]);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [201, 201, 201],
      );
    }
  });

  it('photos of documents are attached, encrypted, and shown by links that expire', async () => {
    const { id } = await execute('Good');
    const one = await manual(id);
    const body = (await createPhoto({ format: 'jpeg' })) as Uint8Array<ArrayBuffer>;
    const attach = (bytes: Uint8Array<ArrayBuffer>, by: Browser = ana) =>
      by.request('POST', `/v1/cases/${one.id}/attachments`, undefined, {
        body: bytes,
        headers: { 'content-type': 'image/jpeg' },
      });
    assert.equal((await attach(body)).status, 201);
    assertError(await attach(body, auditor), 403, 'scope_forbidden');
    assertError(await attach(new Uint8Array([1, 2, 3])), 400, 'image_unsupported');
    const [photo] = (await bia.request('GET', `/v1/cases/${one.id}`)).body.attachments;
    assert.equal(photo.addedBy, ana.accountId);
    const shown = await fetch(photo.imageUrl);
    assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/jpeg']);
    await shown.body?.cancel();
    const [copy] = (await admin.request('GET', `/v1/people/${id}/export`)).body.cases;
    assert.match(copy.attachments[0].photo.base64, /^\/9j\//, 'the person gets it with the copy');
    await erase(id);
    assert.equal((await fetch(photo.imageUrl)).status, 404);
  });

  it('who may not, does not', async () => {
    const { id } = await execute('Good');
    const one = await manual(id);
    const developer = await invitePerson(service, admin, 'developer');
    const paths: readonly (readonly [string, string, object?])[] = [
      ['GET', '/v1/cases'],
      ['GET', `/v1/cases/${one.id}`],
      ['POST', '/v1/cases', { kind: 'manual', personId: id }],
      ['POST', '/v1/cases/next'],
      ['POST', `/v1/cases/${one.id}/comments`, { text: 'x' }],
      ['POST', `/v1/cases/${one.id}/assignment`, { accountId: ana.accountId, reason: 'x' }],
      ['POST', `/v1/cases/${one.id}/escalation`, { reason: 'x' }],
      ['POST', `/v1/cases/${one.id}/links`, { caseId: one.id }],
      ['POST', `/v1/cases/${one.id}/snooze`, { until: new Date(Date.now() + 60_000).toISOString() }],
      [
        'POST',
        `/v1/cases/${one.id}/decisions`,
        { outcome: 'dismiss', reasonCode: 'other', note: 'x', revision: 1 },
      ],
    ];
    for (const [method, path, json] of paths) {
      const byDeveloper = await developer.request(method, path, json);
      assert.deepEqual([byDeveloper.status, byDeveloper.body.code], [403, 'scope_forbidden'], path);
      const byAuditor = await auditor.request(method, path, json);
      if (method === 'GET') assert.equal(byAuditor.status, 200, path);
      else assert.deepEqual([byAuditor.status, byAuditor.body.code], [403, 'scope_forbidden'], path);
    }
    const toAuditor = { accountId: auditor.accountId, reason: 'x' };
    assertError(
      await ana.request('POST', `/v1/cases/${one.id}/assignment`, toAuditor),
      400,
      'case_assignee_invalid',
    );
  });

  it('pages go through all cases once', async () => {
    const { id } = await execute('Good');
    const made: string[] = [];
    for (let index = 0; index < 5; index += 1) made.push((await manual(id)).id);
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = (await ana.request('GET', `/v1/cases?subject=${id}&limit=2${cursor}`)).body;
      seen.push(...page.items.map((one: { id: string }) => one.id));
      cursor = page.nextCursor === undefined ? '' : `&cursor=${page.nextCursor}`;
    } while (cursor !== '');
    assert.deepEqual(seen, made);
    assertError(await ana.request('GET', '/v1/cases?cursor=x'), 400, 'cursor_invalid');
  });

  it('erasing the person erases the cases', async () => {
    const { cpf, id } = await execute('Unknown');
    const [open] = await casesOf(id);
    await ana.request('POST', `/v1/cases/${open.id}/comments`, { text: 'About the person.' });
    const copy = await send(`${service.url}/v1/people/${cpf}/export`, { token });
    assert.match(copy.text, /About the person\./);
    const erased = await send(`${service.url}/v1/people/${cpf}`, { method: 'DELETE', token });
    assert.equal(erased.status, 200, erased.text);
    assertError(await ana.request('GET', `/v1/cases/${open.id}`), 404, 'case_not_found');
  });

  const erase = async (id: string) => {
    const erased = await send(`${service.url}/v1/people/${id}`, { method: 'DELETE', token });
    assert.equal(erased.status, 200, erased.text);
  };
});
