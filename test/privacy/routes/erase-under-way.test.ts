import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { generateCpf } from '../../../src/platform/documents.ts';
import { json, type MockProvider, startMockProvider } from '../../people/providers/mock-provider.ts';
import { describeDatabases } from '../../support/database.ts';
import { assertError, send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';

describeDatabases('erasing a person whose execution is under way', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'confere-erase-'));
  const file = join(folder, 'providers.json');
  let mock: MockProvider;
  before(async () => {
    mock = await startMockProvider();
    const provider = {
      name: 'acme',
      source: 'pfBasicData',
      request: { method: 'GET', url: `${mock.url}/{cpf}` },
      response: { mapping: '{ "name": nome }' },
      cacheSeconds: 3_600,
      retries: 0,
      timeoutMs: 60_000,
    };
    writeFileSync(file, JSON.stringify({ providers: [provider] }));
  });
  // Started after the file is there: hooks run in the order they were made.
  const service = shareService(kind, {
    engine: createStandInEngine(),
    env: { SOURCE_PROVIDERS_FILE: file, SOURCE_FETCH_ALLOW: '127.0.0.1', METRICS_LISTEN: '127.0.0.1:0' },
  });
  after(async () => {
    await mock.close();
    rmSync(folder, { recursive: true });
  });

  it('leaves nothing of what comes of it afterwards, and the provider is asked again about somebody new', async () => {
    const token = await service().token('customer');
    const template = await send(`${service().url}/v1/query-templates`, {
      method: 'POST',
      token,
      json: { name: 'Provider', subject: 'person', sources: [{ name: 'pfBasicData' }], rules: [] },
    });
    assert.equal(template.status, 201, template.text);
    const cpf = generateCpf();
    const execute = (prefer: string) =>
      send(`${service().url}/v1/executions`, {
        method: 'POST',
        token,
        headers: { prefer },
        json: { templateId: template.body.id, cpf },
      });
    const read = (path: string) => send(`${service().url}${path}`, { token });

    const asked = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    mock.answer(async (response) => {
      asked.resolve();
      await held.promise;
      json({ nome: 'ANA LIMA' })(response);
    });
    const { body } = await execute('respond-async');
    await asked.promise;
    assert.equal((await read(`/v1/executions/${body.executionId}`)).status, 200);
    const erased = await send(`${service().url}/v1/people/${cpf}`, { method: 'DELETE', token });
    assert.equal(erased.status, 200, erased.text);
    held.resolve();

    // The run has ended when none is running; the run ends a wait in vain.
    for (;;) {
      const { text } = await send(`${service().running.metricsUrl}/metrics`);
      if (/^confere_jobs\{kind="run-execution",state="running"\} 0$/m.test(text)) break;
      await delay(50);
    }
    assertError(await read(`/v1/people/${cpf}`), 404, 'profile_not_found');
    assertError(await read(`/v1/people/${erased.body.personId}`), 404, 'profile_not_found');
    assert.equal((await read(`/v1/executions/${body.executionId}`)).status, 404);

    mock.answer(json({ nome: 'EVA LIMA' }));
    const before = mock.received.length;
    assert.equal((await execute('wait=30')).status, 201);
    assert.equal(mock.received.length, before + 1, 'what came about the one erased was not kept');
    const anew = await read(`/v1/people/${cpf}`);
    assert.equal(anew.body.basicData.name, 'EVA LIMA');
    assert.notEqual(anew.body.id, erased.body.personId);
    const { providerAnswers } = (await read(`/v1/people/${cpf}/export`)).body;
    assert.equal(providerAnswers.length, 1);
    assert.equal(providerAnswers[0].provider, 'acme');
    assert.match(JSON.stringify(providerAnswers[0].answer), /EVA LIMA/);
  });
});
