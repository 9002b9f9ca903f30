import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { type CaptureSessions, serveCaptureSessions } from '../support/capture-sessions.ts';
import { longestStepMs, openChromium, withoutChromium } from '../support/chromium.ts';
import { countRunningCameras, drawCamera } from '../support/drawn-camera.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** WCAG 2.3.1: three flashes a second at most. */
const leastMsBetweenColours = 334;
const colours = ['blue', 'amber', 'green', 'pink', 'blue', 'amber'];
const shownAs: Readonly<Record<string, string>> = {
  blue: 'rgb(30, 80, 255)',
  green: 'rgb(30, 210, 80)',
  amber: 'rgb(255, 190, 40)',
  pink: 'rgb(255, 90, 230)',
};
type Box = Readonly<Record<'left' | 'top' | 'right' | 'bottom' | 'width' | 'height', number>>;
/** Where to keep pictures of the screens; none are kept without it. */
const pictures = process.env.CAPTURE_PICTURES;

/** Keeps each colour of the screen with the moment it came: at once, for a page that is busy looks late by itself. */
const watchColours = `
  globalThis.seenColours = [];
  const search = setInterval(() => {
    const light = document.querySelector('confere-capture')?.shadowRoot?.querySelector('.light');
    if (!light) return;
    clearInterval(search);
    const keep = () => {
      const colour = light.hidden ? '' : getComputedStyle(light).backgroundColor;
      if (colour !== (seenColours.at(-1)?.colour ?? '')) seenColours.push({ colour, at: performance.now() });
    };
    new MutationObserver(keep).observe(light, { attributes: true });
    keep();
  }, 10);
`;

describe('the light of the screen on the capture page', { skip: withoutChromium }, () => {
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

  async function openPage(t: TestContext, options: object = {}): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: 320, height: 640 },
      locale: 'pt-BR',
      ...options,
    });
    t.after(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(longestStepMs);
    await drawCamera(page);
    await page.addInitScript(watchColours);
    return page;
  }
  const choose = (page: Page, name: string) => page.locator(`[data-choice=${name}]`).click();
  const see = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

  async function look(page: Page, name: string): Promise<void> {
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png` });
    await page.evaluate(axe);
    const violations = await page.evaluate(async () => {
      type Axe = { run(options: object): Promise<{ violations: { id: string }[] }> };
      const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run({
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        resultTypes: ['violations'],
      });
      return violations.map(({ id }) => id);
    });
    assert.deepEqual(violations, [], name);
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), name);
  }

  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    it(`warns first, then shows the colours one by one, slowly (motion: ${reducedMotion})`, async (t) => {
      const page = await openPage(t, { reducedMotion });
      const { session, link } = sessions.create({ steps: ['center'], colours, hasConsent: false });
      await page.goto(link);
      assert.doesNotMatch(await page.locator('confere-capture').innerText(), /nem luzes/);
      await choose(page, 'camera');
      await see(page, 'A tela vai mudar de cor');
      await look(page, `light-warning-${reducedMotion}`);
      await choose(page, 'camera');
      await choose(page, 'go');
      await see(page, 'Olhe para a tela, sem se mexer');
      await look(page, `light-shining-${reducedMotion}`);
      await see(page, 'Pronto!');
      assert.equal(session.frames.length, 3 + colours.length);
      type Seen = { readonly colour: string; readonly at: number };
      const seen = await page.evaluate<Seen[]>('globalThis.seenColours');
      assert.deepEqual(
        seen.map(({ colour }) => colour),
        [...colours.map((name) => shownAs[name]), ''],
      );
      const gaps = seen.slice(1).map(({ at }, index) => at - seen[index]!.at);
      assert.ok(Math.min(...gaps) >= leastMsBetweenColours, gaps.join());
      assert.equal(await countRunningCameras(page), 0);
    });
  }

  for (const [name, options] of [
    ['dark', { colorScheme: 'dark' }],
    ['landscape', { viewport: { width: 568, height: 320 } }],
    ['landscape-dark', { viewport: { width: 844, height: 390 }, colorScheme: 'dark' }],
  ] as const) {
    it(`leaves picture, words and buttons on the screen while it shines: ${name}`, async (t) => {
      const page = await openPage(t, { ...options, locale: 'en-GB' });
      const { link } = sessions.create({ steps: [], colours, hasConsent: false, locale: 'en' });
      await page.goto(link);
      await choose(page, 'camera');
      await see(page, 'The screen will change its colour');
      await look(page, `light-warning-${name}`);
      await choose(page, 'camera');
      await see(page, 'Fit your face in the oval');
      await choose(page, 'go');
      const stop = page.getByRole('button', { name: 'I am sensitive to coloured light' });
      await stop.waitFor();
      // All at once: it shines for a few seconds only.
      const boxes = await page.locator('confere-capture').evaluate((host) =>
        ['.view', 'h1', '[data-choice=cannot]'].map((part) => {
          type Root = { querySelector(part: string): { getBoundingClientRect(): { toJSON(): Box } } };
          const { shadowRoot } = host as unknown as { shadowRoot: Root };
          return shadowRoot.querySelector(part).getBoundingClientRect().toJSON();
        }),
      );
      const { width, height } = page.viewportSize()!;
      for (const { left, top, right, bottom } of boxes) {
        assert.ok(left >= 0 && top >= 0 && right <= width && bottom <= height, JSON.stringify(boxes));
      }
      const { width: wide, height: high } = boxes.at(-1)!;
      assert.ok(wide >= 24 && high >= 24, `${wide} x ${high}`);
      await look(page, `light-shining-${name}`);
    });
  }

  it('is not shown to whoever cannot look at it, before or during it', async (t) => {
    const page = await openPage(t, { locale: 'en-GB' });
    const before = sessions.create({ steps: ['center'], colours, hasConsent: false, locale: 'en' });
    await page.goto(before.link);
    await choose(page, 'camera');
    await see(page, 'The screen will change its colour');
    await choose(page, 'no-light');
    await choose(page, 'stop');
    await see(page, 'There is another way');
    assert.equal(before.session.state, 'not_performed');
    assert.deepEqual(await page.evaluate('globalThis.seenColours'), []);

    const during = sessions.create({ steps: [], colours, hasConsent: false, locale: 'en' });
    await page.goto('about:blank');
    await page.goto(during.link);
    await choose(page, 'camera');
    await choose(page, 'camera');
    await choose(page, 'go');
    const sensitive = page.getByRole('button', { name: 'I am sensitive to coloured light' });
    await sensitive.waitFor();
    // The next colour is on its way when the person stops it.
    const [asked, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/next', async (route) => {
      asked.resolve();
      await stopped.promise;
      await route.continue();
    });
    await asked.promise;
    await sensitive.click();
    const stop = page.locator('[data-choice=stop]');
    await stop.waitFor();
    const answered = page.waitForResponse('**/next');
    stopped.resolve();
    await (await answered).finished();
    await page.evaluate('new Promise((done) => setTimeout(done, 100))');
    assert.equal(await page.locator('.light').isVisible(), false);
    await stop.click();
    await see(page, 'There is another way');
    assert.equal(during.session.state, 'not_performed');
    assert.equal(await page.locator('.light').isVisible(), false);
    assert.equal(await countRunningCameras(page), 0);
  });
});
