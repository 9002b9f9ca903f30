import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { generateCpf } from '../../../src/platform/documents.ts';
import { json, startMockProvider } from '../../people/providers/mock-provider.ts';
import { createTestDatabase, describeDatabases, environmentOf } from '../../support/database.ts';
import { send } from '../../support/http.ts';
import { spawnServe } from '../../support/service-process.ts';
import { createClientOver, fetchToken } from '../../support/tokens.ts';

describeDatabases('an execution whose process was killed while a provider was asked', (kind) => {
  it('is ended once by the next process, or by one that shares the database', async (t) => {
    const place = await createTestDatabase(t, kind);
    const folder = await mkdtemp(join(tmpdir(), 'confere-killed-'));
    t.after(() => rm(folder, { recursive: true }));
    const mock = await startMockProvider();
    t.after(() => mock.close());
    const cpf = generateCpf();
    // The first request is never answered.
    mock.answer(() => {}, json({ nome: 'ANA LIMA', cpf }));
    const providersFile = join(folder, 'providers.json');
    const provider = {
      name: 'acme',
      source: 'pfBasicData',
      request: { method: 'GET', url: `${mock.url}/{cpf}` },
      response: { mapping: '{ "name": nome, "cpf": cpf }' },
      retries: 0,
      timeoutMs: 60_000,
    };
    await writeFile(providersFile, JSON.stringify({ providers: [provider] }));
    const env = {
      ...environmentOf(place),
      BASE_URL: 'http://confere.test',
      SOURCE_PROVIDERS_FILE: providersFile,
      SOURCE_FETCH_ALLOW: '127.0.0.1',
    };
    const first = await spawnServe(t, env);
    const client = await createClientOver(first.url, first.admin!, {
      product: 'customer',
      scopes: ['executions:write', 'templates:write', 'people:read'],
    });
    const token = await fetchToken(first.url, client);
    const template = await send(`${first.url}/v1/query-templates`, {
      method: 'POST',
      token,
      json: {
        name: 'Provider',
        subject: 'person',
        sources: [{ name: 'pfBasicData' }],
        rules: [{ name: 'known', status: 'APPROVED', when: 'has(basicData.name)' }],
      },
    });
    const started = await send(`${first.url}/v1/executions`, {
      method: 'POST',
      token,
      json: { templateId: template.body.id, cpf },
    });
    assert.equal(started.status, 202, started.text);
    while (mock.received.length === 0) await delay(20);

    const beside = kind === 'postgres' ? await spawnServe(t, env) : undefined;
    first.child.kill('SIGKILL');
    await first.ended;
    const next = beside ?? (await spawnServe(t, env));
    const read = (path: string) => send(`${next.url}${path}`, { token });
    const { executionId } = started.body;
    let execution = (await read(`/v1/executions/${executionId}`)).body;
    while (execution.completedAt === undefined) {
      await delay(100);
      execution = (await read(`/v1/executions/${executionId}`)).body;
    }
    assert.equal(execution.status, 'APPROVED');
    assert.equal(mock.received.length, 2);
    const profile = (await read(`/v1/people/${cpf}`)).body;
    assert.deepEqual([profile.status, profile.basicData], ['APPROVED', { name: 'ANA LIMA' }]);
    assert.deepEqual(
      profile.executions.map((one: { executionId: string }) => one.executionId),
      [executionId],
    );
    assert.equal((await read(`/v1/people/${cpf}/history`)).body.items.length, 1);
  });
});
