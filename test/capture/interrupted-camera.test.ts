import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
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

/** Keeps every picture that was opened. After the first, the next ones wait for allowCamera. */
const waitForPermission = `
  globalThis.opened = [];
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  const allowed = new Promise((resolve) => (globalThis.allowCamera = resolve));
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    if (opened.length > 0) {
      globalThis.isAskedAgain = true;
      await allowed;
    }
    const stream = await open(wanted);
    opened.push(...stream.getTracks());
    return stream;
  };
`;

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

  async function openPage(t: TestContext, script = '') {
    const created = await send(`${service().url}/v1/liveness-sessions`, {
      method: 'POST',
      token: await service().token('customer'),
      json: { purpose: 'check', locale: 'en' },
    });
    const context = await browser.newContext({ locale: 'en' });
    t.after(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(longestStepMs);
    await page.addInitScript(script);
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
    return { page, until };
  }

  it('comes back with the person, paused, ended or muted, and asks for help only when it ends before him', async (t) => {
    const { page, until } = await openPage(t);
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

  it('shows its picture to whoever thought of stopping, also when it ended meanwhile', async (t) => {
    const { page, until } = await openPage(t);
    for (const isEnded of [false, true]) {
      await page.locator('[data-choice=go]').click();
      const cannot = page.locator('[data-choice=cannot]');
      await cannot.waitFor();
      await page.evaluate(`globalThis.kept = ${video}`);
      await cannot.click();
      await page.locator('[data-choice=keep]').waitFor();
      // Out of the page, a browser pauses it.
      await until('kept.paused');
      if (isEnded) await page.evaluate('kept.srcObject.getTracks()[0].stop()');
      await page.locator('[data-choice=keep]').click();
      await page.locator('[data-choice=go]').waitFor();
      await until(isShown);
    }
  });

  it('stays off for whoever cancelled while the browser asked for it once more', async (t) => {
    const { page, until } = await openPage(t, waitForPermission);
    await page.evaluate(`(() => { const taken = ${track}; ${hide}; taken.stop(); ${comeBack}; })()`);
    await until('globalThis.isAskedAgain === true');
    await page.locator('[data-choice=cancel]').click();
    await page.getByRole('heading', { name: 'Cancelled' }).waitFor();
    await page.evaluate('allowCamera()');
    await until('opened.length === 2');
    await until("opened.every(({ readyState }) => readyState === 'ended')");
  });
});
