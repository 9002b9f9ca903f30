import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withoutChromium } from '../support/chromium.ts';
import { invitePerson } from '../support/console.ts';
import { drawFace } from '../support/console-data.ts';
import { assertUsable, openConsole, readImageWidths } from '../support/console-page.ts';
import { shareScreens } from '../support/console-screens.ts';
import { send } from '../support/http.ts';
import { toDataAddress } from '../support/service-photos.ts';

describe('people and attempts in the console', { skip: withoutChromium }, () => {
  const shared = shareScreens();

  it('finds people, companies, attempts and names from one field on every page, out of every address', async (t) => {
    for (const width of [1280, 360]) {
      const { page, go, faults, close } = await openConsole(shared.chromium, shared.service(), shared.admin, {
        width,
      });
      t.after(close);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await go('/system');
      const find = async (text: string) => {
        if (width === 360) await page.getByRole('button', { name: 'Navegação' }).click();
        const field = page.getByLabel('Buscar', { exact: true }).locator('visible=true');
        await field.fill(text);
        await field.press('Enter');
      };
      await find('529.982.247-25');
      await page.waitForURL((url) => url.hash === `#/people/${shared.data.personId}`);
      await find('11.111.111/0001-91');
      await page.getByRole('heading', { name: 'PADARIA AURORA LTDA' }).waitFor();
      await find(shared.data.attemptId);
      await page.waitForURL((url) => url.hash === `#/attempts/${shared.data.attemptId}`);
      await find(shared.data.personId);
      await page.waitForURL((url) => url.hash === `#/people/${shared.data.personId}`);
      await find('Aurora Comercio');
      await page.getByRole('link', { name: 'Procurar este nome nas empresas e entre os sócios' }).click();
      await page.getByRole('link', { name: 'AURORA COMERCIO DE PAES LTDA' }).waitFor();
      assert.equal(new URL(page.url()).hash, '#/companies');
      await find('000.000.001-91');
      await page.getByRole('alert').getByText('profile_not_found').waitFor();
      await page.keyboard.press('Escape');
      for (const url of [page.url(), ...asked]) assert.doesNotMatch(url, /aurora/i);
      assert.deepEqual(faults, []);
    }
  });

  it('executions and figures name templates and clients, with a button that copies the id', async (t) => {
    const { page, go, faults, close } = await openConsole(shared.chromium, shared.service(), shared.admin);
    t.after(close);
    await go('/executions');
    await page
      .getByRole('button', { name: /^copiar o id: Padrão para pessoas v1/ })
      .first()
      .waitFor();
    await go('/figures');
    const clients = page.getByRole('table', { name: 'Por aplicação' });
    await clients
      .getByRole('button', { name: /^copiar o id/ })
      .first()
      .waitFor();
    assert.deepEqual(faults, []);
  });

  it('short ids of an attempt, a case and its mention in the audit log can be copied whole', async (t) => {
    const { page, go, faults, close } = await openConsole(shared.chromium, shared.service(), shared.admin);
    t.after(close);
    const idsOf = async (name: string) => {
      const copy = page.getByRole('button', { name: `copiar o id: ${name}` });
      await copy.first().waitFor();
      return await copy.first().getAttribute('title');
    };
    await go(`/attempts/${shared.data.attemptId}`);
    assert.equal(await idsOf('Tentativa'), shared.data.attemptId);
    assert.equal(await idsOf('Pessoa'), shared.data.personId);
    await go(`/cases/${shared.caseId}`);
    assert.equal(await idsOf('Caso'), shared.caseId);
    await page.waitForLoadState('networkidle');
    await go('/audit');
    assert.equal(await idsOf('Caso'), shared.caseId);
    assert.deepEqual(faults, []);
  });

  it('lays one photo of an attempt over the other, on a phone too', async (t) => {
    const { page, go, faults, close } = await openConsole(shared.chromium, shared.service(), shared.admin, {
      width: 360,
    });
    t.after(close);
    await go(`/attempts/${shared.data.attemptId}`);
    await page.locator('.photo-frame img').nth(1).waitFor();
    await page.getByRole('button', { name: 'Sobrepor as fotos' }).click();
    assert.equal(await page.locator('.photo-frame').count(), 1);
    const above = page.locator('.photo-frame img.above');
    await page.getByRole('slider').fill('20');
    assert.equal(
      await above.evaluate((one) => (one as unknown as { style: { opacity: string } }).style.opacity),
      '0.2',
    );
    const [width = 0] = await readImageWidths(above);
    assert.ok(width > 0);
    await assertUsable(page, 'photos over each other');
    assert.deepEqual(faults, []);
  });

  it('a person has a photo, actions, a timeline without reads, and who looked by name', async (t) => {
    for (let look = 0; look < 30; look += 1)
      await shared.admin.request('GET', `/v1/people/${shared.data.personId}`);
    const { page, go, faults, close } = await openConsole(shared.chromium, shared.service(), shared.admin);
    t.after(close);
    await go(`/people/${shared.data.personId}`);
    const timeline = page.locator('section', { hasText: 'Linha do tempo' });
    await timeline.getByText('Cadastrou uma foto').waitFor();
    await timeline.getByText('Caso', { exact: true }).first().waitFor();
    assert.equal(await timeline.getByText('Abriu uma pessoa').count(), 0);
    const [width = 0] = await readImageWidths(page.getByRole('img', { name: /^Foto cadastrada/ }));
    assert.ok(width > 0, 'the photo is shown');
    const looked = page.locator('section', { hasText: 'Quem consultou' });
    const { name } = (await shared.admin.request('GET', '/v1/session')).body.account;
    await looked.getByText(name, { exact: true }).first().waitFor();
    await looked
      .getByRole('button', { name: `copiar o id: ${name}` })
      .first()
      .waitFor();
    assert.doesNotMatch((await looked.textContent())!, /acc_[0-9a-f]{8}/);
    await page.getByRole('link', { name: 'Exportar, preservar ou eliminar' }).click();
    await page.getByText('***.982.247-**').waitFor();
    await page.getByLabel(/^Confirmo que/).check();
    await page.getByRole('button', { name: 'Eliminar os dados da pessoa' }).click();
    const question = page.getByRole('dialog');
    await question.getByText('***.982.247-**').waitFor();
    await question.getByRole('img', { name: /^Foto cadastrada/ }).waitFor();
    await question.getByText(/^Permanece:/).waitFor();
    await assertUsable(page, 'the question before an erasure');
    await page.keyboard.press('Escape');
    await go(`/people/${shared.data.personId}`);
    await page.getByRole('button', { name: 'Abrir um caso' }).click();
    await page.waitForURL((url) => /#\/cases\/cas_/.test(url.hash));
    assert.deepEqual(faults, []);
  });

  it('who does not read the audit log sees the registrations of a person, too', async (t) => {
    const analyst = await invitePerson(shared.service(), shared.admin, 'analyst');
    const { page, go, faults, close } = await openConsole(shared.chromium, shared.service(), analyst);
    t.after(close);
    await go(`/people/${shared.data.personId}`);
    const timeline = page.locator('section', { hasText: 'Linha do tempo' });
    await timeline.getByText('Cadastrou uma foto').first().waitFor();
    assert.deepEqual(faults, []);
  });

  it('takes a client of attempts by its name, and copies an id in a row without opening the row', async (t) => {
    const made = await shared.admin.request('POST', '/v1/clients', {
      name: 'Loja do centro',
      product: 'customer',
      scopes: ['faces:authenticate', 'attempts:read'],
    });
    const { id: clientId, clientSecret } = made.body;
    const attempt = await send(`${shared.service().url}/v1/face-authentications`, {
      method: 'POST',
      token: await shared.service().fetchToken({ clientId, clientSecret }),
      json: { peopleId: shared.data.cpf, imageUrl: toDataAddress(await drawFace('#7a5236')) },
    });
    assert.equal(attempt.status, 201, attempt.text);
    const { page, go, faults, close } = await openConsole(shared.chromium, shared.service(), shared.admin);
    t.after(close);
    await go('/attempts');
    const rows = page.getByRole('table', { name: 'Tentativas' }).locator('tbody').getByRole('row');
    await rows.first().waitFor();
    await page.getByRole('combobox', { name: 'Aplicação' }).click();
    await page.getByRole('option', { name: 'Loja do centro' }).click();
    await page.getByRole('button', { name: 'Filtrar' }).click();
    await rows.first().getByRole('button', { name: 'copiar o id: Loja do centro' }).click();
    assert.match(page.url(), /#\/attempts$/);
    await rows
      .first()
      .getByText(/^\d+%$/)
      .first()
      .click();
    await page.getByRole('heading', { name: 'Tentativa', exact: true }).waitFor();
    assert.deepEqual(faults, []);
  });

  it('shows a CPF when it is asked for, and keeps it out of the address', async (t) => {
    const { page, go, close } = await openConsole(shared.chromium, shared.service(), shared.admin);
    t.after(close);
    await go('/people');
    await page.getByLabel('CPF, id ou nome').fill('529.982.247-25');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'mostrar' }).waitFor();
    assert.doesNotMatch(page.url(), /529\D?982/);
    await page.getByText('***.982.247-**').waitFor();
    assert.equal(await page.getByText('529.982.247-25').count(), 0);
    const shown = async () =>
      (await shared.admin.request('GET', `/v1/audit?action=person.cpf&target=${shared.data.personId}`)).body
        .items;
    const before = (await shown()).length;
    await page.getByRole('button', { name: 'mostrar' }).click();
    await page.getByText('529.982.247-25').waitFor();
    const [latest, ...others] = await shown();
    assert.equal(others.length, before);
    assert.deepEqual(latest.actor, { kind: 'account', id: shared.admin.accountId });
    await page.getByRole('button', { name: 'ocultar' }).click();
    await page.getByText('***.982.247-**').waitFor();
  });

  it('the service gives no answer with a whole CPF to people who did not ask for one', async () => {
    for (const path of [
      `/v1/people/${shared.data.personId}`,
      `/v1/people/${shared.data.cpf}`,
      '/v1/face-authentications',
      `/v1/face-authentications/${shared.data.attemptId}`,
      `/v1/executions/${shared.data.executionId}`,
      '/v1/executions',
    ]) {
      const answer = await shared.admin.request('GET', path);
      assert.equal(answer.status, 200, path);
      assert.ok(!answer.text.includes(shared.data.cpf), path);
    }
    const whole = await shared.admin.request('GET', `/v1/people/${shared.data.personId}/cpf`);
    assert.equal(whole.body.cpf, shared.data.cpf, whole.text);
  });

  it('zooms both photos of an attempt together', async (t) => {
    const { page, go, close } = await openConsole(shared.chromium, shared.service(), shared.admin);
    t.after(close);
    await go(`/attempts/${shared.data.attemptId}`);
    const photos = page.locator('.photo-frame img');
    await photos.nth(1).waitFor();
    await page.getByRole('button', { name: 'Aproximar' }).click();
    const transforms = await photos.evaluateAll((all) =>
      all.map((one) => (one as unknown as { style: { transform: string } }).style.transform),
    );
    assert.match(transforms[0]!, /scale\(1\.5\)/);
    assert.equal(transforms[0], transforms[1]);
    for (const width of await readImageWidths(photos)) {
      assert.ok(width > 0, 'the content policy lets the photo in');
    }
  });

  it('finds who read a person by a pasted CPF, which stands in no address, and again after the way back', async (t) => {
    const { page, go, faults, close } = await openConsole(shared.chromium, shared.service(), shared.admin);
    t.after(close);
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await go('/audit');
    await page.getByRole('combobox', { name: 'Ação' }).waitFor();
    // What is not chosen cannot be cleared.
    const clear = page.locator('[aria-label="Limpar"]');
    assert.equal(await clear.count(), 0);
    const person = page.getByLabel('CPF ou id da pessoa');
    await person.fill(' 529 982.247-25');
    await page.getByRole('combobox', { name: 'Ação' }).fill('Abriu uma pessoa');
    await page.getByRole('option', { name: 'Abriu uma pessoa', exact: true }).click();
    await clear.waitFor();
    await page.getByRole('button', { name: 'Filtrar' }).click();
    await page.getByText('Para exportar, informe o id da pessoa em vez do CPF.').waitFor();
    const rows = page.getByRole('table', { name: 'Auditoria' }).locator('tbody').getByRole('row');
    const target = rows.first().getByRole('link').first();
    await target.waitFor();
    const count = await rows.count();
    assert.equal(await rows.filter({ hasText: 'Abriu uma pessoa' }).count(), count);
    await target.click();
    await page.getByRole('heading', { name: 'Pessoa', exact: true }).waitFor();
    await page.goBack();
    await rows
      .filter({ hasText: 'Abriu uma pessoa' })
      .nth(count - 1)
      .waitFor();
    assert.equal(await person.inputValue(), ' 529 982.247-25');
    assert.equal(await page.getByRole('combobox', { name: 'Ação' }).inputValue(), 'Abriu uma pessoa');
    await go('/companies');
    await page.getByLabel('Nome ou CNPJ').fill('aurora');
    await page.getByRole('main').getByRole('link', { name: 'PADARIA AURORA LTDA' }).click();
    await page.getByRole('heading', { name: 'PADARIA AURORA LTDA' }).waitFor();
    await page.goBack();
    await page.getByRole('main').getByRole('link', { name: 'PADARIA AURORA LTDA' }).waitFor();
    await go('/system');
    await page.getByRole('navigation').getByRole('link', { name: 'Empresas' }).click();
    await page.getByText('Digite pelo menos duas letras').waitFor();
    assert.ok(addresses.every((address) => !/529\D*982/.test(decodeURIComponent(address))));
    assert.deepEqual(faults, []);
  });
});
