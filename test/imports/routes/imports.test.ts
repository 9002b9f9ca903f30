import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { ceisFile } from '../../people/lists/list-files.ts';
import { acceptFirstAdministrator, invitePerson, type Person } from '../../support/console.ts';
import { describeDatabases } from '../../support/database.ts';
import { assertError } from '../../support/http.ts';
import { cnpjOf } from '../../support/registry-files.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';

const place = await mkdtemp(join(tmpdir(), 'confere-imports-'));
const folder = join(place, 'imports');
const secretFile = join(place, 'outside.csv');
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    'TIPO DE PESSOA': 'J',
    'CPF OU CNPJ DO SANCIONADO': cnpjOf(`1111111${at}`),
    'NOME DO SANCIONADO': `EMPRESA ${at}`,
  }));

describe('imports over HTTP', () => {
  before(async () => {
    await mkdir(join(folder, 'listas'), { recursive: true });
    await mkdir(join(folder, 'mes'));
    await writeFile(secretFile, 'a;b\n');
    await writeFile(join(folder, 'listas/20260401_CEIS.csv'), ceisFile(rowsOf(2)));
    await writeFile(join(folder, 'listas/20260501_CEIS.csv'), ceisFile(rowsOf(3)));
    await writeFile(join(folder, 'listas/other.csv'), 'nothing;of this\n1;2\n');
    await symlink(secretFile, join(folder, 'listas/leads-out.csv'));
    await symlink(place, join(folder, 'leads-up'));
    await symlink(secretFile, join(folder, 'mes/Empresas0.zip'));
  });
  after(() => rm(place, { recursive: true, force: true }));

  describeDatabases('imports from the console', (kind) => {
    const service = shareService(kind, { engine: createStandInEngine(), env: { IMPORT_DIR: folder } });
    let admin: Person;
    let auditor: Person;

    before(async () => {
      admin = await acceptFirstAdministrator(service());
      auditor = await invitePerson(service(), admin, 'auditor');
    });

    const start = (json: object) => admin.request('POST', '/v1/imports', json);
    const wait = async (id: string) => {
      for (;;) {
        const { body } = await auditor.request('GET', `/v1/imports/${id}`);
        if (body.state === 'done' || body.state === 'failed') return body;
        await delay(50);
      }
    };
    const importCeis = async (name: string, more: object = {}) => {
      const started = await start({ source: 'ceis', action: 'import', path: `listas/${name}`, ...more });
      assert.equal(started.status, 202, started.text);
      assert.equal(started.headers.get('location'), `/v1/imports/${started.body.id}`);
      return await wait(started.body.id);
    };

    it('lists what is in the folder, and nothing that a link leads out to', async () => {
      const { status, body } = await admin.request('GET', '/v1/import-files?path=listas');
      assert.equal(status, 200);
      assert.deepEqual(
        body.items.map(({ path }: { path: string }) => path),
        ['listas/20260401_CEIS.csv', 'listas/20260501_CEIS.csv', 'listas/other.csv'],
      );
      const root = (await admin.request('GET', '/v1/import-files')).body;
      assert.deepEqual(
        root.items.map(({ name, isFolder }: { name: string; isFolder: boolean }) => [name, isFolder]),
        [
          ['listas', true],
          ['mes', true],
        ],
      );
      assert.equal((await auditor.request('GET', '/v1/import-files')).status, 200);
      const analyst = await invitePerson(service(), admin, 'analyst');
      assertError(await analyst.request('GET', '/v1/import-files'), 403, 'scope_forbidden');
    });

    for (const path of [
      '../outside.csv',
      'listas/../../outside.csv',
      'listas/./20260401_CEIS.csv',
      'listas//20260401_CEIS.csv',
      '/etc/passwd',
      '..\\outside.csv',
      'listas\\20260401_CEIS.csv',
      'listas/20260401_CEIS.csv\0.csv',
      'listas/leads-out.csv',
      'leads-up/outside.csv',
      'leads-up',
    ]) {
      it(`refuses the path ${JSON.stringify(path)}, to list and to import`, async () => {
        const shown = await admin.request('GET', `/v1/import-files?path=${encodeURIComponent(path)}`);
        // A NUL gets no further than the server.
        assertError(shown, 400, path.includes('\0') ? 'request_invalid' : 'import_path_refused');
        const started = await start({ source: 'ceis', action: 'import', path });
        assertError(started, 400, path.includes('\0') ? 'body_malformed' : 'import_path_refused');
      });
    }

    it('refuses a folder with a link out of it, a missing file, and what cannot be downloaded', async () => {
      const linked = await start({ source: 'registry', action: 'import', path: 'mes' });
      assertError(linked, 400, 'import_path_refused');
      const missing = await start({ source: 'ceis', action: 'import', path: 'listas/missing.csv' });
      assertError(missing, 404, 'import_file_missing');
      assertError(await start({ source: 'ceis', action: 'download' }), 400, 'import_not_published');
      assertError(await start({ source: 'none', action: 'import', path: 'x' }), 400, 'request_invalid');
      assertError(await admin.request('GET', '/v1/imports/imp_x'), 404, 'import_not_found');
      const forbidden = await auditor.request('POST', '/v1/imports', { source: 'ceis', action: 'import' });
      assertError(forbidden, 403, 'scope_forbidden');
    });

    it('imports a list, shows what came of it, and goes back to the one before', async () => {
      const first = await importCeis('20260401_CEIS.csv');
      assert.equal(first.state, 'done', JSON.stringify(first));
      assert.deepEqual(
        [first.result.entries, first.result.dataDate, first.path, first.startedBy, first.tries],
        [2, '2026-04-01', 'listas/20260401_CEIS.csv', admin.accountId, 1],
      );
      const second = await importCeis('20260501_CEIS.csv');
      assert.equal(second.result.entries, 3);
      const path = '/v1/sources/ceis/generations';
      const current = async () =>
        (await auditor.request('GET', path)).body.items
          .filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)
          .map(({ generation }: { generation: number }) => generation);
      assert.deepEqual(await current(), [second.result.generation]);
      assertError(await auditor.request('POST', '/v1/sources/ceis/rollback', {}), 403, 'scope_forbidden');
      const back = await admin.request('POST', '/v1/sources/ceis/rollback', {});
      assert.deepEqual(back.body.generations, [first.result.generation]);
      assert.deepEqual(await current(), [first.result.generation]);
      const none = await admin.request('POST', '/v1/sources/ceis/rollback', {});
      assertError(none, 409, 'list_rollback_impossible');
      const refused = await admin.request('GET', `/v1/imports/${second.id}/refused-rows`);
      assert.deepEqual([refused.status, refused.body.items], [200, []]);
      const { body: audit } = await auditor.request('GET', '/v1/audit?action=import.start&limit=100');
      assert.ok(
        audit.items.some(
          ({ target, actor }: { target: string; actor: { id: string } }) =>
            target === second.id && actor.id === admin.accountId,
        ),
      );
      const rollbacks = (await auditor.request('GET', '/v1/audit?action=source.rollback')).body.items;
      assert.equal(rollbacks[1].detail.source, 'ceis');
    });

    it('says why an import failed, and pages through them', async () => {
      const failed = await importCeis('other.csv');
      assert.deepEqual([failed.state, failed.failure], ['failed', 'list_layout_unknown']);
      const { body } = await auditor.request('GET', '/v1/imports?source=ceis&limit=1');
      assert.equal(body.items[0].id, failed.id);
      const next = await auditor.request('GET', `/v1/imports?limit=1&cursor=${body.nextCursor}`);
      assert.notEqual(next.body.items[0].id, failed.id);
      assertError(await auditor.request('GET', '/v1/imports?cursor=x'), 400, 'cursor_invalid');
    });

    it('fails an import that no job is left for, and lets another begin', {
      skip: kind !== 'postgres',
    }, async (t) => {
      const database = new Client({ connectionString: service().databaseUrl! });
      t.after(() => database.end());
      await database.connect();
      const id = `imp_${'0'.repeat(32)}`;
      await database.query(
        `insert into source_imports (id, source, action, state, options, started_by, created_at, tries)
         values ($1, 'ceis', 'import', 'running', '{}', 'acc', now(), 1)`,
        [id],
      );
      const read = async () => (await auditor.request('GET', `/v1/imports/${id}`)).body;
      assert.equal((await read()).state, 'running');
      const started = await start({ source: 'ceis', action: 'import', path: 'listas/20260401_CEIS.csv' });
      assert.equal(started.status, 202, started.text);
      assert.deepEqual([(await read()).state, (await read()).failure], ['failed', 'import_lost']);
      assert.equal((await wait(started.body.id)).state, 'done');
    });
  });

  describeDatabases('imports without a folder', (kind) => {
    const service = shareService(kind, { engine: createStandInEngine() });
    it('are refused', async () => {
      const admin = await acceptFirstAdministrator(service());
      assertError(await admin.request('GET', '/v1/import-files'), 409, 'import_folder_unset');
      const download = await admin.request('POST', '/v1/imports', { source: 'un', action: 'download' });
      assertError(download, 409, 'import_folder_unset');
    });
  });
});
