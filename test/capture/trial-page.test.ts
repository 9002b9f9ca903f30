import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { longestStepMs, openChromium, withoutChromium } from '../support/chromium.ts';
import { drawHeadCamera } from '../support/drawn-head-camera.ts';
import { send } from '../support/http.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe('the operator’s own session in Chromium, judged by the real networks', {
  skip: withoutChromium,
}, () => {
  // The passive engine sees a drawing, which is what it is there for.
  const service = shareService('embedded', {
    env: { FACE_LIVENESS_THRESHOLD: '0.4', OPERATOR_NAME: 'Banco Exemplo' },
  });
  let browser: Browser;

  before(async () => {
    browser = await openChromium();
  });
  after(() => browser?.close());

  async function openPage(t: TestContext, locale: string): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale });
    t.after(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(longestStepMs);
    return page;
  }

  it('goes through the capture page with a head that follows the steps, and shows what the service decided', async (t) => {
    const page = await openPage(t, 'en');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const problems: string[] = [];
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    await drawHeadCamera(page);
    const { link } = service().running.trial!;
    await page.goto(link);
    await page.getByRole('heading', { name: 'Try a liveness session with your webcam' }).waitFor();
    assert.equal(page.url(), `${service().url}/try`);
    await assertFit(page);
    assert.equal(await page.getByText('light of the screen').count(), 0);
    await page.getByRole('button', { name: 'Open the capture page' }).click();

    await page.getByRole('heading', { name: 'Banco Exemplo asks you for photos of your face' }).waitFor();
    assert.equal(page.url(), `${service().url}/capture`);
    // A busy machine needs longer for a step.
    await page.locator('[data-choice=more-time]').click();
    await page.locator('[data-choice=camera]').click();
    await page.getByText('All good: you can start').first().waitFor();
    await page.locator('[data-choice=go]').click();
    await page.getByRole('heading', { name: /^Done!|^It did not work/ }).waitFor();
    const back = page.getByRole('button', { name: 'Back', exact: true });
    if (await back.isVisible()) await back.click();

    await page.waitForURL((url) => url.pathname === '/try');
    await page.getByRole('heading', { name: /^Passed|^Failed|^Expired/ }).waitFor();
    const shown = await page.locator('main').innerText();
    // What the page reads is the verdict of the service. A head drawn from one photo passes most sequences, not each.
    const key = await page.evaluate<string>("sessionStorage.getItem('confere-trial-key')");
    const data = (await send(`${service().url}/try/session`, { token: key })).body;
    assert.ok(['passed', 'failed'].includes(data.state), data.state);
    const isPassed = data.state === 'passed';
    assert.match(shown, isPassed ? /^Português\s+Passed: a living person/ : /^Português\s+Failed/, shown);
    for (const reason of data.reasons) assert.ok(shown.includes(`${reason}: `), reason);
    assert.equal(data.verdict.isAlive, isPassed);
    const title = isPassed ? 'Aprovada: uma pessoa viva' : 'Reprovada';
    assert.match(shown, /Judged by challenge@\d+\+fr-liveness@2/);
    assert.equal(await page.locator('.steps > li').count(), 7);
    assert.ok((await page.locator('.steps > li strong', { hasText: ': seen' }).count()) >= 4);
    await page.evaluate('document.querySelectorAll("img").forEach((image) => (image.loading = "eager"))');
    await page.waitForFunction('[...document.images].every(({ complete }) => complete)');
    assert.deepEqual(
      await page.evaluate(
        '[document.images.length, [...document.images].filter(({ naturalWidth }) => naturalWidth === 0).length]',
      ),
      [18, 0],
    );
    await assertFit(page);
    await page.getByRole('button', { name: 'Português' }).click();
    await page.getByRole('heading', { name: title }).waitFor();
    await assertFit(page);
    await page.reload();
    await page.getByRole('heading', { name: title }).waitFor();
    assert.deepEqual(problems, []);
    assert.deepEqual(
      requests.filter((url) => !url.startsWith(service().url) && !url.startsWith('data:')),
      [],
    );

    const other = await openPage(t, 'pt-BR');
    await other.goto(link);
    await other.getByRole('button', { name: 'Abrir a página de captura' }).click();
    await other.getByRole('heading', { name: 'Este endereço não vale mais' }).waitFor();
    await assertFit(other);
    await other.goto(`${service().url}/try`);
    await other.getByRole('heading', { name: 'O endereço está incompleto' }).waitFor();
  });
});

describe('the operator’s own session in Chromium, where light is offered', { skip: withoutChromium }, () => {
  const service = shareService('embedded', {
    engine: createStandInEngine(),
    env: { LIVENESS_LIGHT: 'offered' },
  });

  it('begins with the light of the screen for whoever chooses it', async (t) => {
    const browser = await openChromium();
    t.after(() => browser.close());
    const context = await browser.newContext({ viewport: { width: 320, height: 568 }, locale: 'pt-BR' });
    const page = await context.newPage();
    page.setDefaultTimeout(longestStepMs);
    await page.goto(service().running.trial!.link);
    const button = page.getByRole('button', { name: 'Abrir com a luz da tela' });
    await button.waitFor();
    await assertFit(page);
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('button', { name: 'Open it with the light of the screen' }).waitFor();
    await assertFit(page);
    await page.getByRole('button', { name: 'Português' }).click();
    await button.click();
    await page.waitForURL((url) => url.pathname === '/capture');
    await page.getByText('Depois a tela muda de cor seis vezes').waitFor();
  });
});

/** Nothing is wider than the screen, and axe finds nothing in both looks. */
async function assertFit(page: Page): Promise<void> {
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(axe);
    const found = await page.evaluate(
      `axe.run({ resultTypes: ['violations'] })
        .then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes[0].html))`,
    );
    assert.deepEqual(found, [], colorScheme);
  }
}
