import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { longestStepMs, openChromium, withoutChromium } from '../support/chromium.ts';
import { send } from '../support/http.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

/** Ways to end an interruption; each is read by the page as an expression. */
const video = "document.querySelector('confere-capture').shadowRoot.querySelector('video')";
const track = `${video}.srcObject.getVideoTracks()[0]`;
const isShown = `${track}.readyState === 'live' && !${video}.paused`;
const hide = "Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })";
const comeBack = "delete document.visibilityState; document.dispatchEvent(new Event('visibilitychange'))";

describe('a camera that a phone call takes away', { skip: withoutChromium }, () => {
  const service = shareService('embedded', {
    engine: createStandInEngine(),
    env: { LIVENESS_FINISH_SECONDS: '3600' },
  });
  let browser: Browser;

  before(async () => {
    browser = await openChromium(['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream']);
  });
  after(() => browser?.close());

  it('comes back with the person, paused, ended or muted, and asks for help only when it ends before him', async (t) => {
    const created = await send(`${service().url}/v1/liveness-sessions`, {
      method: 'POST',
      token: await service().token('customer'),
      json: { purpose: 'check', locale: 'en' },
    });
    const context = await browser.newContext({ locale: 'en' });
    t.after(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(longestStepMs);
    // The page's policy evaluates no text of the page itself.
    const until = async (expression: string) => {
      for (const end = Date.now() + longestStepMs; !(await page.evaluate(expression)); await delay(50)) {
        assert.ok(Date.now() < end, expression);
      }
    };
    const { captureUrl } = created.body;
    await page.goto(captureUrl);
    await page.locator('[data-choice=camera]').click();
    await page.locator('[data-choice=go]').waitFor();
    await until(isShown);

    await page.evaluate(`${hide}; ${video}.pause(); ${comeBack}`);
    await until(isShown);

    const first = await page.evaluate(`${track}.id`);
    await page.evaluate(
      `(() => { const taken = ${track}; ${hide}; taken.stop(); taken.dispatchEvent(new Event('ended')); })()`,
    );
    assert.equal(await page.locator('[data-choice=go]').count(), 1);
    await page.evaluate(comeBack);
    await until(isShown);
    const second = await page.evaluate(`${track}.id`);
    assert.notEqual(second, first);

    await page.evaluate(
      `${hide}; Object.defineProperty(${track}, 'muted', { value: true, configurable: true }); ${comeBack}`,
    );
    await until(`${track}.id !== '${second}' && ${isShown}`);
    assert.equal(await page.locator('[data-choice=go]').count(), 1);

    await page.evaluate(`${track}.dispatchEvent(new Event('ended'))`);
    await page.locator('[data-choice=go]').waitFor({ state: 'detached' });
  });
});
