import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { longestStepMs, openChromium, withoutChromium } from '../support/chromium.ts';
import { countRunningCameras, drawCamera } from '../support/drawn-camera.ts';
import { send } from '../support/http.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

describe('the capture page in Chromium, with the service', { skip: withoutChromium }, () => {
  const service = shareService('embedded', {
    engine: createStandInEngine(),
    env: { LIVENESS_LOCK_AFTER_FAILURES: '0' },
  });
  let browser: Browser;
  let customer: string;

  before(async () => {
    browser = await openChromium();
    customer = await service().token('customer');
  });
  after(() => browser?.close());

  async function openPage(t: TestContext, options: object = {}): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: 360, height: 740 },
      locale: 'en',
      ...options,
    });
    t.after(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(longestStepMs);
    await drawCamera(page);
    return page;
  }
  const create = async () => {
    const url = `${service().url}/v1/liveness-sessions`;
    const json = { purpose: 'check', locale: 'en' };
    const { body } = await send(url, { method: 'POST', token: customer, json });
    return body as { id: string; captureUrl: string };
  };
  const read = async (id: string) =>
    (await send(`${service().url}/v1/liveness-sessions/${id}`, { token: customer })).body;
  const choose = (page: Page, name: string) => page.locator(`[data-choice=${name}]`).click();
  const see = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).waitFor();

  it('a phone takes the photos of the desk’s session by its code, through a connection that breaks', async (t) => {
    const { id, captureUrl } = await create();
    const desk = await openPage(t, { viewport: { width: 1280, height: 800 } });
    await desk.goto(captureUrl);
    await choose(desk, 'phone');
    await see(desk, 'Continue on a phone');
    const link = await desk.locator('.link').innerText();
    const phone = await openPage(t, { reducedMotion: 'reduce' });
    await phone.goto(link);
    await choose(phone, 'more-time');
    await choose(phone, 'camera');
    await phone.getByText('All good: you can start').first().waitFor();
    await choose(phone, 'go');
    await see(phone, 'Look straight ahead');
    await phone.context().setOffline(true);
    await phone.locator('.hint', { hasText: 'No connection. Trying again…' }).waitFor();
    await phone.context().setOffline(false);
    await see(phone, /^Done!|^It did not work/);
    await see(desk, /^Done!|^It did not work/);
    assert.equal(await countRunningCameras(phone), 0);
    const session = await read(id);
    // The stand-in sees another face in every frame.
    assert.equal(session.state, 'failed');
    assert.equal(session.steps.length, 7);
    const counts = session.steps.map(({ frames }: { frames: unknown[] }) => frames.length);
    assert.deepEqual(counts, [3, 3, 2, 3, 2, 3, 2], 'each frame once, whatever was sent again');
    const { body } = await send(`${service().url}/v1/audit?target=${id}&limit=100`, { token: customer });
    const actions = body.items.map(({ action }: { action: string }) => action).sort();
    assert.equal(actions.filter((action: string) => action === 'liveness.begin').length, 2);
    for (const once of ['liveness.handover', 'liveness.capture', 'liveness.finish', 'liveness.fail']) {
      assert.equal(actions.filter((action: string) => action === once).length, 1, once);
    }
    const other = await openPage(t);
    await other.goto(link);
    await see(other, 'This link is no longer valid');
  });

  it('who cancels ends the session, and the camera is off', async (t) => {
    const { id, captureUrl } = await create();
    const page = await openPage(t);
    await page.goto(captureUrl);
    await choose(page, 'camera');
    await see(page, 'Fit your face in the oval');
    assert.equal(await countRunningCameras(page), 1);
    await choose(page, 'cancel');
    await see(page, 'Cancelled');
    assert.equal((await read(id)).state, 'abandoned');
    assert.equal(await countRunningCameras(page), 0);
  });

  it('who opens the link too late, or after another browser, is told so and no camera is opened', async (t) => {
    const late = await create();
    const page = await openPage(t);
    await service().clock.later(181_000, async () => {
      await page.goto(late.captureUrl);
      await see(page, 'This link is no longer valid');
    });
    assert.equal(await countRunningCameras(page), 0);
    const used = await create();
    const first = await openPage(t);
    await first.goto(used.captureUrl);
    await first.locator('[data-choice=camera]').waitFor();
    const second = await openPage(t);
    await second.goto(used.captureUrl);
    await see(second, 'This link is no longer valid');
    assert.equal((await read(used.id)).state, 'started');
  });
});
