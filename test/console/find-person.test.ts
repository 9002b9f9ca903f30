import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser as Chromium } from 'playwright-core';
import { generateCpf } from '../../src/platform/documents.ts';
import { createScriptedSource, found } from '../profiles/scripted-sources.ts';
import { openChromium, withoutChromium } from '../support/chromium.ts';
import { acceptFirstAdministrator, invitePerson, type Person, signIn } from '../support/console.ts';
import { assertUsable, assertWords, openConsole, signInOn, signOut } from '../support/console-page.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

describe('people found by name in the console in Chromium', { skip: withoutChromium }, () => {
  const civil = createScriptedSource('civil', 'person');
  const service = shareService('embedded', { engine: createStandInEngine(), sources: [civil] });
  let chromium: Chromium;
  let analyst: Person;
  let other: Person;
  const people = [
    { name: 'Ana Lúcia Quintão', cpf: generateCpf() },
    { name: 'Bruno Quintão', cpf: generateCpf() },
  ];

  before(async () => {
    chromium = await openChromium();
    const admin = await acceptFirstAdministrator(service());
    analyst = await invitePerson(service(), admin, 'analyst');
    other = await invitePerson(service(), admin, 'analyst');
    const { body } = await admin.request('POST', '/v1/query-templates', {
      name: 'Civil',
      subject: 'person',
      sources: [{ name: 'civil' }],
      rules: [],
    });
    for (const { name, cpf } of people) {
      civil.answer(cpf, found({ name }));
      const request = { templateId: body.id, cpf };
      const run = await admin.request('POST', '/v1/executions', request, { headers: { prefer: 'wait=20' } });
      assert.equal(run.status, 201, run.text);
    }
  });
  after(() => chromium?.close());

  it('from the field of every page, without the name in an address', async (t) => {
    const { page, go, faults, close } = await openConsole(chromium, service(), analyst);
    t.after(close);
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await go('/cases');
    await page.getByRole('banner').getByRole('textbox', { name: 'Buscar' }).fill('quintao');
    await page.keyboard.press('Enter');
    const table = page.getByRole('table', { name: 'Pessoas encontradas' });
    for (const { name, cpf } of people) {
      const row = table.getByRole('row').filter({ hasText: name });
      await row.getByText(`***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`).waitFor();
    }
    await assertUsable(page, 'people of a name');
    await assertWords(page, 'people of a name');
    await page.setViewportSize({ width: 360, height: 740 });
    await assertUsable(page, 'people of a name, narrow');
    await page.getByLabel('CPF, id ou nome', { exact: true }).fill('Lucia QUINTÃO');
    await page.getByRole('button', { name: 'Procurar', exact: true }).click();
    await table.getByText('Bruno').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Procurar este nome nas empresas e entre os sócios' }).click();
    assert.equal(await page.getByLabel('Nome ou CNPJ').inputValue(), 'Lucia QUINTÃO');
    await page.getByRole('link', { name: 'Procurar pessoas com este nome' }).click();
    await table.getByRole('link', { name: 'Ana Lúcia Quintão' }).click();
    await page.getByRole('heading', { name: 'Ana Lúcia Quintão' }).waitFor();
    for (const address of [page.url(), ...addresses]) assert.doesNotMatch(decodeURI(address), /quint/i);
    assert.deepEqual(faults, []);
  });

  it('a name that was searched for is gone for the next person in this tab', async (t) => {
    const { page, go, faults, close } = await openConsole(
      chromium,
      service(),
      await signIn(service(), analyst),
    );
    t.after(close);
    await go('/people');
    const field = page.getByLabel('CPF, id ou nome', { exact: true });
    await field.fill('quintao');
    await field.press('Enter');
    await page.getByRole('table', { name: 'Pessoas encontradas' }).waitFor();
    await signOut(page);
    await signInOn(page, other);
    await field.waitFor();
    assert.equal(await field.inputValue(), '');
    assert.equal(await page.getByRole('table').count(), 0);
    assert.deepEqual(faults, []);
  });

  it('says so when nobody has the name', async (t) => {
    const { page, go, faults, close } = await openConsole(chromium, service(), analyst);
    t.after(close);
    await go('/people');
    await page.getByLabel('CPF, id ou nome', { exact: true }).fill('Quint');
    await page.keyboard.press('Enter');
    await page.getByText('Nenhum perfil tem todas estas palavras no nome.').waitFor();
    await page.getByLabel('CPF, id ou nome', { exact: true }).fill('%');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Nome: precisa de letras ou números').waitFor();
    assert.deepEqual(faults, []);
  });
});
