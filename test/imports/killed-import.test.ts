import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { ceisFile } from '../people/lists/list-files.ts';
import { createTestDatabase, describeDatabases, environmentOf } from '../support/database.ts';
import { assertError, send } from '../support/http.ts';
import { cnpjOf } from '../support/registry-files.ts';
import { type ServedProcess, spawnServe } from '../support/service-process.ts';
import { createClientOver, fetchToken } from '../support/tokens.ts';

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    'TIPO DE PESSOA': 'J',
    'CPF OU CNPJ DO SANCIONADO': cnpjOf(String(10_000_000 + at)),
    'NOME DO SANCIONADO': `EMPRESA ${at}`,
  }));
/** An import says how far it is after a second: the quickest machine is not through with these by then. */
const rows = 60_000;

describeDatabases('an import started over the API', (kind) => {
  it('whose process is killed leaves the list in service whole, says so, goes on after a restart, and blocks no other', async (t) => {
    const place = await createTestDatabase(t, kind);
    const folder = join(place.dataDir, 'to-import');
    await mkdir(folder);
    await writeFile(join(folder, '20260401_CEIS.csv'), ceisFile(rowsOf(2)));
    await writeFile(join(folder, '20260501_CEIS.csv'), ceisFile(rowsOf(rows)));
    await writeFile(join(folder, '20260601_CEIS.csv'), ceisFile(rowsOf(3)));
    const env = {
      ...environmentOf(place),
      BASE_URL: 'http://confere.test',
      IMPORT_DIR: folder,
      RATE_LIMIT_PER_MINUTE: '100000',
    };
    let served: ServedProcess = await spawnServe(t, env);
    const client = await createClientOver(served.url, served.admin!, {
      product: 'customer',
      scopes: ['sources:write', 'executions:read'],
    });
    const token = await fetchToken(served.url, client);
    const request = (method: string, path: string, json?: object) =>
      send(`${served.url}${path}`, { method, token, ...(json === undefined ? {} : { json }) });
    // The smaller file has far fewer rows than the one in service: that is said to be meant.
    const start = (path: string) =>
      request('POST', '/v1/imports', { source: 'ceis', action: 'import', path, isForced: true });
    const read = async (id: string) => {
      const { status, text, body } = await request('GET', `/v1/imports/${id}`);
      assert.equal(status, 200, text);
      return body;
    };
    const readUntil = async (id: string, isThere: (data: Awaited<ReturnType<typeof read>>) => boolean) => {
      for (;;) {
        const data = await read(id);
        if (isThere(data) || data.state === 'failed') return data;
        await delay(20);
      }
    };
    const isOver = ({ state }: { state: string }) => state === 'done';
    const generations = async () => (await request('GET', '/v1/sources/ceis/generations')).body.items;
    const current = async () =>
      (await generations()).filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent);

    const started = await start('20260401_CEIS.csv');
    assert.equal(started.status, 202, started.text);
    const first = await readUntil(started.body.id, isOver);
    assert.equal(first.state, 'done', JSON.stringify(first));

    const killed = (await start('20260501_CEIS.csv')).body;
    const begun = await readUntil(killed.id, ({ progress }) => progress?.rows > 0);
    assert.equal(begun.state, 'running', JSON.stringify(begun));
    served.child.kill('SIGKILL');
    await once(served.child, 'close').catch(() => undefined);
    await served.ended;

    served = await spawnServe(t, env);
    // Nothing is switched: the list before is in service, as a whole, and the import is not over.
    const inService = await current();
    const found = await read(killed.id);
    if (found.state !== 'done') {
      assert.deepEqual(
        inService.map(({ generation, entries }: { generation: number; entries: number }) => [
          generation,
          entries,
        ]),
        [[first.result.generation, 2]],
      );
      assertError(await start('20260601_CEIS.csv'), 409, 'import_running_already');
    }
    const done = await readUntil(killed.id, isOver);
    assert.deepEqual([done.state, done.tries, done.result?.entries], ['done', 2, rows], JSON.stringify(done));
    assert.deepEqual(
      (await current()).map(({ generation }: { generation: number }) => generation),
      [done.result.generation],
    );

    const second = await start('20260601_CEIS.csv');
    assert.equal(second.status, 202, second.text);
    const last = await readUntil(second.body.id, isOver);
    assert.deepEqual([last.state, last.result?.entries], ['done', 3], JSON.stringify(last));
    assert.deepEqual(
      (await current()).map(({ generation }: { generation: number }) => generation),
      [last.result.generation],
    );
    const states = (await generations()).map(({ state }: { state: string }) => state);
    assert.ok(!states.includes('loading'), states.join());
  });
});
