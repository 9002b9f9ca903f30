import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { type CaptureSessions, serveCaptureSessions } from '../support/capture-sessions.ts';
import { longestStepMs, openChromium, withoutChromium } from '../support/chromium.ts';
import { drawCamera } from '../support/drawn-camera.ts';
import { lookAtScreen } from '../support/look-at-screen.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

const olderBrowser = fileURLToPath(new URL('../support/older-browser-page.js', import.meta.url));

describe('the capture page in the oldest browsers that it names', { skip: withoutChromium }, () => {
  const service = shareService('embedded', { engine: createStandInEngine() });
  let sessions: CaptureSessions;
  let browser: Browser;

  before(async () => {
    sessions = await serveCaptureSessions(service().url);
    browser = await openChromium();
  });
  after(async () => {
    await browser?.close();
    await sessions?.close();
  });

  async function openPage(t: TestContext): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
    t.after(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(longestStepMs);
    return page;
  }

  const choose = (page: Page, name: string) => page.locator(`[data-choice=${name}]`).click();
  const see = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

  it('takes the photos, with hints and colours, without any function that came later', async (t) => {
    const page = await openPage(t);
    const problems: string[] = [];
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await page.addInitScript({ path: olderBrowser });
    await drawCamera(page);
    // Chromium knows the colours of both schemes; older browsers see an unknown word.
    await page.route(/\/capture\/assets\/.*\.(js|css)$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll('light-dark(', 'unknown(') });
    });
    const { session, link } = sessions.create({ steps: ['center', 'right'] });
    await page.goto(link);
    await page.getByRole('checkbox').check();
    const colour = await page.evaluate(
      `getComputedStyle(document.querySelector('confere-capture').shadowRoot.querySelector('button.main')).backgroundColor`,
    );
    assert.equal(colour, 'rgb(11, 110, 79)');
    await choose(page, 'camera');
    await page.getByText('Tudo certo: pode começar').first().waitFor();
    await choose(page, 'go');
    await see(page, 'Pronto!');
    assert.equal(session.state, 'judging');
    assert.equal(session.frames.length, 6);
    assert.ok(loaded.some((path) => /tfjs-backend-wasm-[\w-]+\.wasm$/.test(path)));
    assert.deepEqual(problems, []);
  });

  it('names the oldest ones in a browser that cannot read the code, and uses no code', async (t) => {
    const page = await openPage(t);
    await page.route(/\/capture\/assets\/page-.*\.js$/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'class { static #? }' }),
    );
    const { session, link } = sessions.create();
    await page.goto(link);
    await page.getByText('A página ainda não abriu.').waitFor();
    await page.getByText('iOS 15, Chrome 100').first().waitFor();
    assert.equal(page.url(), link);
    assert.equal(session.state, 'created');
    assert.notEqual(session.code, '');
  });

  for (const [language, old, copied, camera] of [
    ['pt-BR', 'Este navegador é antigo demais', 'Link copiado.', 'Este navegador não abre a câmera'],
    ['en-GB', 'This browser is too old', 'Link copied.', 'This browser cannot open the camera'],
  ] as const) {
    it(`keeps the code for another browser where it is too old or opens no camera (${language})`, async (t) => {
      const context = await browser.newContext({
        viewport: { width: 360, height: 740 },
        locale: language,
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      t.after(() => context.close());
      const { session, link } = sessions.create({ locale: language === 'pt-BR' ? 'pt-BR' : 'en' });
      const tooOld = await context.newPage();
      await tooOld.addInitScript('CSS.supports = () => false');
      await tooOld.goto(link);
      await see(tooOld, old);
      await lookAtScreen(tooOld, `old-${language}`);
      await choose(tooOld, 'copy');
      await tooOld.getByText(copied).waitFor();
      assert.equal(await tooOld.evaluate('navigator.clipboard.readText()'), link);
      assert.equal(await tooOld.locator('button:visible').count(), 1);
      assert.equal(tooOld.url(), link);

      const blind = await context.newPage();
      await blind.addInitScript("Object.defineProperty(navigator, 'mediaDevices', { value: undefined })");
      await blind.goto(link);
      await see(blind, camera);
      await lookAtScreen(blind, `no-camera-${language}`);
      assert.equal(session.state, 'created');
      await choose(blind, 'go');
      await blind.getByRole('checkbox').waitFor();
      assert.equal(session.state, 'started');
      assert.equal(blind.url(), `${sessions.url}/capture`);
    });
  }
});
