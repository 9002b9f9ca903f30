import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { generateCpf } from '../../../src/platform/documents.ts';
import { testDatabaseKinds } from '../../support/database.ts';
import { send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';
import { json, type MockProvider, startMockProvider } from '../providers/mock-provider.ts';

for (const kind of testDatabaseKinds()) {
  describe(`executions with an HTTP provider (${kind})`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'confere-provider-'));
    const file = join(folder, 'providers.json');
    let mock: MockProvider;
    before(async () => {
      mock = await startMockProvider();
      writeFileSync(join(folder, 'token'), 'provider-token');
      const provider = {
        name: 'acme',
        source: 'pfBasicData',
        request: { method: 'GET', url: `${mock.url}/{cpf}`, headers: { 'x-token': '{secret.token}' } },
        response: { mapping: '{ "name": nome, "cpf": cpf }', maxBytes: 10_000 },
        retries: 0,
        timeoutMs: 2_000,
        circuit: { failures: 100, pauseMs: 10 },
        secrets: { token: { file: join(folder, 'token') } },
      };
      writeFileSync(file, JSON.stringify({ providers: [provider] }));
    });
    // Started after the file is there: hooks run in the order they were made.
    const service = shareService(kind, {
      engine: createStandInEngine(),
      env: {
        SOURCE_PROVIDERS_FILE: file,
        SOURCE_FETCH_ALLOW: '127.0.0.1',
      },
      constants: { executions: { retryDelayMs: 200 } },
    });
    after(async () => {
      await mock.close();
      await rm(folder, { recursive: true });
    });
    let token: string;
    let templateId: string;
    before(async () => {
      token = await service().token('customer');
      const template = await send(`${service().url}/v1/query-templates`, {
        method: 'POST',
        token,
        json: {
          name: 'Provider',
          subject: 'person',
          sources: [{ name: 'pfBasicData', isRequired: true }],
          rules: [{ name: 'known', status: 'APPROVED', when: 'has(basicData.name)' }],
        },
      });
      assert.equal(template.status, 201, template.text);
      templateId = template.body.id;
    });
    const execute = (cpf: string, wait: number) =>
      send(`${service().url}/v1/executions`, {
        method: 'POST',
        token,
        headers: { prefer: `wait=${wait}` },
        json: { templateId, cpf },
      });
    const read = async (cpf: string) => (await send(`${service().url}/v1/people/${cpf}`, { token })).body;

    async function waitForReason(executionId: string) {
      for (let i = 0; ; i += 1) {
        const { body } = await send(`${service().url}/v1/executions/${executionId}`, { token });
        if (body.reason !== undefined || i === 100) return body;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }

    it('an answer that is a page, of somebody else, in another charset or endless leaves it PENDING with a reason', async () => {
      const page = '<!doctype html><title>Indisponível</title><p>Tente mais tarde</p>';
      const bytes = (content: Buffer, type: string) => (response: ServerResponse) => {
        response.writeHead(200, { 'content-type': type });
        response.end(content);
      };
      const answers: readonly (readonly [(cpf: string) => Parameters<MockProvider['answer']>[0], string])[] =
        [
          [() => bytes(Buffer.from(page), 'text/html; charset=utf-8'), 'provider_answer_invalid'],
          [() => json({ nome: 'ANA LIMA', cpf: generateCpf() }), 'provider_answer_of_another'],
          [
            (cpf) =>
              bytes(Buffer.from(JSON.stringify({ nome: 'JOSÉ LIMA', cpf }), 'latin1'), 'application/json'),
            'provider_answer_encoding',
          ],
          [
            (cpf) =>
              bytes(Buffer.from(JSON.stringify({ nome: 'JOSÉ', cpf })), 'application/json; charset=klingon'),
            'provider_answer_encoding',
          ],
          [(cpf) => json({ nome: 'JOS\ufffd LIMA', cpf }), 'provider_answer_encoding'],
          [(cpf) => json({ nome: 'ANA LIMA', cpf, more: 'x'.repeat(20_000) }), 'provider_answer_too_large'],
        ];
      for (const [answer, reason] of answers) {
        const cpf = generateCpf();
        mock.answer(answer(cpf));
        const first = await execute(cpf, 2);
        const current = await waitForReason(first.body.executionId);
        assert.equal(current.status, 'PENDING', reason);
        const source = current.sources.pfBasicData;
        assert.match(JSON.stringify(source), new RegExp(`"${reason}"`), JSON.stringify(current));
        const profile = await read(cpf);
        assert.deepEqual([profile.status, profile.basicData], ['PENDING', undefined], reason);
      }
    });

    it('what the provider knows becomes the profile', async () => {
      const cpf = generateCpf();
      mock.answer(json({ nome: 'ANA LIMA', cpf }));
      assert.equal((await execute(cpf, 20)).status, 201);
      const { status, basicData } = await read(cpf);
      assert.deepEqual([status, basicData], ['APPROVED', { name: 'ANA LIMA' }]);
      assert.equal(mock.received.at(-1)!.headers['x-token'], 'provider-token');
    });

    it('a provider that is down leaves the execution PENDING with a reason, and is asked again', async () => {
      const cpf = generateCpf();
      mock.answer(json({}, 500));
      const first = await execute(cpf, 2);
      assert.equal(first.status, 202);
      assert.notEqual((await read(cpf)).status, 'REPROVED');
      const current = await waitForReason(first.body.executionId);
      assert.equal(current.status, 'PENDING');
      assert.match(JSON.stringify(current), /provider_failed/);
      mock.answer(json({ nome: 'RUI DIAS', cpf }));
      for (let i = 0; i < 300 && (await read(cpf)).status !== 'APPROVED'; i += 1) {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      assert.deepEqual((await read(cpf)).basicData, { name: 'RUI DIAS' });
    });

    it('neither CPF nor credential is logged', () => {
      const logged = service().logged();
      assert.ok(!logged.includes('provider-token'));
      for (const { url } of mock.received) assert.ok(!logged.includes(url.slice(1)));
    });
  });
}
