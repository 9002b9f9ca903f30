import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { type CaptureSessions, serveCaptureSessions } from '../support/capture-sessions.ts';
import { longestStepMs, openChromium, withoutChromium } from '../support/chromium.ts';
import { drawCamera } from '../support/drawn-camera.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Where to keep pictures of the screens; none are kept without it. */
const pictures = process.env.CAPTURE_PICTURES;

const withoutCamera = `
  navigator.mediaDevices.getUserMedia = async () => {
    throw new DOMException('none', 'NotFoundError');
  };
`;

/** Phones on their side. */
for (const viewport of [
  { width: 740, height: 360 },
  { width: 568, height: 320 },
]) {
  const size = `${viewport.width}x${viewport.height}`;
  describe(`the capture page on its side, ${size}`, { skip: withoutChromium }, () => {
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
      const context = await browser.newContext({ viewport, locale: 'pt-BR', hasTouch: true });
      t.after(() => context.close());
      const page = await context.newPage();
      page.setDefaultTimeout(longestStepMs);
      return page;
    }
    const choose = (page: Page, name: string) => page.locator(`[data-choice=${name}]`).click();
    const see = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

    /** Another link differs in its fragment alone, which loads nothing. */
    const go = async (page: Page, link: string) => {
      await page.goto('about:blank');
      await page.goto(link);
    };

    /** No finding of axe; nothing is wider than the window; every part can be brought into it whole, and touched. */
    async function look(page: Page, name: string): Promise<void> {
      if (pictures !== undefined)
        await page.screenshot({ path: `${pictures}/${size}-${name}.png`, fullPage: true });
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
      for (const part of await page.locator('h1, button, select, input, label.choice').all()) {
        if (!(await part.isVisible())) continue;
        await part.scrollIntoViewIfNeeded();
        await assertInside(part, name);
      }
      for (const button of await page.locator('button, select').all()) {
        if ((await button.isVisible()) && (await button.isEnabled())) await button.click({ trial: true });
      }
      await page.evaluate('scrollTo(0, 0)');
    }

    async function assertInside(part: Locator, name: string): Promise<void> {
      // The page draws a part anew when its words change: the old one has no box any more.
      let box: Awaited<ReturnType<Locator['boundingBox']>> = null;
      while (box === null) {
        await part.waitFor();
        box = await part.boundingBox();
      }
      const { x, y, width, height } = box;
      const isInside =
        x >= 0 && y >= -0.5 && x + width <= viewport.width && y + height <= viewport.height + 0.5;
      const words = (await part.textContent()) ?? '';
      assert.ok(isInside, `${name}, ${words}: ${[x, y, width, height].map(Math.round).join(' ')}`);
    }

    /** Without scrolling: nobody scrolls while a head turns. */
    async function assertShown(page: Page, name: string, parts: readonly string[]): Promise<void> {
      for (const part of parts) await assertInside(page.locator(part).first(), name);
    }

    it('shows every screen of a session whole', async (t) => {
      const page = await openPage(t);
      await drawCamera(page);
      const { link } = sessions.create({ steps: ['center', 'left', 'up'] });
      await page.goto(link);
      await page.locator('[data-choice=camera]').waitFor();
      await look(page, 'intro');
      await choose(page, 'camera');
      await page.getByRole('alert').waitFor();
      await look(page, 'must-agree');
      await page.getByRole('checkbox').check();
      await choose(page, 'camera');
      await see(page, 'Encaixe o rosto no oval');
      await look(page, 'oval');
      await assertShown(page, 'oval', ['.view', 'h1', '.hint', '[data-choice=go]']);
      await choose(page, 'go');
      await see(page, 'Olhe para a frente');
      await assertShown(page, 'center', ['.view', 'h1', '.hint', 'progress', '[data-choice=cannot]']);
      await see(page, 'Vire um pouco para a esquerda');
      // No more than that, for the page goes on by itself.
      await assertShown(page, 'turn', ['.view', 'h1', '.hint', 'progress', '[data-choice=cannot]']);
      await see(page, 'Pronto!');
      await look(page, 'done');
    });

    it('shows the ways out whole', async (t) => {
      const page = await openPage(t);
      await drawCamera(page);
      const first = sessions.create({
        hasConsent: false,
        steps: ['center'],
        outcome: 'try_again',
        hint: 'turn_further',
      });
      await page.goto(first.link);
      await choose(page, 'phone');
      await page.locator('.qr').waitFor();
      await look(page, 'phone');
      const second = sessions.create({ hasConsent: false, alternative: 'Venha à agência mais próxima.' });
      await go(page, second.link);
      await choose(page, 'cannot');
      await choose(page, 'stop');
      await see(page, 'Há outro caminho');
      await look(page, 'another-way');
      const third = sessions.create({ hasConsent: false });
      await go(page, third.link);
      await choose(page, 'cancel');
      await see(page, 'Cancelado');
      await look(page, 'cancelled');
    });

    it('shows what to do without a camera whole', async (t) => {
      const page = await openPage(t);
      await page.addInitScript(withoutCamera);
      const { link } = sessions.create({ hasConsent: false, isUploadAllowed: true });
      await page.goto(link);
      await choose(page, 'camera');
      await page.locator('[data-choice=upload]').waitFor();
      await look(page, 'no-camera');
      await choose(page, 'upload');
      await page.locator('input[type=file]').waitFor();
      await look(page, 'file');
    });
  });
}
