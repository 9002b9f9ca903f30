import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser as Chromium } from 'playwright-core';
import { generateCpf } from '../../src/platform/documents.ts';
import { createScriptedSource, found } from '../profiles/scripted-sources.ts';
import { openChromium, withoutChromium } from '../support/chromium.ts';
import { acceptFirstAdministrator, invitePerson, type Person } from '../support/console.ts';
import { assertHeldBack, assertUsable, openConsole } from '../support/console-page.ts';
import { send } from '../support/http.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

describe('one execution in the console in Chromium', { skip: withoutChromium }, () => {
  const civil = createScriptedSource('civil', 'person');
  const service = shareService('embedded', {
    engine: createStandInEngine(),
    sources: [civil],
    env: { CASES_OPEN_FOR: 'execution_pending' },
    constants: { executions: { retryDelayMs: 60_000 } },
  });
  let chromium: Chromium;
  let admin: Person;
  let analyst: Person;
  let auditor: Person;
  let templateId: string;

  before(async () => {
    chromium = await openChromium();
    admin = await acceptFirstAdministrator(service());
    analyst = await invitePerson(service(), admin, 'analyst');
    auditor = await invitePerson(service(), admin, 'auditor');
    const template = await admin.request('POST', '/v1/query-templates', {
      name: 'Pessoas',
      subject: 'person',
      sources: [{ name: 'civil' }],
      rules: [{ name: 'conhecida', when: 'has(basicData.name)', status: 'APPROVED' }],
    });
    assert.equal(template.status, 201, template.text);
    templateId = template.body.id;
  });
  after(() => chromium?.close());

  const start = async (cpf: string) => {
    const { status, text, body } = await analyst.request('POST', '/v1/executions', { templateId, cpf });
    assert.equal(status, 202, text);
    return body.executionId as string;
  };
  const answerTimeout = (cpf: string) =>
    civil.answer(cpf, { outcome: 'unavailable', reason: 'provider_timeout' });

  it('shows its tries, is cancelled and repeated by keyboard, and leads to the one after', async (t) => {
    const cpf = generateCpf();
    answerTimeout(cpf);
    const id = await start(cpf);
    const { page, go, faults, close } = await openConsole(chromium, service(), analyst);
    t.after(close);
    await go(`/executions/${id}`);
    await page.getByText('aguarda uma fonte').first().waitFor();
    const tries = page.getByRole('table', { name: 'Tentativas' });
    await tries.getByText('civil: o provedor não respondeu a tempo').waitFor();
    assert.equal(await tries.getByRole('row').count(), 2);
    assert.ok(await page.locator('dt', { hasText: 'Próxima tentativa' }).isVisible());
    await assertUsable(page, 'an execution that waits');
    const folder = process.env.CONSOLE_SCREENSHOTS;
    if (folder !== undefined) await page.screenshot({ path: `${folder}/execution.png`, fullPage: true });

    await page.getByRole('button', { name: 'Cancelar execução' }).press('Enter');
    const question = page.getByRole('dialog', { name: 'Cancelar execução' });
    await question.getByText('Encerrar esta execução sem decisão?').waitFor();
    await assertUsable(page, 'the question before an execution is cancelled');
    await question.getByRole('button', { name: 'Cancelar execução' }).press('Enter');
    await page.getByText('A execução foi cancelada.').first().waitFor();
    assert.equal(await page.getByRole('button', { name: 'Cancelar execução' }).count(), 0);

    civil.answer(cpf, found({ name: 'Ana Lima' }));
    await page.getByRole('button', { name: 'Executar novamente' }).press('Enter');
    const again = page.getByRole('dialog', { name: 'Executar novamente' });
    await again.getByRole('button', { name: 'Executar novamente' }).press('Enter');
    await page.waitForURL((url) => !url.hash.endsWith(id));
    await page.getByText('Aprovado').first().waitFor();
    await page.getByText('Todas as fontes foram consultadas na primeira tentativa.').waitFor();
    const link = (name: string) =>
      page.locator('dd', { has: page.locator(`a[href="#/executions/${name}"]`) });
    // Before it, and the one that it repeats.
    assert.equal(await link(id).count(), 2);
    await link(id).first().getByRole('link').press('Enter');
    await page.getByText('A execução foi cancelada.').first().waitFor();
    await page.locator('dt', { hasText: 'Execução seguinte' }).waitFor();
    assert.deepEqual(faults, []);
  });

  it('says why something is refused that somebody else did meanwhile', async (t) => {
    const cpf = generateCpf();
    answerTimeout(cpf);
    const id = await start(cpf);
    const { page, go, close } = await openConsole(chromium, service(), analyst);
    t.after(close);
    await go(`/executions/${id}`);
    await page.getByText('aguarda uma fonte').first().waitFor();
    await page.getByRole('button', { name: 'Cancelar execução' }).click();
    await page.getByRole('dialog', { name: 'Cancelar execução' }).waitFor();
    await analyst.request('POST', `/v1/executions/${id}/cancel`);
    const again = await analyst.request('POST', `/v1/executions/${id}/run-again`);
    assert.equal(again.status, 202, again.text);
    // The question goes: it does not turn into the one of the other button.
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Executar novamente' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Executar novamente' }).click();
    await page.getByRole('alert').getByText('execution_under_way').waitFor();
    await assertUsable(page, 'an execution with a refusal');
  });

  it('names the person in the list and on the screen, for people who may read names and for no program', async (t) => {
    const cpf = generateCpf();
    civil.answer(cpf, found({ name: 'Carla Dias' }));
    const id = await start(cpf);
    const { page, go, faults, close } = await openConsole(chromium, service(), analyst);
    t.after(close);
    await go(`/executions/${id}`);
    await page.getByText('Aprovado').first().waitFor();
    await page.reload();
    await page.locator('dd').getByRole('link', { name: 'Carla Dias' }).waitFor();
    await go('/executions');
    const list = page.getByRole('table', { name: 'Execuções' });
    await list.getByRole('link', { name: 'Carla Dias' }).waitFor();
    assert.ok((await list.getByRole('link', { name: 'Carla Dias' }).getAttribute('href'))?.includes('/per_'));
    const developer = await invitePerson(service(), admin, 'developer');
    const answers = await Promise.all([
      analyst.request('GET', `/v1/executions/${id}`),
      send(`${service().url}/v1/executions/${id}`, { token: await service().token('customer') }),
      send(`${service().url}/v1/executions`, { token: await service().token('customer') }),
      developer.request('GET', '/v1/executions'),
    ]);
    assert.deepEqual(
      answers.map(({ body }) =>
        (body.items ?? [body]).some((one: { name?: string }) => one.name !== undefined),
      ),
      [true, false, false, false],
    );
    assert.deepEqual(faults, []);
  });

  it('is started from the list, which says that the template is missing', async (t) => {
    const { page, go, faults, close } = await openConsole(chromium, service(), analyst);
    t.after(close);
    await go('/executions');
    await page.getByRole('button', { name: 'Nova execução' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('CPF ou CNPJ').fill(' 529 982 247-25');
    const run = dialog.getByRole('button', { name: 'Executar' });
    await assertHeldBack(run, 'Falta o modelo: escolha um.');
    await dialog.getByRole('combobox', { name: 'Modelo' }).click();
    await page.getByRole('option', { name: /^Padrão para pessoas/ }).click();
    await run.click();
    await page.getByRole('heading', { name: 'Execução', exact: true }).waitFor();
    assert.deepEqual(faults, []);
  });

  it('leads to the case that it opened', async (t) => {
    const { body } = await admin.request('POST', '/v1/query-templates', {
      name: 'Sem regra',
      subject: 'person',
      sources: [],
      rules: [],
      otherwise: 'PENDING',
    });
    const cpf = generateCpf();
    const started = await analyst.request('POST', '/v1/executions', { templateId: body.id, cpf });
    assert.equal(started.status, 202, started.text);
    const { executionId, profileId } = started.body;
    let opened: { id: string; executionId?: string } | undefined;
    while (opened === undefined) {
      const { body: page } = await analyst.request('GET', `/v1/cases?subject=${profileId}`);
      opened = page.items.find((one: { executionId?: string }) => one.executionId === executionId);
    }
    const { page, go, faults, close } = await openConsole(chromium, service(), analyst);
    t.after(close);
    await go(`/executions/${executionId}`);
    await page.getByRole('link', { name: /^Caso: / }).press('Enter');
    await page.waitForURL((url) => url.hash === `#/cases/${opened.id}`);
    assert.deepEqual(faults, []);
  });

  for (const options of [
    { locale: 'pt-BR', colorScheme: 'light' },
    { locale: 'en', colorScheme: 'dark' },
    { locale: 'en', colorScheme: 'light', width: 360, height: 740 },
    { locale: 'pt-BR', colorScheme: 'dark', width: 360, height: 740 },
  ] as const) {
    it(`is to be read by an auditor, without findings of axe: ${JSON.stringify(options)}`, async (t) => {
      const cpf = generateCpf();
      answerTimeout(cpf);
      const id = await start(cpf);
      const { page, go, faults, close } = await openConsole(chromium, service(), auditor, options);
      t.after(close);
      await page.evaluate(`localStorage.setItem('confere-language', '${options.locale}')`);
      await page.reload();
      await go(`/executions/${id}`);
      await page.getByText(/^civil: /).waitFor();
      assert.equal(await page.getByRole('button', { name: /Cancel|Executar|Run again/ }).count(), 0);
      await assertUsable(page, `an execution ${JSON.stringify(options)}`);
      const folder = process.env.CONSOLE_SCREENSHOTS;
      if (folder !== undefined) {
        const name = `execution-${options.locale}-${options.colorScheme}-${'width' in options ? 360 : 1280}`;
        await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
      }
      assert.deepEqual(faults, []);
    });
  }
});
