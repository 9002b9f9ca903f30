import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { generateCpf } from '../../../src/platform/documents.ts';
import { acceptFirstAdministrator, invitePerson, type Person } from '../../support/console.ts';
import { describeDatabases } from '../../support/database.ts';
import { assertError } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';
import { createScriptedSource, found, unavailable } from '../scripted-sources.ts';

describeDatabases('cancelling and repeating executions over HTTP', (kind) => {
  const civil = createScriptedSource('civil', 'person');
  const service = shareService(kind, {
    engine: createStandInEngine(),
    sources: [civil],
    constants: { executions: { retryDelayMs: 60_000 } },
  });
  let admin: Person;
  let analyst: Person;
  let templateId: string;
  const cpf = generateCpf();

  before(async () => {
    admin = await acceptFirstAdministrator(service());
    analyst = await invitePerson(service(), admin, 'analyst');
    const template = await admin.request('POST', '/v1/query-templates', {
      name: 'People',
      subject: 'person',
      sources: [{ name: 'civil' }],
      rules: [{ name: 'known', when: 'has(basicData.name)', status: 'APPROVED' }],
    });
    assert.equal(template.status, 201, template.text);
    templateId = template.body.id;
  });

  const read = async (id: string) => (await analyst.request('GET', `/v1/executions/${id}`)).body;
  const readUntil = async (id: string, state: string) => {
    for (;;) {
      const body = await read(id);
      if (body.state === state) return body;
      await delay(20);
    }
  };

  it('a waiting one is cancelled once, repeated, and all of it is in the audit log', async () => {
    civil.answer(cpf, unavailable);
    const started = await analyst.request('POST', '/v1/executions', { templateId, cpf });
    assert.equal(started.status, 202, started.text);
    const id = started.body.executionId;
    const waiting = await readUntil(id, 'waiting');
    assert.deepEqual(
      waiting.tries.map(({ number, state, faults }: { number: number; state: string; faults: object[] }) => [
        ...[number, state, faults],
      ]),
      [[1, 'waiting', [{ source: 'civil', reason: 'provider_down' }]]],
    );
    assert.equal(waiting.tries[0].nextAttemptAt, waiting.nextAttemptAt);
    const early = await analyst.request('POST', `/v1/executions/${id}/run-again`);
    assertError(early, 409, 'execution_under_way');

    const cancelled = await analyst.request('POST', `/v1/executions/${id}/cancel`);
    assert.equal(cancelled.status, 200, cancelled.text);
    assert.deepEqual(
      [cancelled.body.state, cancelled.body.status, cancelled.body.reason, cancelled.body.nextAttemptAt],
      ['cancelled', 'PENDING', 'cancelled', undefined],
    );
    const twice = await analyst.request('POST', `/v1/executions/${id}/cancel`);
    assert.deepEqual([twice.status, twice.body.completedAt], [200, cancelled.body.completedAt]);

    civil.answer(cpf, found({ name: 'Ana Lima' }));
    const again = await analyst.request('POST', `/v1/executions/${id}/run-again`);
    assert.equal(again.status, 202, again.text);
    assert.match(
      again.headers.get('location') ?? '',
      new RegExp(`/v1/executions/${again.body.executionId}$`),
    );
    const done = await readUntil(again.body.executionId, 'done');
    assert.deepEqual([done.status, done.rerunOf, done.previousExecutionId], ['APPROVED', id, id]);
    assert.equal((await read(id)).nextExecutionId, done.executionId);
    const late = await analyst.request('POST', `/v1/executions/${done.executionId}/cancel`);
    assertError(late, 409, 'execution_over');

    const audit = async (action: string) =>
      (await admin.request('GET', `/v1/audit?action=${action}`)).body.items;
    const [repeated] = (await audit('execution.run-again')).filter(
      ({ target }: { target?: string }) => target === done.executionId,
    );
    assert.deepEqual([repeated.actor.id, repeated.detail.earlier], [analyst.accountId, id]);
    const cancels = (await audit('execution.cancel')).filter(
      ({ target }: { target: string }) => target === id,
    );
    assert.deepEqual(
      cancels.map(({ actor }: { actor: { id: string } }) => actor.id),
      [analyst.accountId, analyst.accountId],
    );
  });

  it('one of a template that is gone is not repeated', async () => {
    const template = await admin.request('POST', '/v1/query-templates', {
      name: 'Gone',
      subject: 'person',
      sources: [],
      rules: [],
      otherwise: 'APPROVED',
    });
    const body = { templateId: template.body.id, cpf };
    const { executionId } = (await analyst.request('POST', '/v1/executions', body)).body;
    await readUntil(executionId, 'done');
    const deleted = await admin.request('DELETE', `/v1/query-templates/${template.body.id}`);
    assert.equal(deleted.status, 204, deleted.text);
    const again = await analyst.request('POST', `/v1/executions/${executionId}/run-again`);
    assertError(again, 404, 'query_template_not_found');
  });

  it('is for those who may start executions', async () => {
    const { items } = (await admin.request('GET', '/v1/executions')).body;
    for (const role of ['auditor', 'developer'] as const) {
      const person = await invitePerson(service(), admin, role);
      for (const what of ['cancel', 'run-again']) {
        const refused = await person.request('POST', `/v1/executions/${items[0].executionId}/${what}`);
        assertError(refused, 403, 'scope_forbidden');
        const none = await analyst.request('POST', `/v1/executions/exe_${'0'.repeat(32)}/${what}`);
        assertError(none, 404, 'execution_not_found');
      }
    }
  });
});
