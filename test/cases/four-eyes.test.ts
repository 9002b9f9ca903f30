import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { Client } from 'pg';
import type { generateCpf } from '../../src/platform/documents.ts';
import { type Browser, invitePerson, type Person } from '../support/console.ts';
import { describeDatabases } from '../support/database.ts';
import { assertError, send } from '../support/http.ts';
import type { TestService } from '../support/service.ts';
import { shareCases } from './share-cases.ts';

describeDatabases('cases that two people decide', (kind) => {
  const { work, execute, statusOf, casesOf, decide, manual, setRules } = shareCases(kind);
  let service: TestService;
  let token: string;
  let admin: Person;
  let ana: Person;
  let bia: Person;
  let auditor: Person;

  before(() => {
    ({ service, token, admin, ana, bia, auditor } = work());
  });

  it('four eyes: another person confirms, and the one who proposed does not', async () => {
    await setRules([{ outcomes: ['approve'], kinds: ['manual'] }]);
    const { cpf, id } = await execute('Bad');
    const one = await manual(id);
    const proposed = await decide(ana, one, 'approve');
    assert.equal(proposed.body.state, 'awaiting_confirmation');
    assert.equal(await statusOf(cpf), 'REPROVED');
    const path = `/v1/cases/${one.id}/decisions/${proposed.body.id}/confirmation`;
    const yes = { isConfirmed: true, note: 'So do I.' };
    assertError(await ana.request('POST', path, yes), 403, 'case_second_person_required');
    // The administrator invited her within a day.
    assertError(await admin.request('POST', path, yes), 403, 'case_second_person_required');
    assertError(await auditor.request('POST', path, yes), 403, 'scope_forbidden');
    const listFor = async (one: Person) => (await one.request('GET', '/v1/cases?waitsFor=me')).body.items;
    assert.equal((await listFor(bia)).length, 1);
    assert.deepEqual(await listFor(auditor), []);
    assert.equal((await auditor.request('GET', '/v1/cases/waiting')).body.count, 0);
    assertError(
      await send(`${service.url}${path}`, { method: 'POST', token, json: yes }),
      401,
      'session_missing',
    );
    const other = await manual(id);
    const elsewhere = `/v1/cases/${other.id}/decisions/${proposed.body.id}/confirmation`;
    assertError(await bia.request('POST', elsewhere, yes), 404, 'case_decision_not_found');
    assertError(await decide(bia, proposed.body.case, 'reprove'), 409, 'case_state_wrong');
    const confirmed = await bia.request('POST', path, yes);
    assert.equal(confirmed.status, 200, confirmed.text);
    assert.equal(confirmed.body.state, 'decided');
    assert.equal(await statusOf(cpf), 'APPROVED');
    assertError(await bia.request('POST', path, yes), 404, 'case_decision_not_found');
  });

  it('a refused proposal leaves the case open', async () => {
    const { cpf, id } = await execute('Bad');
    const one = await manual(id);
    const proposed = await decide(ana, one, 'approve');
    const path = `/v1/cases/${one.id}/decisions/${proposed.body.id}/confirmation`;
    const refused = await bia.request('POST', path, { isConfirmed: false, note: 'Not so.' });
    assert.equal(refused.body.state, 'open');
    assert.equal(await statusOf(cpf), 'REPROVED');
    assert.equal((await decide(bia, refused.body.case, 'reprove')).body.state, 'decided');
  });

  it('a proposal about a case that new facts came to is withdrawn, and nobody confirms it any more', async () => {
    const { cpf, id } = await execute('Unknown');
    const [pending] = await casesOf(id);
    await setRules([{ outcomes: ['approve'], kinds: [pending.kind] }]);
    const proposed = await decide(ana, pending, 'approve');
    assert.equal(proposed.body.state, 'awaiting_confirmation', proposed.text);
    const pathOf = (decisionId: string) => `/v1/cases/${pending.id}/decisions/${decisionId}/confirmation`;
    const yes = { isConfirmed: true, note: 'So do I.' };
    // The same again is nothing new.
    await execute('Unknown', cpf as ReturnType<typeof generateCpf>);
    const [same] = await casesOf(id);
    assert.deepEqual([same.state, same.reasons], ['awaiting_confirmation', ['no_rule_matched']]);
    const held = await send(`${service.url}/v1/query-templates`, {
      method: 'POST',
      token,
      json: {
        name: 'Held',
        subject: 'person',
        sources: [{ name: 'civil' }],
        rules: [{ name: 'hold', when: 'basicData.name == "Unknown"', status: 'PENDING' }],
      },
    });
    await send(`${service.url}/v1/executions`, {
      method: 'POST',
      token,
      json: { templateId: held.body.id, cpf },
      headers: { prefer: 'wait=20' },
    });
    const file = (await bia.request('GET', `/v1/cases/${pending.id}`)).body;
    assert.equal(file.state, 'open');
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
    assert.equal(again.body.state, 'awaiting_confirmation', again.text);
    // The proposal of before does not come back with the state of the case.
    assertError(await bia.request('POST', pathOf(proposed.body.id), yes), 409, 'case_changed');
    const confirmed = await bia.request('POST', pathOf(again.body.id), yes);
    assert.equal(confirmed.body.state, 'decided', confirmed.text);
    assert.equal(await statusOf(cpf), 'APPROVED');
  });

  it('a client may propose, and never decides or confirms', async () => {
    const { cpf, id } = await execute('Good');
    const one = await manual(id);
    const proposed = await send(`${service.url}/v1/cases/${one.id}/decisions`, {
      method: 'POST',
      token,
      json: { outcome: 'reprove', reasonCode: 'other', note: 'A model says so.', revision: one.revision },
    });
    assert.equal(proposed.body.state, 'awaiting_confirmation', proposed.text);
    assert.equal(await statusOf(cpf), 'APPROVED');
    const path = `/v1/cases/${one.id}/decisions/${proposed.body.id}/confirmation`;
    assert.equal((await bia.request('POST', path, { isConfirmed: true, note: 'Yes.' })).status, 200);
    assert.equal(await statusOf(cpf), 'REPROVED');
  });

  it('where two people are needed, who confirms the proposal of a client is the first of them', async () => {
    await setRules([{ outcomes: ['approve'], kinds: ['manual'] }]);
    const { cpf, id } = await execute('Bad');
    const one = await manual(id);
    const proposed = await send(`${service.url}/v1/cases/${one.id}/decisions`, {
      method: 'POST',
      token,
      json: { outcome: 'approve', reasonCode: 'other', note: 'A model says so.', revision: one.revision },
    });
    const confirm = (by: Browser, decisionId: string) =>
      by.request('POST', `/v1/cases/${one.id}/decisions/${decisionId}/confirmation`, {
        isConfirmed: true,
        note: 'Yes.',
      });
    const first = await confirm(ana, proposed.body.id);
    assert.equal(first.body.state, 'awaiting_confirmation', first.text);
    assert.equal(await statusOf(cpf), 'REPROVED');
    assertError(await confirm(bia, proposed.body.id), 404, 'case_decision_not_found');
    const { decisions } = (await bia.request('GET', `/v1/cases/${one.id}`)).body;
    const waiting = decisions.at(-1);
    assert.deepEqual(waiting.proposedBy.id, ana.accountId);
    assertError(await confirm(ana, waiting.id), 403, 'case_second_person_required');
    const second = await confirm(bia, waiting.id);
    assert.equal(second.body.state, 'decided', second.text);
    assert.equal(await statusOf(cpf), 'APPROVED');
  });

  it('nobody gets round the second person by dismissing the case and approving another one', async () => {
    const { cpf, id } = await execute('Unknown');
    const [pending] = await casesOf(id);
    await setRules([{ outcomes: ['approve'], kinds: [pending.kind] }]);
    assert.equal((await decide(ana, pending, 'dismiss')).body.state, 'decided');
    const own = await manual(id);
    const approved = await decide(ana, own, 'approve');
    assert.equal(approved.body.state, 'awaiting_confirmation', approved.text);
    assert.notEqual(await statusOf(cpf), 'APPROVED');
  });

  it('an account that somebody made over another account of his is no second person', async () => {
    await setRules([{ outcomes: ['approve'], kinds: ['manual'] }]);
    const { id } = await execute('Bad');
    const between = await invitePerson(service, admin, 'administrator');
    const puppet = await invitePerson(service, between, 'analyst');
    const one = await manual(id);
    const proposed = await decide(admin, one, 'approve');
    assert.equal(proposed.body.state, 'awaiting_confirmation', proposed.text);
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
    const sent = rules.map((rule) => ({ ...rule, note: 'No member of a rule.' }));
    const proposed = await admin.request('PUT', '/v1/case-settings', { fourEyes: sent });
    if (service.databaseUrl !== undefined) {
      const { id } = proposed.body.waiting;
      assert.deepEqual(await readStoredRules(service.databaseUrl, id), rules);
    }
    assert.notDeepEqual(proposed.body.fourEyes, rules);
    assert.deepEqual(proposed.body.waiting.fourEyes, rules);
    const path = `/v1/case-settings/changes/${proposed.body.waiting.id}/confirmation`;
    assertError(await admin.request('POST', path, { isConfirmed: true }), 403, 'case_second_person_required');
    assertError(await ana.request('POST', path, { isConfirmed: true }), 403, 'scope_forbidden');
    const supervisor = await invitePerson(service, admin, 'supervisor');
    assertError(
      await supervisor.request('POST', path, { isConfirmed: true }),
      403,
      'case_second_person_required',
    );
    const still = await auditor.request('GET', '/v1/case-settings');
    assert.deepEqual(still.body.waiting.fourEyes, rules);
  });
});

async function readStoredRules(connectionString: string, id: string): Promise<unknown> {
  const database = new Client({ connectionString });
  await database.connect();
  try {
    const { rows } = await database.query('select rules from case_rule_changes where id = $1', [id]);
    return rows[0]?.rules;
  } finally {
    await database.end();
  }
}
