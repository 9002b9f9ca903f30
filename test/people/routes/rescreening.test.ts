import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { generateCpf } from '../../../src/platform/documents.ts';
import { createTestDatabase, environmentOf } from '../../support/database.ts';
import { send } from '../../support/http.ts';
import { runConfere, spawnServe } from '../../support/service-process.ts';
import { fetchToken } from '../../support/tokens.ts';
import { pepFile } from '../lists/list-files.ts';

type Change = { readonly path: string; readonly from?: unknown; readonly to?: unknown };

it('two versions of a list: the running service tells of the entry gained and the entry lost', async (t) => {
  const place = await createTestDatabase(t, 'embedded');
  const folder = await mkdtemp(join(tmpdir(), 'confere-rescreening-'));
  t.after(() => rm(folder, { recursive: true }));
  const env = { ...environmentOf(place), SOURCE_MAX_AGE_DAYS: 'pep=10' };
  const server = await spawnServe(t, env);
  const run = async (...args: string[]) => {
    const { status, stdout, stderr } = await runConfere(t, [...args, '--json'], env);
    assert.equal(status, 0, `confere ${args.join(' ')}: ${stderr}`);
    return JSON.parse(stdout);
  };
  const cpf = generateCpf();
  const row = (document: string, name: string) => ({
    CPF: `***.${document.slice(3, 6)}.${document.slice(6, 9)}-**`,
    Nome_PEP: name,
    Descrição_Função: 'VEREADOR',
    Data_Início_Exercício: '01/01/2020',
  });
  const others = Array.from({ length: 6 }, (_, at) => row(generateCpf(), `OUTRA PESSOA ${at}`));
  const importPep = async (rows: Parameters<typeof pepFile>[0]) => {
    await writeFile(join(folder, 'list.csv'), pepFile(rows));
    await run('sources', 'import', 'pep', join(folder, 'list.csv'), '--date', '2026-01-31');
  };
  const client = await run(
    ...['clients', 'create', '--product', 'customer', '--scope'],
    'people:read executions:write templates:write events:read admin',
  );
  const token = await fetchToken(server.url, client);
  const api = (method: string, path: string, json?: object) =>
    send(`${server.url}${path}`, {
      method,
      token,
      headers: { prefer: 'wait=10' },
      ...(json && { json }),
    });

  await importPep(others);
  const template = await api('POST', '/v1/query-templates', {
    name: 'lists',
    subject: 'person',
    sources: [{ name: 'pfMediaProfileAndExposure' }],
    rules: [
      {
        name: 'exposed',
        status: 'REPROVED',
        when: 'sources.pfMediaProfileAndExposure.data.isPoliticallyExposed',
      },
      {
        name: 'not',
        status: 'APPROVED',
        when: '!sources.pfMediaProfileAndExposure.data.isPoliticallyExposed',
      },
    ],
  });
  assert.equal(template.status, 201, JSON.stringify(template.body));
  const first = await api('POST', '/v1/executions', {
    templateId: template.body.id,
    cpf,
    attributes: { name: 'Ana Maria Lima' },
  });
  assert.equal(first.body.status, 'APPROVED', JSON.stringify(first.body));
  assert.equal(first.body.sources.pfMediaProfileAndExposure.reason, 'data_old', 'older than its limit');
  const { body: ready } = await send(`${server.url}/readyz`);
  const [pep] = (ready.sources as { name: string; isOld: boolean }[]).filter(({ name }) => name === 'pep');
  assert.equal(pep?.isOld, true, JSON.stringify(ready.sources));
  const until = async (type: string) => {
    const deadline = Date.now() + 600_000;
    for (;;) {
      const { body } = await api('GET', '/v1/events?limit=100');
      const found = (body.items as { type: string; data: { executionId: string } }[]).find(
        (one) => one.type === type,
      );
      if (found !== undefined) return found.data.executionId;
      assert.ok(Date.now() < deadline, `${type} never came: ${JSON.stringify(body)}`);
      await delay(1_000);
    }
  };

  await importPep([...others, row(cpf, 'ANA MARIA LIMA')]);
  const gained = await until('person.list_hit_gained');
  const execution = await api('GET', `/v1/executions/${gained}`);
  assert.equal(execution.body.executionOrigin, 'IMPORT', JSON.stringify(execution.body));
  await importPep(others);
  await until('person.list_hit_lost');

  const history = await api('GET', `/v1/people/${first.body.profileId}/history`);
  const [lost, found] = (history.body.items as { executionId: string; changes: Change[] }[])
    .flatMap(({ executionId, changes }) => changes.map((change) => ({ executionId, ...change })))
    .filter(({ path }) => path === 'lists.pfMediaProfileAndExposure');
  const hit = {
    kind: 'positions',
    list: 'pep',
    matchBasis: 'name_and_six_digits',
    name: 'ANA MARIA LIMA',
    isActive: true,
  };
  const toldOf = (value: unknown) => (value as object[]).map((one) => ({ ...one, confidence: undefined }));
  assert.equal(found!.executionId, gained);
  assert.deepEqual(toldOf(found!.to), [{ ...hit, confidence: undefined }]);
  assert.equal(found!.from, undefined);
  assert.deepEqual(toldOf(lost!.from), [{ ...hit, confidence: undefined }]);
});
