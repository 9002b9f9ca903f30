import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import type { Cpf } from '../../src/platform/documents.ts';
import type { Person } from '../support/console.ts';
import { describeDatabases } from '../support/database.ts';
import { assertError, send } from '../support/http.ts';
import type { TestService } from '../support/service.ts';
import { shareCases } from './share-cases.ts';

const approveAll = { name: 'x', subject: 'person', sources: [], rules: [], otherwise: 'APPROVED' };

describeDatabases('a case that needs two people', (kind) => {
  const { work, execute, statusOf, manual, decide, setRules } = shareCases(kind);
  let service: TestService;
  let token: string;
  let ana: Person;
  let bia: Person;
  let templateId: string;

  before(async () => {
    ({ service, token, ana, bia } = work());
    const made = await send(`${service.url}/v1/query-templates`, { method: 'POST', token, json: approveAll });
    templateId = made.body.id;
    await setRules([{ outcomes: ['approve'], kinds: ['manual'] }]);
  });

  const run = async (by: Person, cpf: string) =>
    (await by.request('POST', '/v1/executions', { templateId, cpf }, { headers: { prefer: 'wait=20' } }))
      .body;

  it('an analyst writes, changes, removes and tries no template', async () => {
    for (const [method, path, body] of [
      ['POST', '/v1/query-templates', approveAll],
      ['PUT', '/v1/query-templates/tpl_default_person', approveAll],
      ['DELETE', `/v1/query-templates/${templateId}`, undefined],
      ['POST', '/v1/query-templates/dry-run', { definition: approveAll, cpf: '12345678909' }],
    ] as const) {
      assertError(await ana.request(method, path, body), 403, 'scope_forbidden');
    }
    assert.equal((await ana.request('GET', `/v1/query-templates/${templateId}`)).status, 200);
  });

  it('no execution approves while the case is open, waits for its second person, or sleeps', async () => {
    const { cpf, id } = await execute('Bad');
    const one = await manual(id);
    assert.deepEqual(pick(await run(ana, cpf)), ['PENDING', 'second_person_required']);
    assert.equal(await statusOf(cpf), 'REPROVED');
    const proposed = await decide(ana, one, 'approve');
    assert.equal(proposed.body.state, 'awaiting_confirmation', proposed.text);
    const held = await run(ana, cpf);
    assert.deepEqual(pick(held), ['PENDING', 'second_person_required']);
    assert.equal(await statusOf(cpf), 'REPROVED');
    // A repetition, and the machine's own token, come no further.
    const again = await ana.request('POST', `/v1/executions/${held.executionId}/run-again`, undefined, {
      headers: { prefer: 'wait=20' },
    });
    assert.ok(again.status < 300, again.text);
    const byMachine = await send(`${service.url}/v1/executions`, {
      method: 'POST',
      token,
      json: { templateId, cpf },
      headers: { prefer: 'wait=20' },
    });
    assert.deepEqual(pick(byMachine.body), ['PENDING', 'second_person_required']);
    assert.equal(await statusOf(cpf), 'REPROVED');
    const path = `/v1/cases/${one.id}/decisions/${proposed.body.id}/confirmation`;
    assert.equal((await bia.request('POST', path, { isConfirmed: true, note: 'So do I.' })).status, 200);
    assert.equal(await statusOf(cpf), 'APPROVED');
  });

  it('an execution that is cancelled meanwhile leaves the verdict that was', async () => {
    const { cpf, id } = await execute('Bad');
    await manual(id);
    const { body } = await execute('away', cpf as Cpf);
    const cancelled = await ana.request('POST', `/v1/executions/${body.executionId}/cancel`);
    assert.equal(cancelled.status, 200, cancelled.text);
    assert.equal(await statusOf(cpf), 'REPROVED');
  });

  it('an execution may still lower the status', async () => {
    const { cpf, id } = await execute('Good');
    await manual(id);
    await execute('Bad', cpf as Cpf);
    assert.equal(await statusOf(cpf), 'REPROVED');
  });

  it('once the case is decided, executions decide again', async () => {
    const { cpf, id } = await execute('Bad');
    const one = await manual(id);
    assert.equal((await decide(ana, one, 'dismiss')).body.state, 'decided');
    assert.deepEqual(pick(await run(ana, cpf)), ['APPROVED', undefined]);
    assert.equal(await statusOf(cpf), 'APPROVED');
  });
});

describe("writers of a profile's status", () => {
  it('are the files that the architecture lists', async () => {
    const text = readFileSync('docs/architecture.md', 'utf8');
    const table = text.split("### Writers of a profile's status")[1]!.split('## Background work')[0]!;
    const listed = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, file]) => `src/profiles/${file}`);
    const found: string[] = [];
    for await (const file of glob('src/**/*.ts')) {
      if (/\bawait writeProfile\(/.test(readFileSync(file, 'utf8'))) found.push(file);
    }
    assert.deepEqual(found.sort(), listed.sort());
  });
});

function pick({ status, reason }: { status: string; reason?: string }) {
  return [status, reason];
}
