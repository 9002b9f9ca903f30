import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { generateCpf } from '../../../src/platform/documents.ts';
import { acceptFirstAdministrator, invitePerson, type Person } from '../../support/console.ts';
import { describeDatabases } from '../../support/database.ts';
import { assertError } from '../../support/http.ts';
import { cnpjOf, writeRegistry } from '../../support/registry-files.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';

const folder = await mkdtemp(join(tmpdir(), 'confere-imports-'));
const header = 'ano,cnpj,cnpj_da_scp,forma_de_tributacao,quantidade_de_escrituracoes';
const written = (root: string) => cnpjOf(root).replace(/(.{2})(.{3})(.{3})(.{4})(.{2})/, '$1.$2.$3/$4-$5');
const [ana, bia, eva] = [generateCpf(), generateCpf(), generateCpf()] as const;

describe('the registry, tax regimes and data sets of people over HTTP', () => {
  before(async () => {
    for (const month of ['2026-04', '2026-05']) {
      const files = await writeRegistry({
        month,
        companies: [
          { root: '11222333', name: month === '2026-04' ? 'PADARIA ANTIGA LTDA' : 'PADARIA NOVA LTDA' },
          { root: '44555666', name: 'OFICINA LTDA' },
        ],
      });
      await cp(files, join(folder, month), { recursive: true });
      await rm(files, { recursive: true });
    }
    for (const [name, regime] of [
      ['regimes-1', 'LUCRO REAL'],
      ['regimes-2', 'LUCRO PRESUMIDO'],
    ] as const) {
      await mkdir(join(folder, name));
      await writeFile(
        join(folder, name, `${regime}.csv`),
        `${header}\n2023,${written('11222333')},0,${regime},1\n`,
      );
    }
    await writeFile(join(folder, 'people-1.csv'), `cpf;nome\n${ana};Ana Lima\n${bia};Bia Lima\n`);
    await writeFile(
      join(folder, 'people-2.csv'),
      `DOC;PESSOA\n${ana};Ana Alves\n${eva};Eva Alves\n123;Rui Dias\n`,
    );
    await writeFile(join(folder, 'columns.json'), '{"columns":{"cpf":"DOC","name":"PESSOA"}}');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  describeDatabases('imports of each kind of source', (kind) => {
    const service = shareService(kind, { engine: createStandInEngine(), env: { IMPORT_DIR: folder } });
    let admin: Person;
    let auditor: Person;

    before(async () => {
      admin = await acceptFirstAdministrator(service());
      auditor = await invitePerson(service(), admin, 'auditor');
    });

    const start = (json: object) => admin.request('POST', '/v1/imports', { action: 'import', ...json });
    const wait = async (json: object) => {
      const started = await start(json);
      assert.equal(started.status, 202, started.text);
      const phases = new Set<string>();
      for (;;) {
        const { body: data } = await auditor.request('GET', `/v1/imports/${started.body.id}`);
        if (data.progress !== undefined) phases.add(data.progress.phase);
        if (data.state === 'done' || data.state === 'failed') return { ...data, phases };
        await delay(20);
      }
    };
    const done = async (json: object) => {
      const one = await wait(json);
      assert.equal(one.state, 'done', JSON.stringify(one));
      return one;
    };
    const inService = async (source: string) =>
      (await auditor.request('GET', `/v1/sources/${source}/generations`)).body.items.flatMap(
        ({ isCurrent, generation }: { isCurrent: boolean; generation: number }) =>
          isCurrent ? [generation] : [],
      );
    const rollBack = (source: string) => admin.request('POST', `/v1/sources/${source}/rollback`, {});
    const company = async () => {
      const { id: templateId } = (
        await admin.request('POST', '/v1/query-templates', {
          subject: 'company',
          sources: [{ name: 'pjData' }],
          rules: [],
          otherwise: 'APPROVED',
        })
      ).body;
      const started = await admin.request('POST', '/v1/executions', { templateId, cnpj: cnpjOf('11222333') });
      const { executionId, profileId } = started.body;
      assert.ok(executionId, started.text);
      for (let status = 'PROCESSING'; status === 'PROCESSING'; await delay(20)) {
        ({ status } = (await admin.request('GET', `/v1/executions/${executionId}`)).body);
      }
      return (await admin.request('GET', `/v1/companies/${profileId}`)).body;
    };

    it('a month of the registry answers, gives way to the next, and answers again', async () => {
      const first = await done({ source: 'registry', path: '2026-04' });
      assert.deepEqual([first.result.entries, first.result.dataDate], [2, '2026-04']);
      const second = await done({ source: 'registry', path: '2026-05' });
      assert.deepEqual(await inService('registry'), [second.result.generation]);
      assert.match(JSON.stringify(await company()), /PADARIA NOVA LTDA/);
      assertError(await auditor.request('POST', '/v1/sources/registry/rollback', {}), 403, 'scope_forbidden');
      assert.deepEqual((await rollBack('registry')).body.generations, [first.result.generation]);
      assert.deepEqual(await inService('registry'), [first.result.generation]);
      assert.match(JSON.stringify(await company()), /PADARIA ANTIGA LTDA/);
      const { body } = await auditor.request('GET', '/v1/registry');
      assert.equal(body.current.dataMonth, '2026-04');
      const events = await admin.request('GET', '/v1/events?type=registry.switched');
      assert.deepEqual(
        events.body.items.map(({ data }: { data: { dataMonth: string } }) => data.dataMonth),
        ['2026-04', '2026-05', '2026-04'],
        events.text,
      );
      const empty = await wait({ source: 'registry', path: 'regimes-1' });
      assert.deepEqual([empty.state, empty.failure], ['failed', 'registry_files_missing']);
      assert.deepEqual(await inService('registry'), [first.result.generation]);
    });

    const found = async (taxRegime: string) => {
      const path = `/v1/companies?name=padaria&taxRegime=${taxRegime}`;
      return (await admin.request('GET', path)).body.items.length;
    };

    it('tax regimes answer, give way to the next, and answer again', async () => {
      const first = await done({ source: 'tax_regimes', path: 'regimes-1' });
      assert.deepEqual([first.result.entries, first.result.dataDate], [1, '2023']);
      assertError(await rollBack('tax_regimes'), 409, 'tax_rollback_impossible');
      const second = await done({ source: 'tax_regimes', path: 'regimes-2' });
      assert.deepEqual(await inService('tax_regimes'), [second.result.generation]);
      assert.deepEqual([await found('real'), await found('presumido')], [0, 1]);
      assert.deepEqual((await rollBack('tax_regimes')).body.generations, [first.result.generation]);
      assert.deepEqual(await inService('tax_regimes'), [first.result.generation]);
      assert.deepEqual([await found('real'), await found('presumido')], [1, 0]);
      const empty = await wait({ source: 'tax_regimes', path: '2026-04' });
      assert.deepEqual([empty.state, empty.failure], ['failed', 'tax_files_missing']);
    });

    it('a data set of people answers, another takes its place by a mapping, and is taken back', async () => {
      const nameOf = async (cpf: string) => {
        const { id: templateId } = (
          await admin.request('POST', '/v1/query-templates', {
            subject: 'person',
            sources: [{ name: 'pfBasicData' }],
            rules: [],
            otherwise: 'APPROVED',
          })
        ).body;
        const { executionId, profileId } = (
          await admin.request('POST', '/v1/executions', { templateId, cpf })
        ).body;
        for (let status = 'PROCESSING'; status === 'PROCESSING'; await delay(20)) {
          ({ status } = (await admin.request('GET', `/v1/executions/${executionId}`)).body);
        }
        const { sources } = (await admin.request('GET', `/v1/executions/${executionId}`)).body;
        // A profile keeps what it knew when a source has nothing any more.
        if (sources.pfBasicData.outcome !== 'found') return sources.pfBasicData.outcome;
        return (await admin.request('GET', `/v1/people/${profileId}`)).body.basicData.name;
      };
      const first = await done({ source: 'data_sets', path: 'people-1.csv', listDate: '2026-04-01' });
      assert.deepEqual(
        [first.result.entries, first.result.dataDate, first.result.refusedRows],
        [2, '2026-04-01', {}],
      );
      assert.equal(await nameOf(ana), 'Ana Lima');

      const unmapped = await wait({ source: 'data_sets', path: 'people-2.csv' });
      assert.deepEqual([unmapped.state, unmapped.failure], ['failed', 'people_mapping_invalid']);
      for (const mappingPath of ['../columns.json', '/etc/passwd']) {
        const refused = await start({ source: 'data_sets', path: 'people-2.csv', mappingPath });
        assertError(refused, 400, 'import_path_refused');
      }
      const missing = await start({ source: 'data_sets', path: 'people-2.csv', mappingPath: 'none.json' });
      assertError(missing, 404, 'import_file_missing');

      const second = await done({
        source: 'data_sets',
        path: 'people-2.csv',
        mappingPath: 'columns.json',
      });
      assert.deepEqual([second.result.entries, second.result.refusedRows], [2, { cpf_invalid: 1 }]);
      assert.equal(second.mappingPath, 'columns.json');
      assert.deepEqual(await Promise.all([ana, bia, eva].map(nameOf)), [
        'Ana Alves',
        'Bia Lima',
        'Eva Alves',
      ]);
      const refused = await admin.request('GET', `/v1/imports/${second.id}/refused-rows`);
      assert.deepEqual(refused.body.items, [{ line: 4, reason: 'cpf_invalid', field: 'cpf' }]);
      // Both answer: the second for the people it names, the first for the others.
      assert.deepEqual(await inService('data_sets'), [second.result.generation, first.result.generation]);

      assertError(
        await auditor.request('POST', '/v1/sources/data_sets/rollback', {}),
        403,
        'scope_forbidden',
      );
      assert.deepEqual((await rollBack('data_sets')).body.generations, [first.result.generation]);
      assert.deepEqual(await Promise.all([ana, bia, eva].map(nameOf)), ['Ana Lima', 'Bia Lima', 'absent']);
      assert.deepEqual(await inService('data_sets'), [first.result.generation]);
      assertError(await rollBack('data_sets'), 409, 'people_rollback_impossible');
      const { items } = (await auditor.request('GET', '/v1/sources/data_sets/generations')).body;
      assert.deepEqual(
        items.map(({ state, isRevocable }: { state: string; isRevocable: boolean }) => [state, isRevocable]),
        [
          ['withdrawn', false],
          ['failed', false],
          ['ready', false],
        ],
      );
      assertError(await start({ source: 'data_sets', action: 'download' }), 400, 'import_not_published');
    });
  });
});
