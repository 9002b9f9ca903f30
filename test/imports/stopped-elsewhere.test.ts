import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { ceisFile } from '../people/lists/list-files.ts';
import { createTestDatabase, environmentOf, testDatabaseKinds } from '../support/database.ts';
import { send } from '../support/http.ts';
import { cnpjOf } from '../support/registry-files.ts';
import { spawnServe } from '../support/service-process.ts';
import { createClientOver, fetchToken } from '../support/tokens.ts';

const reason = testDatabaseKinds().includes('postgres')
  ? false
  : 'the embedded database belongs to one process; CONFERE_TEST_DATABASE_URL is not set';
const rows = Array.from({ length: 300_000 }, (_, at) => ({
  'TIPO DE PESSOA': 'J',
  'CPF OU CNPJ DO SANCIONADO': cnpjOf(String(10_000_000 + at)),
  'NOME DO SANCIONADO': `EMPRESA ${at}`,
}));

describe('an import that another process does', { skip: reason }, () => {
  it('is stopped over the process that answers requests', async (t) => {
    const place = await createTestDatabase(t, 'postgres');
    const folder = join(place.dataDir, 'to-import');
    await mkdir(folder);
    await writeFile(join(folder, '20260501_CEIS.csv'), ceisFile(rows));
    const env = { ...environmentOf(place), BASE_URL: 'http://confere.test', IMPORT_DIR: folder };
    const web = await spawnServe(t, env, { args: ['--role', 'web'] });
    await spawnServe(t, env, { args: ['--role', 'jobs'] });
    const client = await createClientOver(web.url, web.admin!, {
      product: 'customer',
      scopes: ['sources:write', 'executions:read'],
    });
    const token = await fetchToken(web.url, client);
    const request = (method: string, path: string, json?: object) =>
      send(`${web.url}${path}`, { method, token, ...(json === undefined ? {} : { json }) });
    const json = { source: 'ceis', action: 'import', path: '20260501_CEIS.csv' };
    const started = await request('POST', '/v1/imports', json);
    assert.equal(started.status, 202, started.text);
    const { id } = started.body;
    const read = async () => (await request('GET', `/v1/imports/${id}`)).body;
    for (let data = await read(); !(data.progress?.rows > 0); data = await read()) {
      assert.ok(data.state === 'waiting' || data.state === 'running', JSON.stringify(data));
      await delay(50);
    }
    assert.equal((await request('POST', `/v1/imports/${id}/stop`)).status, 202);
    let data = await read();
    for (; data.state === 'running'; data = await read()) await delay(50);
    assert.deepEqual([data.state, data.tries], ['stopped', 1], JSON.stringify(data));
    const { items } = (await request('GET', '/v1/sources/ceis/generations')).body;
    assert.ok(items.every(({ isCurrent }: { isCurrent: boolean }) => !isCurrent));
  });
});
