import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser as Chromium } from 'playwright-core';
import { generateCpf } from '../../src/platform/documents.ts';
import { openChromium, withoutChromium } from '../support/chromium.ts';
import { acceptFirstAdministrator, invitePerson, type Person } from '../support/console.ts';
import { assertUsable, assertWords, holdAnswers, openConsole } from '../support/console-page.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

describe('query templates in the console in Chromium', { skip: withoutChromium }, () => {
  const service = shareService('embedded', { engine: createStandInEngine() });
  let chromium: Chromium;
  let admin: Person;

  before(async () => {
    chromium = await openChromium();
    admin = await acceptFirstAdministrator(service());
  });
  after(() => chromium?.close());

  const definition = {
    name: 'Adults',
    subject: 'person',
    sources: [{ name: 'pfBasicData' }, { name: 'pfDebts' }],
    rules: [{ name: 'adult', when: 'attributes.age >= 18', status: 'APPROVED' }],
    otherwise: 'REPROVED',
  };

  /** A template with three versions. */
  async function createTemplate(): Promise<string> {
    const made = await admin.request('POST', '/v1/query-templates', definition);
    assert.equal(made.status, 201, made.text);
    for (const otherwise of ['PENDING', 'WAITING_DOCUMENTS']) {
      const path = `/v1/query-templates/${made.body.id}`;
      assert.equal((await admin.request('PUT', path, { ...definition, otherwise })).status, 200);
    }
    return made.body.id;
  }

  it('runs the document of the editor without saving anything', async (t) => {
    const id = await createTemplate();
    const cpf = generateCpf();
    const other = await invitePerson(service(), admin, 'administrator');
    const { page, go, faults, close } = await openConsole(chromium, service(), other);
    t.after(close);
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await go(`/templates/${id}`);
    const document = page.getByRole('textbox', { name: 'Documento do modelo' });
    await document.fill((await document.inputValue()).replace('>= 18', '>= 65'));
    const panel = page.locator('section', { hasText: 'Testar este documento' }).first();
    await panel.getByLabel('CPF ou CNPJ').fill(cpf);
    await panel.getByLabel('Atributos').fill('{ "age": 40, "name": "Maria Silva" }');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const outcome = panel.getByRole('region', { name: 'Resultado do teste' });
    await outcome.getByText('Aguardando documentos').waitFor();
    await outcome.getByText('não se aplicou').waitFor();
    await outcome.getByRole('rowheader', { name: 'Dados básicos de pessoas' }).waitFor();
    assert.match((await outcome.textContent())!, /Requisição [0-9a-f-]{36}/);
    assert.ok(!(await outcome.textContent())!.replaceAll(/[.-]/g, '').includes(cpf));
    await assertUsable(page, 'outcome of a trial');
    await page.setViewportSize({ width: 360, height: 740 });
    await assertUsable(page, 'outcome of a trial, narrow');
    assert.ok([page.url(), ...addresses].every((address) => !address.includes(cpf)));

    await panel.getByLabel('CPF ou CNPJ').fill('11111111111');
    await panel.getByRole('button', { name: 'Executar sem salvar' }).click();
    await panel.getByRole('alert').getByText('request_invalid').waitFor();
    assert.equal(await panel.getByLabel('CPF ou CNPJ').getAttribute('aria-invalid'), 'true');
    await assertWords(page, 'a refused number');

    const token = await service().token('customer');
    const written = await fetch(`${service().url}/v1/executions?subject=${cpf}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    assert.deepEqual(((await written.json()) as { items: unknown[] }).items, []);
    assert.equal((await admin.request('GET', `/v1/query-templates/${id}`)).body.version, 3);
    assert.deepEqual(faults, []);
  });

  it('says who made each version and when, and compares two line by line', async (t) => {
    const id = await createTemplate();
    const { page, go, faults, close } = await openConsole(chromium, service(), admin, { locale: 'en' });
    t.after(close);
    await page.evaluate(`localStorage.setItem('confere-language', 'en')`);
    await page.reload();
    await go(`/templates/${id}`);
    const versions = page.getByRole('table', { name: 'Versions' });
    const { name } = (await admin.request('GET', '/v1/accounts')).body.items[0];
    await versions.getByText(name).nth(2).waitFor();
    assert.equal(await versions.locator('time').count(), 3);
    const lines = page.getByRole('list', { name: 'Compare versions' }).getByRole('listitem');
    const changes = async () =>
      (await lines.allTextContents())
        .filter((line) => /^[+−]/.test(line))
        .map((it) => it.replaceAll(/\s+/g, ' '));
    await lines.first().waitFor();
    assert.deepEqual(await changes(), [
      '−removed: "otherwise": "PENDING"',
      '+added: "otherwise": "WAITING_DOCUMENTS"',
    ]);
    await page.getByLabel('From', { exact: true }).selectOption('1');
    await lines.filter({ hasText: 'REPROVED' }).first().waitFor();
    await page.getByText('Lines added: 1. Lines removed: 1.').waitFor();
    assert.match((await changes())[0]!, /REPROVED/);
    await assertUsable(page, 'comparison');
    await page.setViewportSize({ width: 360, height: 740 });
    await assertUsable(page, 'comparison, narrow');
    await page.getByLabel('To', { exact: true }).selectOption('1');
    await page.getByText('These versions are the same.').waitFor();
    assert.deepEqual(faults, []);
  });

  it('leads from a refused field to its line, and says that a version is saved', async (t) => {
    const id = await createTemplate();
    const { page, go, faults, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    await go(`/templates/${id}`);
    const document = page.getByRole('textbox', { name: 'Documento do modelo' });
    const good = await document.inputValue();
    await document.fill(good.replace('"pfDebts"', '"nowhere"').replace('"adult"', '""'));
    await page.getByRole('button', { name: 'Salvar como nova versão' }).click();
    await page.getByRole('alert').getByText('request_invalid').waitFor();
    await page.getByText('O serviço não aceita este documento: 2 campos estão errados.').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'rules/0/name falta um valor' }).waitFor();
    const problem = page.getByRole('listitem').filter({ hasText: 'sources/1/name' });
    await problem.getByRole('button', { name: /^Linha \d+$/ }).press('Enter');
    const selected = await page.evaluate('getSelection().toString()');
    assert.match(String(selected), /"name": "nowhere"/);
    await assertUsable(page, 'refused document');
    await page.setViewportSize({ width: 360, height: 740 });
    await assertUsable(page, 'refused document, narrow');
    await document.fill(good.replace('Adults', 'Grown-ups'));
    await page.getByRole('button', { name: 'Salvar como nova versão' }).click();
    await page.getByText('A versão 4 foi salva.').waitFor();
    await page.getByRole('heading', { name: 'Grown-ups' }).waitFor();
    assert.deepEqual(faults, []);
  });

  it('keeps what somebody writes when another one saves a version meanwhile, and tells so before that is replaced', async (t) => {
    const id = await createTemplate();
    const { page, go, faults, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    await page.clock.install();
    await go(`/templates/${id}`);
    const document = page.getByRole('textbox', { name: 'Documento do modelo' });
    const written = (await document.inputValue()).replace('>= 18', '>= 65');
    await document.fill(written);
    const path = `/v1/query-templates/${id}`;
    assert.equal((await admin.request('PUT', path, { ...definition, name: 'Others' })).status, 200);
    await page.clock.fastForward(60_000);
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
    await page.waitForLoadState('networkidle');
    assert.equal(await document.inputValue(), written);
    const nameOf = async () => (await admin.request('GET', path)).body.name;
    const save = page.getByRole('button', { name: 'Salvar como nova versão' });
    const alert = page.getByRole('alert');
    await save.click();
    await alert.getByText('Outra versão foi salva depois que você abriu o modelo').waitFor();
    assert.equal(await nameOf(), 'Others');
    await alert.getByRole('button', { name: 'Tentar de novo' }).click();
    await page.getByRole('table', { name: 'Versões' }).getByText('Versão 4').waitFor();
    assert.equal(await document.inputValue(), written);
    await save.click();
    await page.getByText('A versão 5 foi salva.').waitFor();
    assert.equal(await nameOf(), 'Adults');
    assert.deepEqual(faults, []);
  });

  it('keeps what was not saved when its writer opens another screen, and asks before the page goes', async (t) => {
    const id = await createTemplate();
    const { page, go, faults, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    await go(`/templates/${id}`);
    const document = page.getByRole('textbox', { name: 'Documento do modelo' });
    const stored = await document.inputValue();
    const written = stored.replace('>= 18', '>= 65');
    await document.fill(written);
    await go('/templates');
    await page.goBack();
    assert.equal(await document.inputValue(), written);
    const asked = page.waitForEvent('dialog');
    const reloading = page.evaluate('location.reload()');
    const dialog = await asked;
    assert.equal(dialog.type(), 'beforeunload');
    await dialog.dismiss();
    await reloading;
    await page.getByRole('button', { name: 'Descartar as mudanças' }).click();
    assert.equal(await document.inputValue(), stored);
    await page.reload();
    assert.equal(await document.inputValue(), stored);
    assert.deepEqual(faults, []);
  });

  it('takes no changes while a version is on its way, which would be lost with its answer', async (t) => {
    const id = await createTemplate();
    const { page, go, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    await go(`/templates/${id}`);
    const held = await holdAnswers(page, `**/v1/query-templates/${id}`, { method: 'PUT' });
    const document = page.getByRole('textbox', { name: 'Documento do modelo' });
    await document.waitFor();
    await page.getByRole('button', { name: 'Salvar como nova versão' }).click();
    await held.first;
    await page.locator('button[data-loading]').first().waitFor();
    assert.equal(await document.isEditable(), false);
    assert.equal(await page.getByLabel('Se nenhuma regra se aplica').isDisabled(), true);
    held.release();
    await page.getByText('A versão 4 foi salva.').waitFor();
    assert.equal(await document.isEditable(), true);
  });

  it('offers a trial to administrators alone, and an analyst no names', async (t) => {
    const id = await createTemplate();
    for (const [role, mayTry, mayKnowWho] of [
      ['administrator', 1, 1],
      ['auditor', 0, 1],
      ['analyst', 0, 0],
    ] as const) {
      const person = await invitePerson(service(), admin, role);
      const { page, go, faults, close } = await openConsole(chromium, service(), person);
      t.after(close);
      await go(`/templates/${id}`);
      await page.getByRole('list', { name: 'Comparar versões' }).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Executar sem salvar' }).count(), mayTry, role);
      assert.equal(await page.getByRole('columnheader', { name: 'Quem' }).count(), mayKnowWho, role);
      assert.deepEqual(faults, []);
    }
  });

  it('keeps form and document equal in both directions, and the form while the JSON is wrong', async (t) => {
    const id = await createTemplate();
    const { page, go, faults, close } = await openConsole(chromium, service(), admin, {
      width: 1440,
      height: 900,
    });
    t.after(close);
    await go(`/templates/${id}`);
    const document = page.getByRole('textbox', { name: 'Documento do modelo' });
    const read = async () => JSON.parse(await document.inputValue());
    const form = page.locator('section', {
      has: page.getByRole('heading', { name: 'Fontes, validade e regras' }),
    });

    await form.getByLabel('Incluir uma fonte').selectOption({ label: 'Listas públicas' });
    const lists = form.getByRole('region', { name: 'Listas públicas' });
    await lists.getByLabel('Idade máxima').fill('12');
    await lists.getByLabel('Unidade').selectOption('horas');
    await lists.getByLabel('Obrigatória').uncheck();
    await form.getByRole('button', { name: 'Mover Listas públicas para cima' }).click();
    await form.getByRole('button', { name: 'Remover Dívidas de pessoas com a União' }).click();
    await form.getByRole('button', { name: 'Incluir uma regra' }).click();
    const rule = form.getByRole('region', { name: 'regra 2' });
    await rule.getByLabel('Define').selectOption('Reprovado');
    await rule
      .getByLabel('Quando (expressão CEL)')
      .fill('sources.pfMediaProfileAndExposure.data.isPoliticallyExposed');
    await rule.getByLabel('Abrir um caso para revisão').check();
    await rule.getByText(/^Reprovar quando a pessoa é exposta politicamente \(PEP\) segundo/).waitFor();
    await rule.getByLabel('Nome').fill('exposta');
    await form.getByLabel('Se nenhuma regra se aplica').selectOption('Pendente');
    assert.deepEqual(await read(), {
      ...definition,
      sources: [
        { name: 'pfBasicData' },
        { name: 'pfMediaProfileAndExposure', maxAge: 'PT12H', isRequired: false },
      ],
      rules: [
        ...definition.rules,
        {
          name: 'exposta',
          status: 'REPROVED',
          isForReview: true,
          when: 'sources.pfMediaProfileAndExposure.data.isPoliticallyExposed',
        },
      ],
      otherwise: 'PENDING',
    });

    const good = await document.inputValue();
    await document.fill(good.replace('PT12H', 'P45D').replace('"exposta"', '"pep"'));
    assert.equal(await lists.getByLabel('Idade máxima').inputValue(), '45');
    const renamed = form.getByRole('region', { name: 'pep' });
    await renamed.waitFor();

    await document.fill((await document.inputValue()).replace('"pep",', '"other"'));
    await page.getByText(/^O texto não é um JSON válido: erro na linha \d+, coluna \d+\.$/).waitFor();
    await form.getByText('O formulário mostra o último documento válido.').waitFor();
    assert.equal(await renamed.getByLabel('Nome').inputValue(), 'pep');
    assert.ok(await renamed.getByLabel('Nome').isDisabled());
    await page.getByRole('button', { name: /^Linha \d+$/ }).click();
    assert.match(String(await page.evaluate('getSelection().toString()')), /"when"/);
    await assertUsable(page, 'JSON that is wrong');

    await document.fill(good.replace('"REPROVED"', '"MAYBE"'));
    await page.getByText('O formulário não pode mostrar o campo rules/1/status').waitFor();
    await document.fill(good);
    await page.getByRole('button', { name: 'Salvar como nova versão' }).click();
    await page.getByText('A versão 4 foi salva.').waitFor();
    const saved = (await admin.request('GET', `/v1/query-templates/${id}`)).body;
    assert.deepEqual([saved.sources, saved.rules], [JSON.parse(good).sources, JSON.parse(good).rules]);
    assert.deepEqual(faults, []);
  });

  it('says to readers what a template does, and shows a rule without words as it is', async (t) => {
    const made = await admin.request('POST', '/v1/query-templates', {
      name: 'Words',
      subject: 'person',
      sources: [{ name: 'pfBasicData', maxAge: 'P30D' }],
      rules: [
        { name: 'nova', when: 'yearsBetween(basicData.birthDate, today) < 18', status: 'REPROVED' },
        { name: 'estranha', when: 'basicData.name.matches("^X")', status: 'PENDING', isForReview: true },
      ],
    });
    const auditor = await invitePerson(service(), admin, 'auditor');
    for (const [locale, named, sentences] of [
      [
        'pt-BR',
        'O que este modelo faz',
        [
          'Consultar Dados básicos de pessoas, reaproveitando respostas de até 30 dias.',
          'Reprovar quando a idade em anos é menor que 18.',
          'Deixar pendente quando a regra “estranha” se aplica: basicData.name.matches("^X") Abre um caso para revisão.',
          'Nos demais casos, deixar pendente.',
        ],
      ],
      [
        'en',
        'What this template does',
        [
          'Ask Basic data of people, reusing answers of up to 30 days.',
          'Reject when the age in years is less than 18.',
          'Leave pending when the rule “estranha” matches: basicData.name.matches("^X") It opens a case for review.',
          'Otherwise, leave pending.',
        ],
      ],
    ] as const) {
      const { page, go, faults, close } = await openConsole(chromium, service(), auditor, {
        locale,
        width: 360,
        height: 740,
        colorScheme: 'dark',
      });
      t.after(close);
      await page.evaluate(`localStorage.setItem('confere-language', '${locale}')`);
      await page.reload();
      await go(`/templates/${made.body.id}`);
      const list = page.getByRole('list', { name: named });
      await list.waitFor();
      assert.deepEqual(await list.getByRole('listitem').allTextContents(), sentences);
      await assertUsable(page, `sentences of a template ${locale}`);
      assert.deepEqual(faults, []);
    }
  });
});
