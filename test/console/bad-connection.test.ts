import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser as Chromium, Page, Response } from 'playwright-core';
import { generateCpf } from '../../src/platform/documents.ts';
import { openChromium, withoutChromium } from '../support/chromium.ts';
import { acceptFirstAdministrator, invitePerson, type Person, signIn } from '../support/console.ts';
import { type ConsoleData, createConsoleData } from '../support/console-data.ts';
import { holdAnswers, openConsole } from '../support/console-page.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

describe('the console over a bad connection in Chromium', { skip: withoutChromium }, () => {
  const service = shareService('embedded', { engine: createStandInEngine() });
  let chromium: Chromium;
  let data: ConsoleData;
  let admin: Person;
  let ana: Person;

  before(async () => {
    chromium = await openChromium();
    data = await createConsoleData(service());
    admin = await acceptFirstAdministrator(service());
    ana = await invitePerson(service(), admin, 'analyst');
  });
  after(() => chromium?.close());

  async function openCase(): Promise<string> {
    const made = await admin.request('POST', '/v1/cases', { kind: 'manual', personId: data.personId });
    assert.equal(made.status, 201, made.text);
    return made.body.id;
  }

  it('says that the connection is gone, not that there is nothing, and goes on when it is back', async (t) => {
    const { page, context, go, close } = await openConsole(chromium, service(), ana);
    t.after(close);
    await go('/people');
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    const field = page.getByLabel('CPF, id ou nome', { exact: true });
    await field.fill('Maria');
    await field.press('Enter');
    const nobody = page.getByText('Nenhum perfil tem');
    const failure = page.getByRole('alert').getByText('connection_lost');
    await failure.or(nobody).first().waitFor();
    assert.equal(await nobody.count(), 0);
    await context.setOffline(false);
    await page.getByRole('table', { name: 'Pessoas encontradas' }).waitFor();
  });

  it('sends nothing later that could not be sent', async (t) => {
    const { page, context, go, close } = await openConsole(chromium, service(), ana);
    t.after(close);
    await go(`/people/${data.personId}`);
    await page.waitForLoadState('networkidle');
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Abrir um caso' }).click();
    await page.getByRole('alert').getByText('connection_lost').waitFor();
    assert.equal(sent.length, 1);
    await context.setOffline(false);
    await page.waitForLoadState('networkidle');
    assert.equal(sent.length, 1);
  });

  it('sends no comment again whose answer alone was lost', async (t) => {
    const id = await openCase();
    const { page, go, close } = await openConsole(chromium, service(), ana);
    t.after(close);
    await go(`/cases/${id}`);
    const field = page.getByLabel('Seu comentário');
    let sent = 0;
    await page.route('**/comments', async (route) => {
      sent += 1;
      await route.fetch();
      await route.abort();
    });
    await field.fill('Called the shop.');
    await field.press('Control+Enter');
    await page.getByRole('alert').getByText('connection_lost').waitFor();
    await field.press('Control+Enter');
    await page.getByText('Called the shop.').and(page.locator('p')).first().waitFor();
    const { comments } = (await ana.request('GET', `/v1/cases/${id}`)).body;
    assert.deepEqual([comments.length, sent, await field.inputValue()], [1, 1, '']);
  });

  it('who presses for the next page twice gets the next one, and is there again after the way back', async (t) => {
    for (let made = 0; made < 51; made += 1) await openCase();
    const { page, go, close } = await openConsole(chromium, service(), ana);
    t.after(close);
    await go('/cases');
    const next = page.getByRole('button', { name: 'Próxima' });
    await next.waitFor();
    const held = await holdAnswers(page, /\/v1\/cases\?.*cursor/);
    await next.click();
    await held.first;
    await next.press('Enter');
    held.release();
    await page.getByRole('button', { name: 'Próxima', disabled: true }).waitFor();
    assert.equal(await page.getByText('Página 2').count(), 1);
    const open = page.getByRole('link', { name: 'Aberto manualmente' }).first();
    await open.click();
    await page.getByRole('heading', { name: 'Histórico' }).waitFor();
    await page.goBack();
    await open.waitFor();
    await page.getByText('Página 2').waitFor();
    await open.click();
    await page.getByRole('navigation').getByRole('link', { name: 'Casos' }).click();
    await page.getByText('Página 1').waitFor();
  });

  it('shows no entries of other criteria while it waits for those that were asked for', async (t) => {
    const { page, go, close } = await openConsole(chromium, service(), ana);
    t.after(close);
    await go('/attempts');
    const cells = page.getByRole('cell');
    await cells.first().waitFor();
    const held = await holdAnswers(page, /\/v1\/face-authentications\?/);
    await page.getByLabel('CPF', { exact: true }).fill(generateCpf());
    await page.getByRole('button', { name: 'Filtrar' }).click();
    await held.first;
    await page.getByLabel('Carregando').or(cells).first().waitFor();
    assert.equal(await cells.count(), 0);
    held.release();
    await cells.first().waitFor();
  });

  it('shows what becomes of a decision although nothing more can be loaded', async (t) => {
    const id = await openCase();
    const { page, go, close } = await openConsole(chromium, service(), ana);
    t.after(close);
    await go(`/cases/${id}`);
    const bar = page.getByRole('region', { name: 'Decisão' });
    await bar.getByRole('button', { name: 'Descartar' }).click();
    await bar.getByRole('combobox', { name: 'Motivo' }).click();
    await page.getByRole('option', { name: 'Nenhuma ação necessária' }).click();
    await bar.getByLabel('Observação').fill('Nothing to do.');
    await page.waitForLoadState('networkidle');
    await page.route('**/*.js', (route) => route.abort());
    await bar.getByRole('button', { name: 'Registrar a decisão' }).click();
    await page.getByText('Decisão tomada').waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  it('names the person of each link that it shows', async (t) => {
    const { page, go, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    await go('/accounts');
    const links = page.getByRole('status').filter({ hasText: 'O link para a pessoa' });
    const invite = async (name: string) => {
      await page.getByLabel('Nome').fill(name);
      await page.getByLabel('E-mail').fill(`${name}@people.example`);
      await page.getByRole('button', { name: 'Criar o link' }).click();
    };
    await invite('carla');
    await links.getByText('carla').waitFor();
    const held = await holdAnswers(page, '**/v1/invitations', { method: 'POST' });
    await invite('davi');
    await held.first;
    assert.equal(await links.getByText('davi').count(), 0);
    held.release();
    await links.getByText('davi').waitFor();
    assert.equal(await links.getByText(/invitation/).count(), 2);
  });

  it('leads nobody away from a screen opened while something was looked for', async (t) => {
    const { page, go, close } = await openConsole(chromium, service(), ana);
    t.after(close);
    for (const search of [
      async () => {
        await page.getByRole('banner').getByRole('textbox', { name: 'Buscar' }).fill(data.cpf);
        await page.keyboard.press('Enter');
      },
      async () => {
        await page.getByLabel('CPF, id ou nome', { exact: true }).fill(data.cpf);
        await page.keyboard.press('Enter');
      },
    ]) {
      await go('/people');
      await page.getByRole('heading', { name: 'Pessoas' }).waitFor();
      const held = await holdAnswers(page, `**/v1/people/${data.cpf}`);
      await search();
      await held.first;
      await go('/executions');
      const answered = page.waitForResponse(`**/v1/people/${data.cpf}`);
      held.release();
      await settle(page, answered);
      assert.match(page.url(), /#\/executions$/);
    }
  });

  it('asks who is signed in no more often than something is refused', async (t) => {
    const { page, go, close } = await openConsole(chromium, service(), ana);
    t.after(close);
    await go('/cases');
    const refused = { session: 0, other: 0 };
    await page.route('**/v1/**', async (route) => {
      refused[route.request().url().endsWith('/v1/session') ? 'session' : 'other'] += 1;
      await route.fulfill({ status: 403 });
    });
    for (const path of ['/attempts', '/executions', '/attempts']) {
      await go(path);
      await page.getByRole('main').getByRole('alert').first().waitFor();
    }
    assert.ok(refused.session <= refused.other, JSON.stringify(refused));
  });

  it('goes on after the same person signed in anew in another tab', async (t) => {
    const id = await openCase();
    const { page, context, go, close } = await openConsole(chromium, service(), ana);
    t.after(close);
    await go(`/cases/${id}`);
    const [name = '', value = ''] = (await signIn(service(), ana)).cookie!.split('=');
    await context.addCookies([{ name, value, url: service().url, httpOnly: true, sameSite: 'Strict' }]);
    const read = page.waitForResponse('**/v1/session');
    await page.getByLabel('Seu comentário').fill('Called the shop.');
    await page.getByLabel('Seu comentário').press('Control+Enter');
    await page.getByRole('alert').getByText('session_request_refused').waitFor();
    await settle(page, read);
    await page.getByLabel('Seu comentário').press('Control+Enter');
    await page.getByText('Called the shop.').and(page.locator('p')).first().waitFor();
  });
});

/** Waits until the page has had the time to act on an answer. */
async function settle(page: Page, answer: Promise<Response>): Promise<void> {
  await (await answer).finished();
  await page.evaluate('new Promise((done) => setTimeout(done, 100))');
}
