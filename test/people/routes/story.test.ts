import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { generateCpf, maskCpf } from '../../../src/platform/documents.ts';
import {
  createTestDatabase,
  describeDatabases,
  environmentOf,
  type TestDatabaseKind,
} from '../../support/database.ts';
import { send } from '../../support/http.ts';
import type { ServiceScope } from '../../support/service.ts';
import { runConfere, spawnServe } from '../../support/service-process.ts';
import { fetchToken } from '../../support/tokens.ts';
import { ceisFile } from '../lists/list-files.ts';

/** What an operator and a client do, on a fresh deployment: one process, or two that share a PostgreSQL. */
async function openDeployment(t: TestContext, kind: TestDatabaseKind) {
  const place = await createTestDatabase(t, kind);
  const folder = await mkdtemp(join(tmpdir(), 'confere-story-'));
  const env = {
    ...environmentOf(place),
    LOG_LEVEL: 'trace',
    RATE_LIMIT_PER_MINUTE: '100000',
    // Both issue and take the same tokens.
    ...(kind === 'postgres' && { BASE_URL: 'http://story.invalid' }),
  };
  // Hooks run in the order they were made: what runs must end before its folder is removed.
  const endings: (() => unknown)[] = [() => rm(folder, { recursive: true })];
  const scope: ServiceScope = { after: (ending) => endings.push(ending) };
  const servers = [await spawnServe(scope, env)];
  if (kind === 'postgres') servers.push(await spawnServe(scope, env));
  const stop = async () => {
    for (const ending of endings.splice(0).reverse()) await ending();
  };
  const logged = () => servers.map(({ stderr }) => stderr()).join('');

  const run = async (...args: string[]) => {
    const { status, stdout, stderr } = await runConfere(scope, [...args, '--json'], env);
    assert.equal(status, 0, `confere ${args.join(' ')}: ${stderr}`);
    return JSON.parse(stdout);
  };
  const importFile = async (command: readonly string[], name: string, content: string | Buffer) => {
    const path = join(folder, name);
    await writeFile(path, content);
    return await run(...command, path);
  };
  const client = await run(
    ...['clients', 'create', '--product', 'customer'],
    ...['--scope', 'people:read executions:write templates:write faces:write admin'],
  );
  const token = await fetchToken(servers[0]!.url, client);
  let turn = 0;
  /** Each request goes to the next of the processes. */
  const api = async (method: string, path: string, json?: object, headers: Record<string, string> = {}) => {
    turn += 1;
    const { url } = servers[turn % servers.length]!;
    return await send(`${url}${path}`, { method, token, headers, ...(json && { json }) });
  };
  return { run, importFile, api, logged, stop };
}

