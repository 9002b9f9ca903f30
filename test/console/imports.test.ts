import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser as Chromium } from 'playwright-core';
import { generateCpf } from '../../src/platform/documents.ts';
import { ceisFile } from '../people/lists/list-files.ts';
import { openChromium, withoutChromium } from '../support/chromium.ts';
import { acceptFirstAdministrator, invitePerson, type Person } from '../support/console.ts';
import { assertUsable, openConsole } from '../support/console-page.ts';
import { cnpjOf, writeRegistry } from '../support/registry-files.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

const place = await mkdtemp(join(tmpdir(), 'confere-console-imports-'));
const cpf = generateCpf();
const companies = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    'TIPO DE PESSOA': 'J',
    'CPF OU CNPJ DO SANCIONADO': cnpjOf(String(11_111_110 + at)),
    'NOME DO SANCIONADO': `EMPRESA ${at}`,
  }));
const person = {
  'TIPO DE PESSOA': 'F',
  'CPF OU CNPJ DO SANCIONADO': cpf,
  'NOME DO SANCIONADO': 'ANA MARIA LIMA',
};
const unreadable = {
  'TIPO DE PESSOA': 'J',
  'CPF OU CNPJ DO SANCIONADO': '123',
  'NOME DO SANCIONADO': 'EMPRESA SEM CNPJ',
};

