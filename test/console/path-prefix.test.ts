import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { longestStepMs, openChromium, withoutChromium } from '../support/chromium.ts';
import { createAuthenticator, goodPassword } from '../support/console.ts';
import { startTestService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

it('behind a proxy with a path prefix the console signs in and asks for nothing beside it', {
  skip: withoutChromium,
}, async (t) => {
  const endings: (() => unknown)[] = [];
  t.after(async () => {
    for (const ending of endings.reverse()) await ending();
  });
  const scope = { after: (ending: () => unknown) => void endings.push(ending) };
  let target = '';
  const proxy = createServer((request, response) => {
    if (!request.url?.startsWith('/confere/')) return void response.writeHead(404).end();
    const { method, headers } = request;
    const passed = ask(`${target}${request.url.slice('/confere'.length)}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  scope.after(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const base = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/confere`;
  const service = await startTestService(scope, 'embedded', {
    engine: createStandInEngine(),
    env: { BASE_URL: base },
  });
  target = service.running.url;
  const link = service.running.firstInvitation!.link;
  assert.ok(link.startsWith(`${base}/console/#/invitation/`), 'the link has the prefix');

  const chromium = await openChromium();
  scope.after(() => chromium.close());
  const page = await (await chromium.newContext({ locale: 'pt-BR' })).newPage();
  page.setDefaultTimeout(longestStepMs);
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${base}/`)) outside.push(request.url());
  });
  await page.goto(link);
  await page.getByLabel('Seu nome').fill('Ana Souza');
  await page.getByLabel('E-mail').fill('ana@people.example');
  await page.getByLabel('Nova senha').fill(goodPassword);
  await page.getByLabel('Repita a senha').fill(goodPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: 'QR code para o aplicativo autenticador' }).waitFor();
  const secret = (await page.locator('code').textContent())!;
  await page
    .getByRole('textbox', { name: 'Código' })
    .fill(await createAuthenticator(secret, service.clock)());
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Conta de Ana Souza' }).waitFor();
  for (const path of ['/cases', '/companies', '/attempts', '/system']) {
    await page.evaluate(`location.hash = ${JSON.stringify(path)}`);
    await page.locator('main h1').waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(await page.getByRole('alert').count(), 0, path);
  }
  assert.deepEqual(outside, []);
});
