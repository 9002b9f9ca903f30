import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { generateCpf } from '../../src/platform/documents/index.ts';
import { createPhoto } from '../images/photos.ts';
import { createScriptedSource, found, unavailable } from '../profiles/scripted-sources.ts';
import {
  acceptFirstAdministrator,
  type Browser,
  invitePerson,
  type Person,
  signIn,
} from '../support/console.ts';
import { describeDatabases, type TestDatabaseKind } from '../support/database.ts';
import { type Answer, assertError, send } from '../support/http.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

describeDatabases('cases', (kind: TestDatabaseKind) => {
  const civil = createScriptedSource('civil', 'person');
  const service = shareService(kind, {
    engine: createStandInEngine(),
    sources: [civil],
    env: {
      EXECUTION_RETRY_DELAY_MS: '600000',
      CASES_OPEN_FOR: 'execution_pending,rule_review,decision_standing',
    },
  });
  let token: string;
  let templateId: string;
  let admin: Person;
  let ana: Person;
  let bia: Person;
  let auditor: Person;

  before(async () => {
    token = await service().fetchToken(service().admin);
    const template = await send(`${service().url}/v1/query-templates`, {
      method: 'POST',
      token,
      json: {
        name: 'People',
        subject: 'person',
        sources: [{ name: 'civil' }],
        rules: [
          { name: 'bad', when: 'basicData.name == "Bad"', status: 'REPROVED' },
          { name: 'odd', when: 'basicData.name == "Odd"', status: 'APPROVED', review: true },
          { name: 'good', when: 'basicData.name == "Good"', status: 'APPROVED' },
        ],
      },
    });
    templateId = template.body.id;
    admin = await acceptFirstAdministrator(service());
    ana = await invitePerson(service(), admin, 'analyst');
    bia = await invitePerson(service(), admin, 'analyst');
    auditor = await invitePerson(service(), admin, 'auditor');
  });

  /** Runs the template on a person; gives the person's id and the execution. */
  async function execute(
    name: string,
    cpf = generateCpf(),
  ): Promise<{ cpf: string; id: string; body: Answer['body'] }> {
    civil.answer(cpf, name === 'away' ? unavailable : found({ name }));
    const answer = await send(`${service().url}/v1/executions`, {
      method: 'POST',
      token,
      json: { templateId, cpf },
      headers: { prefer: name === 'away' ? 'wait=1' : 'wait=20' },
    });
    const person = await send(`${service().url}/v1/people/${cpf}`, { token });
    return { cpf, id: person.body.data?.id ?? person.body.id, body: answer.body };
  }

  const statusOf = async (cpf: string) => {
    const { body } = await send(`${service().url}/v1/people/${cpf}`, { token });
    return body.data?.status ?? body.status;
  };
  const casesOf = async (personId: string, by: Browser = ana) =>
    (await by.request('GET', `/v1/cases?subject=${personId}`)).body.items;
  const decide = (by: Browser, one: { id: string; revision: number }, outcome: string) =>
    by.request('POST', `/v1/cases/${one.id}/decisions`, {
      ...{ outcome, reasonCode: 'identity_confirmed', note: 'The documents fit.', revision: one.revision },
    });
  const manual = async (personId: string, by: Browser = ana) =>
    (await by.request('POST', '/v1/cases', { kind: 'manual', personId })).body;

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
    assert.equal(decided.body.state, 'DECIDED');
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

  it('a decision stands: a later execution of another mind opens a case instead', async () => {
    const { cpf, id } = await execute('Unknown');
    const [open] = await casesOf(id);
    assert.equal((await decide(ana, open, 'approve')).status, 201);
    await execute('Bad', cpf as ReturnType<typeof generateCpf>);
    assert.equal(await statusOf(cpf), 'APPROVED');
    const later = (await casesOf(id)).find(({ kind: of }: { kind: string }) => of === 'decision_standing');
    assert.deepEqual(later.reasons, ['status:REPROVED']);
    assert.equal((await decide(bia, later, 'reprove')).body.state, 'DECIDED');
    assert.equal(await statusOf(cpf), 'REPROVED');
  });

  it('a decision ends the wait of an execution for its source', async () => {
    const { cpf, id, body } = await execute('away');
    assert.equal(body.status, 'PENDING');
    const made = (
      await ana.request('POST', '/v1/cases', {
        ...{ kind: 'human_review', personId: id, executionId: body.executionId, note: 'Asked by letter.' },
      })
    ).body;
    assert.equal(made.kind, 'human_review');
    assert.equal((await decide(ana, made, 'request_documents')).status, 201);
    assert.equal(await statusOf(cpf), 'WAITING_DOCUMENTS');
    const execution = await send(`${service().url}/v1/executions/${body.executionId}`, { token });
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
      ...{ caseIds: [...made], accountId: bia.accountId, reason: 'Away from tomorrow on.' },
    });
    const [first] = made;
    const file = (await bia.request('GET', `/v1/cases/${first}`)).body;
    assert.equal(file.assignee.id, bia.accountId);
    assert.equal(file.comments.at(-1).text, 'Away from tomorrow on.');
  });

  it('four eyes: another person confirms, and the one who proposed does not', async () => {
    await setRules([{ outcomes: ['approve'], kinds: ['manual'] }]);
    const { cpf, id } = await execute('Bad');
    const one = await manual(id);
    const proposed = await decide(ana, one, 'approve');
    assert.equal(proposed.body.state, 'AWAITING_CONFIRMATION');
    assert.equal(await statusOf(cpf), 'REPROVED');
    const path = `/v1/cases/${one.id}/decisions/${proposed.body.id}/confirmation`;
    const yes = { isConfirmed: true, note: 'So do I.' };
    assertError(await ana.request('POST', path, yes), 403, 'case_second_person_required');
    // The administrator invited her within a day.
    assertError(await admin.request('POST', path, yes), 403, 'case_second_person_required');
    assertError(await auditor.request('POST', path, yes), 403, 'scope_forbidden');
    assertError(
      await send(`${service().url}${path}`, { method: 'POST', token, json: yes }),
      401,
      'session_missing',
    );
    const other = await manual(id);
    const elsewhere = `/v1/cases/${other.id}/decisions/${proposed.body.id}/confirmation`;
    assertError(await bia.request('POST', elsewhere, yes), 404, 'case_decision_not_found');
    assertError(await decide(bia, proposed.body.case, 'reprove'), 409, 'case_state_wrong');
    const confirmed = await bia.request('POST', path, yes);
    assert.equal(confirmed.status, 200, confirmed.text);
    assert.equal(confirmed.body.state, 'DECIDED');
    assert.equal(await statusOf(cpf), 'APPROVED');
    assertError(await bia.request('POST', path, yes), 404, 'case_decision_not_found');
  });

  it('a refused proposal leaves the case open', async () => {
    const { cpf, id } = await execute('Bad');
    const one = await manual(id);
    const proposed = await decide(ana, one, 'approve');
    const path = `/v1/cases/${one.id}/decisions/${proposed.body.id}/confirmation`;
    const refused = await bia.request('POST', path, { isConfirmed: false, note: 'Not so.' });
    assert.equal(refused.body.state, 'OPEN');
    assert.equal(await statusOf(cpf), 'REPROVED');
    assert.equal((await decide(bia, refused.body.case, 'reprove')).body.state, 'DECIDED');
  });

  it('a proposal about a case that new facts came to is withdrawn, and nobody confirms it any more', async () => {
    const { cpf, id } = await execute('Unknown');
    const [pending] = await casesOf(id);
    await setRules([{ outcomes: ['approve'], kinds: [pending.kind] }]);
    const proposed = await decide(ana, pending, 'approve');
    assert.equal(proposed.body.state, 'AWAITING_CONFIRMATION', proposed.text);
    const pathOf = (decisionId: string) => `/v1/cases/${pending.id}/decisions/${decisionId}/confirmation`;
    const yes = { isConfirmed: true, note: 'So do I.' };
    // The same again is nothing new.
    await execute('Unknown', cpf as ReturnType<typeof generateCpf>);
    const [same] = await casesOf(id);
    assert.deepEqual([same.state, same.reasons], ['AWAITING_CONFIRMATION', ['no_rule_matched']]);
    const held = await send(`${service().url}/v1/query-templates`, {
      method: 'POST',
      token,
      json: {
        ...{ name: 'Held', subject: 'person', sources: [{ name: 'civil' }] },
        rules: [{ name: 'hold', when: 'basicData.name == "Unknown"', status: 'PENDING' }],
      },
    });
    await send(`${service().url}/v1/executions`, {
      method: 'POST',
      token,
      json: { templateId: held.body.id, cpf },
      headers: { prefer: 'wait=20' },
    });
    const file = (await bia.request('GET', `/v1/cases/${pending.id}`)).body;
    assert.equal(file.state, 'OPEN');
    assert.equal(file.reasons.length, 2);
    assert.ok(file.decisions[0].withdrawnAt);
    assert.deepEqual(
      file.events.map(({ action }: { action: string }) => action),
      ['opened', 'proposed', 'reopened'],
    );
    assertError(await bia.request('POST', pathOf(proposed.body.id), yes), 409, 'case_changed');
    assert.notEqual(await statusOf(cpf), 'APPROVED');
    assertError(await decide(ana, pending, 'approve'), 409, 'case_changed');
    const again = await decide(ana, file, 'approve');
    assert.equal(again.body.state, 'AWAITING_CONFIRMATION', again.text);
    // The proposal of before does not come back with the state of the case.
    assertError(await bia.request('POST', pathOf(proposed.body.id), yes), 409, 'case_changed');
    const confirmed = await bia.request('POST', pathOf(again.body.id), yes);
    assert.equal(confirmed.body.state, 'DECIDED', confirmed.text);
    assert.equal(await statusOf(cpf), 'APPROVED');
  });

  it('a client may propose, and never decides or confirms', async () => {
    const { cpf, id } = await execute('Good');
    const one = await manual(id);
    const proposed = await send(`${service().url}/v1/cases/${one.id}/decisions`, {
      method: 'POST',
      token,
      json: { outcome: 'reprove', reasonCode: 'other', note: 'A model says so.', revision: one.revision },
    });
    assert.equal(proposed.body.state, 'AWAITING_CONFIRMATION', proposed.text);
    assert.equal(await statusOf(cpf), 'APPROVED');
    const path = `/v1/cases/${one.id}/decisions/${proposed.body.id}/confirmation`;
    assert.equal((await bia.request('POST', path, { isConfirmed: true, note: 'Yes.' })).status, 200);
    assert.equal(await statusOf(cpf), 'REPROVED');
  });

  it('where two people are needed, who confirms the proposal of a client is the first of them', async () => {
    await setRules([{ outcomes: ['approve'], kinds: ['manual'] }]);
    const { cpf, id } = await execute('Bad');
    const one = await manual(id);
    const proposed = await send(`${service().url}/v1/cases/${one.id}/decisions`, {
      method: 'POST',
      token,
      json: { outcome: 'approve', reasonCode: 'other', note: 'A model says so.', revision: one.revision },
    });
    const confirm = (by: Browser, decisionId: string) =>
      by.request('POST', `/v1/cases/${one.id}/decisions/${decisionId}/confirmation`, {
        ...{ isConfirmed: true, note: 'Yes.' },
      });
    const first = await confirm(ana, proposed.body.id);
    assert.equal(first.body.state, 'AWAITING_CONFIRMATION', first.text);
    assert.equal(await statusOf(cpf), 'REPROVED');
    assertError(await confirm(bia, proposed.body.id), 404, 'case_decision_not_found');
    const { decisions } = (await bia.request('GET', `/v1/cases/${one.id}`)).body;
    const waiting = decisions.at(-1);
    assert.deepEqual(waiting.proposedBy.id, ana.accountId);
    assertError(await confirm(ana, waiting.id), 403, 'case_second_person_required');
    const second = await confirm(bia, waiting.id);
    assert.equal(second.body.state, 'DECIDED', second.text);
    assert.equal(await statusOf(cpf), 'APPROVED');
  });

  it('nobody gets round the second person by dismissing the case and approving another one', async () => {
    const { cpf, id } = await execute('Unknown');
    const [pending] = await casesOf(id);
    await setRules([{ outcomes: ['approve'], kinds: [pending.kind] }]);
    assert.equal((await decide(ana, pending, 'dismiss')).body.state, 'DECIDED');
    const own = await manual(id);
    const approved = await decide(ana, own, 'approve');
    assert.equal(approved.body.state, 'AWAITING_CONFIRMATION', approved.text);
    assert.notEqual(await statusOf(cpf), 'APPROVED');
  });

  it('an account that somebody made over another account of his is no second person', async () => {
    await setRules([{ outcomes: ['approve'], kinds: ['manual'] }]);
    const { id } = await execute('Bad');
    const between = await invitePerson(service(), admin, 'administrator');
    const puppet = await invitePerson(service(), between, 'analyst');
    const one = await manual(id);
    const proposed = await decide(admin, one, 'approve');
    assert.equal(proposed.body.state, 'AWAITING_CONFIRMATION', proposed.text);
    const path = `/v1/cases/${one.id}/decisions/${proposed.body.id}/confirmation`;
    const yes = { isConfirmed: true, note: 'So do I.' };
    assertError(await puppet.request('POST', path, yes), 403, 'case_second_person_required');
    assertError(await between.request('POST', path, yes), 403, 'case_second_person_required');
    const other = await manual(id);
    const back = await decide(puppet, other, 'approve');
    const backPath = `/v1/cases/${other.id}/decisions/${back.body.id}/confirmation`;
    assertError(await admin.request('POST', backPath, yes), 403, 'case_second_person_required');
    assert.equal((await bia.request('POST', backPath, yes)).status, 200);
  });

  it('the rules of four eyes are changed by two people', async () => {
    const rules = [{ outcomes: ['reprove'], kinds: ['manual'] }];
    assertError(await ana.request('PUT', '/v1/case-settings', { fourEyes: [] }), 403, 'scope_forbidden');
    const proposed = await admin.request('PUT', '/v1/case-settings', { fourEyes: rules });
    assert.notDeepEqual(proposed.body.fourEyes, rules);
    assert.deepEqual(proposed.body.waiting.fourEyes, rules);
    const path = `/v1/case-settings/changes/${proposed.body.waiting.id}/confirmation`;
    assertError(await admin.request('POST', path, { isConfirmed: true }), 403, 'case_second_person_required');
    assertError(await ana.request('POST', path, { isConfirmed: true }), 403, 'scope_forbidden');
    const supervisor = await invitePerson(service(), admin, 'supervisor');
    assertError(
      await supervisor.request('POST', path, { isConfirmed: true }),
      403,
      'case_second_person_required',
    );
    const still = await auditor.request('GET', '/v1/case-settings');
    assert.deepEqual(still.body.waiting.fourEyes, rules);
  });

  it('snoozed, escalated and linked cases', async () => {
    const { id } = await execute('Good');
    const [one, other] = [await manual(id), await manual(id)];
    const until = new Date(service().clock.now().getTime() + 3_600_000).toISOString();
    const snoozed = await ana.request('POST', `/v1/cases/${one.id}/snooze`, { until });
    assert.deepEqual([snoozed.body.state, snoozed.body.snoozedUntil], ['SNOOZED', until]);
    const past = { until: new Date(0).toISOString() };
    assertError(await ana.request('POST', `/v1/cases/${one.id}/snooze`, past), 400, 'request_invalid');
    const escalated = await ana.request('POST', `/v1/cases/${one.id}/escalation`, { reason: 'Too hard.' });
    assert.deepEqual([escalated.body.state, escalated.body.isEscalated], ['OPEN', true]);
    await ana.request('POST', `/v1/cases/${one.id}/links`, { caseId: other.id });
    const file = (await bia.request('GET', `/v1/cases/${other.id}`)).body;
    assert.deepEqual(
      file.links.map((link: { id: string }) => link.id),
      [one.id],
    );
    assertError(
      await ana.request('POST', `/v1/cases/${one.id}/links`, { caseId: one.id }),
      404,
      'case_not_found',
    );
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
    await erase(id);
    assert.equal((await fetch(photo.imageUrl)).status, 404);
  });

  it('who may not, does not', async () => {
    const { id } = await execute('Good');
    const one = await manual(id);
    const developer = await invitePerson(service(), admin, 'developer');
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
    assertError(await ana.request('GET', '/v1/cases?cursor=x'), 400, 'request_invalid');
  });

  it('erasing the person erases the cases', async () => {
    const { cpf, id } = await execute('Unknown');
    const [open] = await casesOf(id);
    await ana.request('POST', `/v1/cases/${open.id}/comments`, { text: 'About the person.' });
    const copy = await send(`${service().url}/v1/people/${cpf}/export`, { token });
    assert.match(copy.text, /About the person\./);
    const erased = await send(`${service().url}/v1/people/${cpf}`, { method: 'DELETE', token });
    assert.equal(erased.status, 200, erased.text);
    assertError(await ana.request('GET', `/v1/cases/${open.id}`), 404, 'case_not_found');
  });

  const erase = async (id: string) => {
    const erased = await send(`${service().url}/v1/people/${id}`, { method: 'DELETE', token });
    assert.equal(erased.status, 200, erased.text);
  };

  /** Puts rules in force as two people would have, past the routes: their own test is above. */
  async function setRules(rules: readonly object[]): Promise<void> {
    const proposed = await admin.request('PUT', '/v1/case-settings', { fourEyes: rules });
    const supervisor = await invitePerson(service(), admin, 'supervisor');
    await service().clock.later(25 * 3_600_000, async () => {
      const browser = await signIn(service(), supervisor);
      const path = `/v1/case-settings/changes/${proposed.body.waiting.id}/confirmation`;
      const answer = await browser.request('POST', path, { isConfirmed: true });
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(answer.body.fourEyes, rules);
    });
  }
});