describe('imports watched in the console in Chromium', { skip: withoutChromium }, () => {
  const service = shareService('embedded', {
    engine: createStandInEngine(),
    env: { IMPORT_DIR: place, CASES_OPEN_FOR: 'list_hit' },
  });
  let chromium: Chromium;
  let admin: Person;

  before(async () => {
    await mkdir(join(place, 'listas'));
    await writeFile(join(place, 'listas/20260401_CEIS.csv'), ceisFile(companies(60)));
    await writeFile(
      join(place, 'listas/20260501_CEIS.csv'),
      ceisFile([...companies(61), person, unreadable]),
    );
    await writeFile(join(place, 'listas/20260601_CEIS.csv'), ceisFile(companies(80_000)));
    await mkdir(join(place, 'pessoas'));
    await writeFile(
      join(place, 'pessoas/base.csv'),
      `DOC;PESSOA\n${generateCpf()};Rui Dias\n${generateCpf()};Bia Lima\n123;Eva Reis\n`,
    );
    await writeFile(join(place, 'pessoas/colunas.json'), '{"columns":{"cpf":"DOC","name":"PESSOA"}}');
    for (const month of ['2026-03', '2026-04']) {
      const files = await writeRegistry({
        month,
        companies: [{ root: '11222333', name: 'PADARIA LTDA' }],
      });
      await cp(files, join(place, month), { recursive: true });
      await rm(files, { recursive: true });
    }
    chromium = await openChromium();
    admin = await acceptFirstAdministrator(service());
  });
  after(async () => {
    await chromium?.close();
    await rm(place, { recursive: true, force: true });
  });

  it('an import is started, watched to its end, and taken back', async (t) => {
    const { page, go, faults, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    await go('/sources/ceis');
    const runs = page.locator('section', { hasText: 'Importações iniciadas aqui' });
    const importFile = async (name: string) => {
      if ((await page.getByText('IMPORT_DIR/').count()) === 0) {
        await page.getByRole('button', { name: 'Escolher em IMPORT_DIR' }).click();
        await page.getByRole('button', { name: 'Abrir listas' }).click();
      }
      await page.getByRole('button', { name: `Importar ${name}` }).click();
      await runs.getByText(`listas/${name}`).first().waitFor();
    };
    await importFile('20260401_CEIS.csv');
    await runs.getByText('60 linhas').waitFor();
    await importFile('20260501_CEIS.csv');
    await runs.getByText('62 linhas').waitFor();
    await runs.getByText('concluída').nth(1).waitFor();
    await runs.getByText(/^1 /).first().waitFor();
    await assertUsable(page, 'a source after two imports');

    const generations = page.getByRole('table', { name: 'Importações', exact: true });
    await generations.getByRole('row', { name: /em uso.*62/ }).waitFor();
    await page.getByRole('button', { name: 'Restaurar a versão anterior' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restaurar a versão anterior' }).click();
    await page
      .getByRole('status')
      .getByText(/em uso de novo/)
      .waitFor();
    await generations.getByRole('row', { name: /em uso.*60/ }).waitFor();
    await importFile('20260501_CEIS.csv');
    await generations.getByRole('row', { name: /em uso.*62/ }).waitFor();
    await page.getByText(/em uso de novo/).waitFor({ state: 'detached' });
    assert.deepEqual(faults, []);
  });

  it('an import is stopped, which is no failure, and what was in use stays', async (t) => {
    const { page, go, faults, close } = await openConsole(chromium, service(), admin, {
      width: 360,
      height: 740,
    });
    t.after(close);
    await go('/sources/ceis');
    await page.getByRole('button', { name: 'Escolher em IMPORT_DIR' }).click();
    await page.getByRole('button', { name: 'Abrir listas' }).click();
    await page.getByRole('button', { name: 'Importar 20260601_CEIS.csv' }).click();
    const runs = page.locator('section', { hasText: 'Importações iniciadas aqui' });
    await runs
      .getByRole('status')
      .getByText(/linhas/)
      .waitFor();
    await runs.getByRole('button', { name: 'Parar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Parar' }).click();
    await runs.getByText('parada', { exact: true }).waitFor();
    const generations = page.getByRole('table', { name: 'Importações', exact: true });
    await generations.getByText('interrompida').waitFor();
    assert.equal(await generations.getByText('em uso').count(), 1);
    await assertUsable(page, 'a stopped import');
    assert.deepEqual(faults, []);
  });

  it('a data set of people is imported by a mapping, watched, and taken back', async (t) => {
    const { page, go, faults, close } = await openConsole(chromium, service(), admin, {
      width: 360,
      height: 740,
      colorScheme: 'dark',
    });
    t.after(close);
    await go('/sources');
    await page.getByRole('link', { name: 'Bases próprias' }).click();
    await page.getByRole('button', { name: 'Escolher em IMPORT_DIR' }).click();
    await page.getByRole('button', { name: 'Abrir pessoas' }).click();
    await page.getByRole('button', { name: 'Usar colunas.json para as colunas' }).click();
    await page.getByText('Colunas conforme').waitFor();
    await page.getByLabel('Data dos dados').fill('2026-04-01');
    await page.getByRole('button', { name: 'Importar base.csv' }).click();
    const runs = page.locator('section', { hasText: 'Importações iniciadas aqui' });
    await runs.getByText('concluída').waitFor();
    await runs.getByText('2 linhas').waitFor();
    await runs.getByText('2026-04-01').waitFor();
    await runs.getByText('CPF inválido').waitFor();
    const generations = page.getByRole('table', { name: 'Importações', exact: true });
    await generations.getByText('em uso').waitFor();
    await assertUsable(page, 'a data set after an import');
    await page.getByRole('button', { name: 'Restaurar a versão anterior', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restaurar a versão anterior' }).click();
    await page.getByRole('status').getByText('A importação foi desfeita.').waitFor();
    await generations.getByText('retirada').waitFor();
    assert.equal(
      await page.getByRole('button', { name: 'Restaurar a versão anterior', exact: true }).count(),
      0,
    );
    assert.deepEqual(faults, []);
  });

  it('a month of the registry is watched from the check of its files to its end', async (t) => {
    const { page, go, faults, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    await go('/sources/registry');
    await page.getByRole('button', { name: 'Escolher em IMPORT_DIR' }).click();
    await page.getByRole('button', { name: 'Importar 2026-04' }).click();
    const runs = page.locator('section', { hasText: 'Importações iniciadas aqui' });
    await runs.getByText('concluída').waitFor();
    await runs.getByText('1 linha').waitFor();
    const generations = page.getByRole('table', { name: 'Importações', exact: true });
    await generations.getByRole('row', { name: /em uso.*2026-04/ }).waitFor();
    await page.getByRole('button', { name: 'Escolher em IMPORT_DIR' }).click();
    await page.getByRole('button', { name: 'Importar 2026-03' }).click();
    await runs.getByText('O mês é anterior ao que está em uso').waitFor();
    await runs.getByText(/^Importe um mês mais novo\. Para voltar, restaure/).waitFor();
    await generations.getByRole('row', { name: /em uso.*2026-04/ }).waitFor();
    await assertUsable(page, 'the registry after an import and a refused one');
    assert.deepEqual(faults, []);
  });

  it('the timeline of a person shows the list hit with its basis, its execution and its case', async (t) => {
    const post = async (path: string, json: object) => {
      const answer = await admin.request('POST', path, json);
      assert.ok(answer.status < 300, answer.text);
      return answer.body;
    };
    const { id } = await post('/v1/imports', {
      source: 'ceis',
      action: 'import',
      path: 'listas/20260501_CEIS.csv',
      isForced: true,
    });
    for (let state = 'waiting'; state !== 'done'; await delay(100)) {
      ({ state } = (await admin.request('GET', `/v1/imports/${id}`)).body);
      assert.notEqual(state, 'failed');
    }
    const { id: templateId } = await post('/v1/query-templates', {
      subject: 'person',
      sources: [{ name: 'pfMediaProfileAndExposure' }],
      rules: [],
      otherwise: 'APPROVED',
    });
    const { executionId, profileId } = await post('/v1/executions', {
      templateId,
      cpf,
      attributes: { name: 'Ana Maria Lima' },
    });
    for (let status = 'PROCESSING'; status === 'PROCESSING'; await delay(100)) {
      ({ status } = (await admin.request('GET', `/v1/executions/${executionId}`)).body);
    }
    // More accesses than a page of them holds.
    for (let at = 0; at < 25; at += 1) await admin.request('GET', `/v1/people/${profileId}`);
    const { page, go, faults, close } = await openConsole(chromium, service(), admin, {
      width: 360,
      height: 740,
    });
    t.after(close);
    await go(`/people/${profileId}`);
    await page.getByText('Encontrada na lista: CEIS').waitFor();
    await page.getByText('ANA MARIA LIMA · exata: CPF ou CNPJ completo').waitFor();
    const hit = page.locator('p', { hasText: 'ANA MARIA LIMA · exata' });
    assert.equal(await hit.getByRole('link').first().getAttribute('href'), `#/executions/${executionId}`);
    const looks = page.locator('section', { hasText: 'Quem consultou' });
    await looks.getByText('Página 1').waitFor();
    await looks.locator('tbody tr').nth(19).waitFor();
    assert.equal(await looks.locator('tbody tr').count(), 20);
    await looks.getByRole('button', { name: 'Próxima' }).click();
    await looks.getByText('Página 2').waitFor();
    await assertUsable(page, 'a person with a list hit');
    assert.equal(await page.getByText('done', { exact: false }).count(), 0);
    const analyst = await invitePerson(service(), admin, 'analyst');
    const other = await openConsole(chromium, service(), analyst);
    t.after(other.close);
    await other.go(`/people/${profileId}`);
    await other.page.getByText('Seu perfil de acesso não permite ver quem consultou.').waitFor();
    await other.page.getByText('Encontrada na lista: CEIS').waitFor();
    assert.deepEqual([...faults, ...other.faults], []);
  });
});