describeDatabases('a profile from the first import to a changed source', (kind) => {
  it('status and history follow what the sources say', async (t) => {
    const { run, importFile, api, logged, stop } = await openDeployment(t, kind);
    try {
      const cpf = generateCpf();
      const namesake = generateCpf();
      const people = (name: string) =>
        Buffer.from(
          `NR_CPF;NM_PESSOA;NM_MAE;DT_NASC;SEXO;RUA;CIDADE\n${cpf};${name};MARIA DA CONCEI\u00c7\u00c3O;02/01/1980;F;RUA DAS FLORES;S\u00c3O PAULO\n` +
            `${namesake};ANA LIMA;;;;;\n11111111111;X;;;;;\n`,
          'latin1',
        );
      const pepHeader =
        'CPF;Nome_PEP;Sigla_Fun\u00e7\u00e3o;Descri\u00e7\u00e3o_Fun\u00e7\u00e3o;N\u00edvel_Fun\u00e7\u00e3o;Nome_\u00d3rg\u00e3o;Data_In\u00edcio_Exerc\u00edcio;Data_Fim_Exerc\u00edcio;Data_Fim_Car\u00eancia';
      const pep = (...rows: string[]) => Buffer.from([pepHeader, ...rows].join('\r\n'), 'latin1');
      const mapping = {
        columns: {
          cpf: 'NR_CPF',
          name: 'NM_PESSOA',
          motherName: 'NM_MAE',
          birthDate: 'DT_NASC',
          gender: 'SEXO',
          address: { street: 'RUA', city: 'CIDADE' },
        },
      };

      // Nothing is known yet.
      assert.equal((await api('GET', `/v1/people/${cpf}`)).status, 404);
      await importFile(
        ['sources', 'import', 'pep'],
        '202601_PEP.csv',
        pep(
          `${maskCpf(generateCpf())};OUTRA PESSOA;DEP;DEPUTADO;;CAMARA;01/01/2023;N\u00e3o informada;N\u00e3o informada`,
        ),
      );
      await importFile(
        ['sources', 'import', 'ceis'],
        '20260101_CEIS.csv',
        ceisFile([
          {
            'TIPO DE PESSOA': 'F',
            'CPF OU CNPJ DO SANCIONADO': generateCpf(),
            'NOME DO SANCIONADO': 'OUTRA PESSOA',
            'CATEGORIA DA SANÇÃO': 'Impedimento',
          },
        ]),
      );
      const mappingPath = await writeMapping(mapping, t);
      const imported = await importFile(
        ['people', 'import', '--mapping', mappingPath],
        'people.csv',
        people('TEREZA GON\u00c7ALVES'),
      );
      assert.deepEqual(imported.records, { pfBasicData: 2, pfAddresses: 1 });
      assert.deepEqual(imported.refusedRows, { cpf_invalid: 1 });

      const template = await api('POST', '/v1/query-templates', {
        name: 'Story',
        subject: 'person',
        sources: [
          { name: 'pfBasicData', isRequired: true },
          { name: 'pfAddresses', isRequired: false },
          { name: 'pfMediaProfileAndExposure', isRequired: true },
        ],
        rules: [
          {
            name: 'sanctioned',
            status: 'REPROVED',
            when: 'sources.pfMediaProfileAndExposure.data.sanctions.exists(s, s.matchBasis == "exact" && s.isActive)',
          },
          {
            name: 'exposed',
            status: 'PENDING',
            when: 'sources.pfMediaProfileAndExposure.data.isPoliticallyExposed',
          },
          {
            name: 'several candidates',
            status: 'WAITING_DOCUMENTS',
            when: 'size(sources.pfMediaProfileAndExposure.data.candidates) > 1',
          },
          { name: 'known', status: 'APPROVED', when: 'has(basicData.name)' },
        ],
      });
      assert.equal(template.status, 201, template.text);
      const templateId = template.body.id as string;
      const execute = async (metadata: object) => {
        const json = { templateId, cpf, attributes: { name: 'Tereza Goncalves' }, metadata };
        const answer = await api('POST', '/v1/executions', json, { prefer: 'wait=30' });
        assert.equal(answer.status, 201, answer.text);
        return answer.body;
      };
      const read = async () => {
        const answer = await api('GET', `/v1/people/${cpf}`);
        assert.equal(answer.status, 200, answer.text);
        return answer.body;
      };

      // The first execution makes the profile.
      const first = await execute({ round: 1 });
      let profile = await read();
      assert.equal(profile.status, 'APPROVED');
      assert.equal(profile.cpf, cpf);
      assert.deepEqual(profile.basicData, {
        name: 'TEREZA GON\u00c7ALVES',
        motherName: 'MARIA DA CONCEI\u00c7\u00c3O',
        birthDate: '02/01/1980',
        gender: 'Female',
      });
      assert.deepEqual(Object.keys(profile.sources).sort(), [
        'pfAddresses',
        'pfBasicData',
        'pfMediaProfileAndExposure',
      ]);
      assert.deepEqual(profile.sources.pfAddresses.data, {
        addresses: [{ street: 'RUA DAS FLORES', city: 'S\u00c3O PAULO', origins: ['data_sets'] }],
      });
      for (const source of Object.values<{ lastConsultation: { date: string } }>(profile.sources)) {
        assert.match(source.lastConsultation.date, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      }
      assert.equal(profile.executions.length, 1);
      assert.equal(profile.executions[0].executionOrigin, 'API');
      assert.deepEqual(profile.executions[0].metadata, { round: 1 });
      assert.ok(!JSON.stringify(profile).includes('null'));
      const byId = await api('GET', `/v1/people/${profile.id}`);
      assert.deepEqual({ ...byId.body, requestId: '' }, { ...profile, requestId: '' });

      // A new list names somebody with the same name and six digits, twice: two candidates, and a rule decides.
      const row = (end: string) =>
        `${maskCpf(cpf)};TERESA GONCALVES;VER;VEREADOR;MUN;CAMARA;01/01/2001;${end};N\u00e3o informada`;
      await importFile(
        ['sources', 'import', 'pep'],
        '202602_PEP.csv',
        pep(row('31/12/2004'), row('31/12/2008')),
      );
      await execute({ round: 2 });
      profile = await read();
      assert.equal(profile.status, 'WAITING_DOCUMENTS');
      const exposure = profile.sources.pfMediaProfileAndExposure.data;
      assert.equal(exposure.candidates.length, 2);
      assert.equal(exposure.positions[0].matchBasis, 'name_and_six_digits');
      assert.ok(exposure.positions[0].confidence < 1);
      assert.equal(exposure.lists[1].listDate, '2026-02-28');

      // The next one knows a position in office.
      await importFile(
        ['sources', 'import', '--force', 'pep'],
        '202603_PEP.csv',
        pep(row('N\u00e3o informada')),
      );
      // And the data set has another name.
      await importFile(
        ['people', 'import', '--mapping', mappingPath],
        'people.csv',
        people('TEREZA GON\u00c7ALVES REIS'),
      );
      await execute({ round: 3 });
      profile = await read();
      assert.equal(profile.status, 'PENDING');
      assert.equal(profile.basicData.name, 'TEREZA GON\u00c7ALVES REIS');

      // A sanction by the whole CPF.
      await importFile(
        ['sources', 'import', 'ceaf'],
        '20260401_CEAF.csv',
        `CADASTRO;CPF OU CNPJ DO SANCIONADO;NOME DO SANCIONADO;CATEGORIA DA SAN\u00c7\u00c3O;DATA IN\u00cdCIO SAN\u00c7\u00c3O;DATA FINAL SAN\u00c7\u00c3O;\u00d3RG\u00c3O SANCIONADOR\n` +
          `CEAF;${cpf};TEREZA REIS;Demiss\u00e3o;01/02/2020;;MINIST\u00c9RIO\n`,
      );
      const last = await execute({ round: 4 });
      profile = await read();
      assert.equal(profile.status, 'REPROVED');
      const [sanction] = profile.sources.pfMediaProfileAndExposure.data.sanctions;
      assert.equal(sanction.matchBasis, 'exact');
      assert.equal(sanction.confidence, 1);
      // The new entry of the list may have started one by itself meanwhile, which may also be the one that finds it.
      type Execution = { executionId: string; metadata?: { round?: number } };
      const isAsked = ({ metadata }: Execution) => metadata?.round !== undefined;
      const asked = profile.executions.filter(isAsked);
      const finders = profile.executions
        .filter((one: Execution) => one.executionId === last.executionId || !isAsked(one))
        .map(({ executionId }: Execution) => executionId);
      assert.deepEqual(
        asked.map((one: { metadata: { round: number } }) => one.metadata.round),
        [4, 3, 2, 1],
      );

      // History tells all of it, newest first, by which execution.
      const history = await api('GET', `/v1/people/${cpf}/history`);
      assert.equal(history.status, 200);
      const statuses = history.body.items.flatMap((item: { changes: { path: string; to?: string }[] }) =>
        item.changes.filter(({ path }) => path === 'status').map(({ to }) => to),
      );
      assert.deepEqual(statuses, ['REPROVED', 'PENDING', 'WAITING_DOCUMENTS', 'APPROVED']);
      const { items } = history.body;
      assert.ok(finders.includes(items[0].executionId));
      assert.equal(items.at(-1).executionId, first.executionId);
      const renamed = items
        .flatMap((item: { changes: object[] }) => item.changes)
        .find(
          (change: { path?: string; from?: string }) =>
            change.path === 'basicData.name' && change.from !== undefined,
        );
      assert.deepEqual(renamed, {
        path: 'basicData.name',
        from: 'TEREZA GON\u00c7ALVES',
        to: 'TEREZA GON\u00c7ALVES REIS',
      });
      const page = await api('GET', `/v1/people/${cpf}/history?limit=1`);
      const next = await api('GET', `/v1/people/${cpf}/history?limit=1&cursor=${page.body.nextCursor}`);
      assert.deepEqual([page.body.items[0], next.body.items[0]], items.slice(0, 2));

      const status = await run('sources', 'status');
      assert.deepEqual(
        status.lists.map(({ list, entries }: { list: string; entries: number }) => [list, entries]),
        [
          ['ceaf', 1],
          ['ceis', 1],
          ['pep', 1],
        ],
      );
      for (const secret of [cpf, 'TEREZA', 'Tereza', 'CONCEI', 'FLORES']) {
        assert.ok(!logged().includes(secret), 'nothing of a person is logged');
      }
    } finally {
      await stop();
    }
  });
});

async function writeMapping(mapping: object, t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-mapping-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'mapping.json');
  await writeFile(path, JSON.stringify(mapping));
  return path;
}
