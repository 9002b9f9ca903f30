import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Browser as Chromium } from 'playwright-core';
import { describeInChromium, openChromium } from '../support/chromium.ts';
import {
  acceptLink,
  createAuthenticator,
  goodPassword,
  invitePerson,
  type Person,
} from '../support/console.ts';
import { assertUsable, holdAnswers, openConsole, signInOn } from '../support/console-page.ts';
import { send } from '../support/http.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

describeInChromium('signing in to the console in Chromium', (kind) => {
  const service = shareService(kind, { engine: createStandInEngine() });
  let chromium: Chromium;
  let admin: Person;

  before(async () => {
    chromium = await openChromium();
  });
  after(() => chromium?.close());

  it('the first link leads through password and second factor into the console, by keyboard alone', async (t) => {
    const { page, faults, close } = await openConsole(chromium, service());
    t.after(close);
    const link = service().running.firstInvitation!.link;
    assert.match(link, /\/console\/#\/invitation\//);
    await page.goto(link);
    await page.reload();
    await page.getByRole('heading', { name: 'Sua conta', level: 1 }).waitFor();
    await assertUsable(page, 'invitation');
    // At an IP address there is no passkey to choose.
    await page.getByText('Escolha uma senha.').waitFor();
    assert.equal(await page.getByText(/chave de acesso/i).count(), 0);
    await page.getByLabel('Seu nome').fill('Ana Souza');
    await page.getByLabel('E-mail').fill('ana@people.example');
    await page.getByLabel('Nova senha').fill(goodPassword);
    await page.getByLabel('Repita a senha').fill('something else entirely');
    await page.keyboard.press('Enter');
    await page.getByText('As duas senhas são diferentes.').waitFor();
    await page.getByLabel('Repita a senha').fill(goodPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: 'QR code para o aplicativo autenticador' }).waitFor();
    await assertUsable(page, 'second factor');
    const secret = (await page.locator('code').textContent())!;
    const nextCode = createAuthenticator(secret, service().clock);
    await page.getByRole('textbox', { name: 'Código' }).fill('000000');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('O código não confere').waitFor();
    await page.getByRole('textbox', { name: 'Código' }).fill(await nextCode());
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Conta de Ana Souza' }).waitFor();
    await page.getByRole('heading', { name: 'Primeiros passos' }).waitFor();
    assert.doesNotMatch(page.url(), /invitation/);

    await page.getByRole('button', { name: 'Conta de Ana Souza' }).click();
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await page.getByRole('heading', { name: 'Entrar', level: 1 }).waitFor();
    await assertUsable(page, 'sign in');
    // At an IP address no passkey works.
    assert.equal(await page.getByRole('button', { name: 'Entrar com chave de acesso' }).count(), 0);
    await page.getByLabel('E-mail').fill('ana@people.example');
    await page.getByLabel('Senha', { exact: true }).fill('wrong password for sure');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('credentials_wrong').waitFor();
    await page.getByLabel('Senha', { exact: true }).fill(goodPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Código' }).fill(await nextCode());
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Conta de Ana Souza' }).waitFor();
    assert.deepEqual(faults, []);

    const cookie = (await page.context().cookies()).find(({ name }) => name === 'confere_session');
    const browser = { cookie: `${cookie!.name}=${cookie!.value}`, csrfToken: undefined };
    const { body } = await send(`${service().url}/v1/session`, { headers: { cookie: browser.cookie } });
    await page.getByRole('link', { name: 'Contas' }).click();
    await page.getByLabel('Nome').fill('Beto Lima');
    await page.getByLabel('E-mail').fill('beto@people.example');
    await page.getByRole('combobox', { name: 'Perfil de acesso', exact: true }).click();
    await page.getByRole('option', { name: 'Administrador' }).click();
    await page.getByRole('button', { name: 'Criar o link' }).click();
    const made = (await page.getByRole('status').locator('.number').textContent())!;
    admin = await acceptLink(service(), made, { name: 'Beto Lima' });
    assert.notEqual(admin.accountId, body.account.id);
    assert.deepEqual(faults, []);
  });

  it('whoever used up the tries for a code sets it up anew, with the same link', async (t) => {
    const invited = { email: 'rui@people.example', name: 'Rui', role: 'analyst' };
    const { link } = (await admin.request('POST', '/v1/invitations', invited)).body;
    const { page, close } = await openConsole(chromium, service());
    t.after(close);
    await page.goto(link);
    await page.reload();
    const alert = page.getByRole('alert');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await alert.getByText('Senha: falta um valor').waitFor();
    const code = page.getByRole('textbox', { name: 'Código' });
    const choosePassword = async () => {
      await page.getByLabel('Nova senha').fill(goodPassword);
      await page.getByLabel('Repita a senha').fill(goodPassword);
      await page.keyboard.press('Enter');
      await code.waitFor();
      await alert.waitFor({ state: 'detached' });
      return (await page.locator('code').textContent())!;
    };
    const first = await choosePassword();
    for (let tries = 0; tries < 6; tries += 1) {
      await code.fill('000000');
      const answer = page.waitForResponse(/\/v1\/invitations\/confirm$/);
      await page.getByRole('button', { name: 'Concluir' }).click();
      await answer;
    }
    await alert.getByText('challenge_expired').waitFor();
    await page.getByRole('button', { name: 'Voltar' }).click();
    const secret = await choosePassword();
    assert.notEqual(secret, first);
    await code.fill(await createAuthenticator(secret, service().clock)());
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Conta de Rui' }).waitFor();
  });

  it('leads whoever opens a used link again to the sign-in', async (t) => {
    const invited = { email: 'lia@people.example', name: 'Lia', role: 'analyst' };
    const { link } = (await admin.request('POST', '/v1/invitations', invited)).body;
    await acceptLink(service(), link);
    const { page, faults, close } = await openConsole(chromium, service());
    t.after(close);
    await page.goto(link);
    await page.reload();
    await page.getByRole('alert').getByText('invitation_invalid').waitFor();
    await page.getByRole('link', { name: 'Entrar' }).click();
    await page.getByLabel('E-mail').waitFor();
    assert.deepEqual(faults, []);
  });

  it('each role finds the parts that it may see, and no other', async (t) => {
    const parts = {
      auditor: [
        'Relatório semanal',
        'Pessoas',
        'Empresas',
        'Tentativas',
        'Indicadores',
        'Execuções',
        'Modelos de consulta',
        'Fontes',
        'Aplicações e chaves',
        'Contas',
        'Auditoria',
        'Privacidade',
        'Sistema',
      ],
      developer: ['Empresas', 'Fontes', 'Sistema'],
    };
    for (const [role, expected] of Object.entries(parts)) {
      const person = await invitePerson(service(), admin, role as keyof typeof parts);
      const { page, go, close } = await openConsole(chromium, service(), person);
      t.after(close);
      const navigation = page.getByRole('navigation');
      await navigation.getByRole('link', { name: 'Empresas' }).waitFor();
      const names = await navigation.getByRole('link').allTextContents();
      assert.deepEqual(
        names.filter((name) => name !== 'Casos'),
        expected,
        role,
      );
      await go('/trial');
      await page.getByRole('heading', { name: 'Página não encontrada' }).waitFor();
      await go('/clients');
      const title = role === 'auditor' ? 'Aplicações e chaves' : 'Página não encontrada';
      await page.getByRole('heading', { name: title }).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Nova aplicação' }).count(), 0);
      if (role !== 'auditor') continue;
      // What may not be changed is read as a text.
      await go('/accounts');
      await page.getByRole('cell', { name: 'Administrador', exact: true }).first().waitFor();
      assert.equal(await page.getByRole('main').getByRole('combobox').count(), 0);
    }
  });

  it('says nothing of a wrong code to whoever begins anew', async (t) => {
    const person = await invitePerson(service(), admin, 'analyst');
    const { page, close } = await openConsole(chromium, service());
    t.after(close);
    const begin = async () => {
      await page.getByLabel('E-mail').fill(person.email);
      await page.getByLabel('Senha', { exact: true }).fill(goodPassword);
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: 'Código' }).waitFor();
    };
    await begin();
    await page.getByRole('textbox', { name: 'Código' }).fill('000000');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('O código não confere').waitFor();
    await page.getByRole('button', { name: 'Voltar' }).click();
    await begin();
    assert.equal(await page.getByRole('alert').count(), 0);
  });

  it('an old answer that there is no session does not end the one that began meanwhile', async (t) => {
    const person = await invitePerson(service(), admin, 'analyst');
    const { page, close } = await openConsole(chromium, service());
    t.after(close);
    await page.getByLabel('E-mail').waitFor();
    await page.clock.install();
    await page.clock.fastForward(61_000);
    const held = await holdAnswers(page, '**/v1/session', { method: 'GET', status: 401 });
    // The person comes back from the app with the codes.
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
    await held.first;
    await signInOn(page, person);
    held.release();
    await page.waitForLoadState('networkidle');
    await page.clock.fastForward(1_000);
    assert.equal(await page.getByLabel('Senha', { exact: true }).count(), 0);
    await page.getByRole('button', { name: /^Conta de/ }).waitFor();
  });

  it('a session that was ended elsewhere ends on the page, and what it showed is gone', async (t) => {
    const person = await invitePerson(service(), admin, 'auditor');
    const { page, go, close } = await openConsole(chromium, service(), person);
    t.after(close);
    await go('/audit');
    await page.getByRole('cell', { name: 'Convidou uma pessoa' }).first().waitFor();
    assert.equal((await person.request('DELETE', '/v1/session')).status, 204);
    await page.getByRole('button', { name: 'Filtrar' }).click();
    await page.getByLabel('Alvo').fill('x');
    await page.getByRole('button', { name: 'Filtrar' }).click();
    await page.getByRole('heading', { name: 'Entrar', level: 1 }).waitFor();
    assert.equal(await page.getByRole('cell').count(), 0);
  });

  it('a page that nobody uses asks nothing more by itself, so that its session ends in time', async (t) => {
    const person = await invitePerson(service(), admin, 'analyst');
    const { page, close } = await openConsole(chromium, service(), person);
    t.after(close);
    await page.clock.install();
    await page.reload();
    await page.getByRole('button', { name: /^Conta de/ }).waitFor();
    await page.mouse.move(10, 10);
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/v1/cases/waiting')) asked += 1;
    });
    await page.clock.runFor(4 * 60_000);
    assert.ok(asked > 0, 'it asks while it is used');
    await page.clock.runFor(2 * 60_000);
    asked = 0;
    await page.clock.runFor(30 * 60_000);
    assert.equal(asked, 0);
    await service().clock.later(36 * 60_000, async () => {
      await page.mouse.move(20, 20);
      await page.getByRole('heading', { name: 'Entrar', level: 1 }).waitFor();
    });
  });
});
