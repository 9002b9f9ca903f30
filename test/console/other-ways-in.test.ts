import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Browser as Chromium } from 'playwright-core';
import { openChromium, withoutChromium } from '../support/chromium.ts';
import { acceptLink, openBrowser, type Person } from '../support/console.ts';
import { assertUsable, openConsole } from '../support/console-page.ts';
import { findFreePort } from '../support/find-free-port.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';
import { type SsoIssuer, ssoClient, startSsoIssuer } from '../support/sso-issuer.ts';

/** Passkeys need a name: the service is at localhost, and the issuer at 127.0.0.1 is another site. */
describe('the other ways into the console in Chromium', { skip: withoutChromium }, () => {
  const endings: (() => unknown)[] = [];
  const scope = { after: (ending: () => unknown) => void endings.push(ending) };
  let service: TestService;
  let issuer: SsoIssuer;
  let chromium: Chromium;
  let admin: Person;

  before(async () => {
    const port = await findFreePort();
    const baseUrl = `http://localhost:${port}`;
    issuer = await startSsoIssuer(scope as never, () => `${baseUrl}/v1/session/sso/callback`);
    const started = await startTestService(scope, 'embedded', {
      engine: createStandInEngine(),
      env: {
        LISTEN: `127.0.0.1:${port}`,
        BASE_URL: baseUrl,
        SSO_ISSUER: issuer.issuer,
        SSO_CLIENT_ID: ssoClient.clientId,
        SSO_CLIENT_SECRET: ssoClient.clientSecret,
        SSO_ROLES: 'kyc-analysts=analyst',
      },
    });
    service = { ...started, url: baseUrl };
    chromium = await openChromium();
    admin = await acceptLink(service, service.running.firstInvitation!.link);
  });
  after(async () => {
    await chromium?.close();
    for (const ending of endings.reverse()) await ending();
  });

  it('a passkey alone makes an account and signs in to it', async (t) => {
    const { page, context, faults, close } = await openConsole(chromium, service);
    t.after(close);
    const devices = await context.newCDPSession(page);
    await devices.send('WebAuthn.enable');
    const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const made = await admin.request('POST', '/v1/invitations', {
      email: 'kay@people.example',
      name: 'Kay',
      role: 'analyst',
    });
    await page.goto(made.body.link);
    await page.reload();
    await page.getByRole('button', { name: 'Só chave de acesso, sem senha' }).click();
    await page.getByRole('button', { name: 'Conta de Kay' }).waitFor();
    const { credentials } = await devices.send('WebAuthn.getCredentials', { authenticatorId });
    assert.equal(credentials.length, 1);
    assert.equal(credentials[0]!.rpId, 'localhost');

    await page.getByRole('button', { name: 'Conta de Kay' }).click();
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click();
    await page.getByRole('button', { name: 'Conta de Kay' }).waitFor();

    // The same key without the person in front of it opens nothing.
    await page.getByRole('button', { name: 'Conta de Kay' }).click();
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click();
    await page.getByRole('alert').getByText('A chave de acesso não foi usada').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Conta de Kay' }).count(), 0);
    assert.deepEqual(faults, []);
  });

  it('a passkey is added beside a password, named, and removed', async (t) => {
    const { page, context, faults, close } = await openConsole(chromium, service, admin);
    t.after(close);
    const devices = await context.newCDPSession(page);
    await devices.send('WebAuthn.enable');
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto(`${service.url}/console#/sessions`);
    await page.getByText('Você ainda não tem chave de acesso.').waitFor();
    await page.getByLabel('Nome, por exemplo o do aparelho').fill('Celular da Ana');
    await page.getByRole('button', { name: 'Adicionar chave de acesso' }).click();
    const table = page.getByRole('table', { name: 'Chaves de acesso' });
    await table.getByText('Celular da Ana').waitFor();
    await assertUsable(page, 'the own passkeys');
    await page.getByLabel('Nome, por exemplo o do aparelho').fill('Celular de novo');
    await page.getByRole('button', { name: 'Adicionar chave de acesso' }).click();
    await page
      .getByRole('alert')
      .getByText('Este dispositivo já tem uma chave de acesso desta conta.')
      .waitFor();
    await table.getByRole('button', { name: 'Remover' }).click();
    await page.getByRole('dialog').getByText('Celular da Ana não servirá mais para entrar.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Remover' }).click();
    await page.getByText('Você ainda não tem chave de acesso.').waitFor();
    assert.deepEqual(faults, []);
  });

  it('single sign-on leads over the issuer into the console, with the role of the claim', async (t) => {
    issuer.people.set('eva', { email: 'eva@corp.example', name: 'Eva Reis', roles: ['kyc-analysts'] });
    const { page, close } = await openConsole(chromium, service);
    t.after(close);
    // The page of the issuer asks whom it likes.
    const asked: string[] = [];
    page.on('request', (request) => {
      const isOwn = !request.isNavigationRequest() && request.frame().url().startsWith(service.url);
      if (isOwn && !/^(data|blob):/.test(request.url()) && !request.url().startsWith(service.url)) {
        asked.push(request.url());
      }
    });
    await page.goto(`${service.url}/console#/executions`);
    await page.getByRole('link', { name: 'Entrar com o login da empresa' }).click();
    await page.waitForURL((url) => url.href.startsWith(issuer.issuer));
    await page.locator('[name=login]').fill('eva');
    await page.locator('[name=password]').fill('x');
    await page.locator('[type=submit]').click();
    await page.getByRole('button', { name: /continue/i }).click();
    await page.getByRole('button', { name: 'Conta de Eva Reis' }).waitFor();
    assert.equal(new URL(page.url()).hash, '#/executions', 'the screen that was asked for');
    assert.ok(page.url().startsWith(`${service.url}/console`));
    assert.doesNotMatch(page.url(), /code=|state=/);
    const names = await page.getByRole('navigation').getByRole('link').allTextContents();
    assert.ok(names.includes('Casos') && !names.includes('Contas'), names.join());
    await assertUsable(page, 'after single sign-on');
    assert.deepEqual(asked, [], 'the console asks no other host');
    const [cookie] = (await page.context().cookies(service.url)).filter(
      ({ name }) => name === 'confere_session',
    );
    assert.deepEqual([cookie?.httpOnly, cookie?.sameSite], [true, 'Strict']);
  });

  it('single sign-on that is refused or gone leads back to the page, with the reason and the way on', async (t) => {
    issuer.people.set('zoe', { email: 'zoe@corp.example', name: 'Zoe Luz', roles: ['cleaning'] });
    const { page, close } = await openConsole(chromium, service);
    t.after(close);

    await page.getByRole('link', { name: 'Entrar com o login da empresa' }).click();
    await page.locator('[name=login]').fill('zoe');
    await page.locator('[name=password]').fill('x');
    await page.locator('[type=submit]').click();
    await page.getByRole('button', { name: /continue/i }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('não dá a você nenhum perfil de acesso').waitFor();
    assert.match(await alert.innerText(), /sso_role_missing · .*[\da-f-]{36}/);
    assert.ok(
      page.url().startsWith(`${service.url}/console/`) && !page.url().includes('refused'),
      page.url(),
    );
    await assertUsable(page, 'a refused single sign-on');
    await page.reload();
    await page.getByLabel('E-mail').waitFor();
    await alert.waitFor({ state: 'detached' });
    await page.goto(`${service.url}/v1/session/sso/callback?error=access_denied`);
    await alert.getByText('não confirmou o acesso').waitFor();
  });

  it('a session that another site planted is not taken over by a sign-in', async (t) => {
    const planted = openBrowser(service);
    const { page, context, close } = await openConsole(chromium, service);
    t.after(close);
    const value = 'A'.repeat(43);
    await context.addCookies([{ name: 'confere_session', value, url: service.url }]);
    issuer.people.set('leo', { email: 'leo@corp.example', name: 'Leo Paz', roles: ['kyc-analysts'] });
    await page.reload();
    await page.getByRole('link', { name: 'Entrar com o login da empresa' }).click();
    await page.locator('[name=login]').fill('leo');
    await page.locator('[name=password]').fill('x');
    await page.locator('[type=submit]').click();
    await page.getByRole('button', { name: /continue/i }).click();
    await page.getByRole('button', { name: 'Conta de Leo Paz' }).waitFor();
    planted.cookie = `confere_session=${value}`;
    assert.equal((await planted.request('GET', '/v1/session')).status, 401);
    const cookies = await context.cookies(service.url);
    assert.notEqual(cookies.find(({ name }) => name === 'confere_session')?.value, value);
  });

  it('no other site can frame the console or change something with the session of a visitor', async (t) => {
    const { page, context, close } = await openConsole(chromium, service, admin);
    t.after(close);
    await page.getByRole('button', { name: /^Conta de/ }).waitFor();
    const evil = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<iframe src="${service.url}/console"></iframe><form method="post"
        action="${service.url}/v1/clients" enctype="text/plain"><input name='{"name":"evil","x":"' value='"}'></form>`);
    });
    evil.listen(0, '127.0.0.1');
    t.after(() => evil.close());
    await once(evil, 'listening');
    const before = (await admin.request('GET', '/v1/clients')).body.items.length;
    const tab = await context.newPage();
    await tab.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`);
    const [frame, ...others] = tab.mainFrame().childFrames();
    assert.ok(frame !== undefined && others.length === 0);
    // The page of the error comes a moment after the page around it.
    for (let waitedMs = 0; frame.url() === '' && waitedMs < 120_000; waitedMs += 50) {
      await tab.waitForTimeout(50);
    }
    assert.match(frame.url(), /^chrome-error:/, 'the console is not shown in a frame');
    assert.equal(await frame.locator('main, form').count(), 0);
    const answers = await tab.evaluate(async (url) => {
      const headers = { 'content-type': 'application/json' };
      const tries = [
        fetch(`${url}/v1/session`, { credentials: 'include' }),
        fetch(`${url}/v1/clients`, { method: 'POST', credentials: 'include', headers, body: '{}' }),
        fetch(`${url}/v1/session`, { method: 'DELETE', credentials: 'include' }),
      ];
      return (await Promise.allSettled(tries)).map(({ status }) => status);
    }, service.url);
    assert.deepEqual(answers, ['rejected', 'rejected', 'rejected']);
    const [response] = await Promise.all([
      tab.waitForResponse(`${service.url}/v1/clients`),
      tab.evaluate('document.forms[0].submit()'),
    ]);
    assert.ok([401, 403, 415].includes(response.status()), String(response.status()));
    assert.equal((await admin.request('GET', '/v1/clients')).body.items.length, before);
    assert.equal((await admin.request('GET', '/v1/session')).status, 200, 'nobody was signed out');
  });
});
