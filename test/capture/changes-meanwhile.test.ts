import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Browser, Page, Route } from 'playwright-core';
import { type CaptureSessions, serveCaptureSessions } from '../support/capture-sessions.ts';
import { longestStepMs, openChromium, withoutChromium } from '../support/chromium.ts';
import { countRunningCameras, drawCamera, withoutFace } from '../support/drawn-camera.ts';
import { lookAtScreen } from '../support/look-at-screen.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

const intro = 'Banco Exemplo asks you for photos of your face';
const asked = { locale: 'en', hasConsent: false } as const;

describe('what changes while the capture page waits', { skip: withoutChromium }, () => {
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

  const choose = (page: Page, name: string) => page.locator(`[data-choice=${name}]`).click();
  const see = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

  /** The first request for an operation is answered, and its answer kept back until `release`. */
  async function holdAnswer(page: Page, operation: string) {
    const [answered, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let isFirst = true;
    await page.route(`**/${operation}`, async (route: Route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
      const response = await route.fetch();
      answered.resolve();
      await released.promise;
      // The page may be gone.
      await route.fulfill({ response }).catch(() => undefined);
    });
    return { answered: answered.promise, release: () => released.resolve() };
  }

  it('no photo is taken while the person is in another app, and the step is waited for anew', async (t) => {
    const page = await openPage(t);
    await page.addInitScript(withoutFace);
    const steps = { steps: ['left'], stepSeconds: [1] } as const;
    const { session, link } = sessions.create({ ...asked, ...steps });
    await page.goto(link);
    await choose(page, 'camera');
    await page.locator('[data-choice=go]').waitFor();
    await page.evaluate(
      "Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })",
    );
    await choose(page, 'go');
    await see(page, 'Turn a little to the left');
    // Longer than the page waits for a movement that it does not see, and than the whole step.
    await page.waitForTimeout(3_000);
    assert.equal(session.frames.length, 0);
    await page.evaluate('delete document.visibilityState');
    await see(page, 'Done!');
    assert.equal(session.frames.length, 3);
  });

  it('a photo on its way is waited for when the person thought of stopping and came back', async (t) => {
    const page = await openPage(t);
    const { session, link } = sessions.create({ ...asked, steps: ['center', 'left'] });
    const { answered, release } = await holdAnswer(page, 'frames');
    await page.goto(link);
    await choose(page, 'camera');
    await choose(page, 'go');
    await answered;
    await choose(page, 'cannot');
    await choose(page, 'keep');
    await choose(page, 'go');
    await page.locator('[data-choice=cannot]').waitFor();
    // As long as the page would take to send another photo in its place.
    await page.waitForTimeout(2_000);
    release();
    await see(page, 'Done!');
    assert.deepEqual(
      session.frames.map(({ step }) => step),
      [1, 1, 1, 2, 2, 2],
    );
  });

  it('an answer that is cut off is asked for again', async (t) => {
    const page = await openPage(t);
    const { session, link } = sessions.create({ ...asked, steps: ['center'] });
    sessions.loseAnswer('begin', 'half');
    await page.goto(link);
    await see(page, intro);
    for (const operation of ['next', 'frames', 'finish']) sessions.loseAnswer(operation, 'half');
    await choose(page, 'camera');
    await choose(page, 'go');
    await see(page, 'Done!');
    assert.equal(session.frames.length, 3);
  });

  it('a busy server that names a date is not asked without a pause', async (t) => {
    const page = await openPage(t);
    const { link } = sessions.create(asked);
    const askedAt: number[] = [];
    await page.route('**/begin', (route) => {
      askedAt.push(performance.now());
      if (askedAt.length > 3) return route.continue();
      const headers = { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' };
      return route.fulfill({ status: 503, headers, body: 'busy' });
    });
    await page.goto(link);
    await see(page, intro);
    const waits = askedAt.slice(1).map((at, index) => at - askedAt[index]!);
    assert.ok(Math.min(...waits) > 300, waits.join());
  });

  it('a page that was reloaded before its session began begins it', async (t) => {
    const page = await openPage(t);
    const { session, link } = sessions.create(asked);
    const { answered, release } = await holdAnswer(page, 'begin');
    await page.goto(link);
    await answered;
    assert.equal(session.state, 'started');
    await page.reload();
    await see(page, intro);
    release();
  });

  it('a link that is opened again in its tab goes on, and another link is another session', async (t) => {
    const page = await openPage(t);
    const { session, link } = sessions.create({ ...asked, steps: ['center', 'left'] });
    await page.goto(link);
    await see(page, intro);
    await page.goto(`${sessions.url}/healthz`);
    await page.goto(link);
    await choose(page, 'camera');
    await choose(page, 'go');
    await see(page, 'Turn a little to the left');
    await page.goto(`${sessions.url}/healthz`);
    await page.goto(link);
    await choose(page, 'go');
    await see(page, 'Done!');
    assert.equal(session.state, 'judging');
    await page.goto(`${sessions.url}/healthz`);
    await page.goto(link);
    await see(page, 'This link is no longer valid');
    const others = [sessions.create(asked), sessions.create({ ...asked, purpose: 'register' })] as const;
    for (const [index, words] of [/confirm that it is you/, /register your face/].entries()) {
      await page.goto(`${sessions.url}/healthz`);
      await page.goto(others[index]!.link);
      await page.getByText(words).waitFor();
    }
  });

  it('a page that was reloaded while the photos were checked says what became of them', async (t) => {
    const page = await openPage(t);
    const redirectUrl = `${sessions.url}/healthz`;
    const { session, link } = sessions.create({ ...asked, steps: ['center'], redirectUrl });
    const { answered, release } = await holdAnswer(page, 'finish');
    await page.goto(link);
    await choose(page, 'camera');
    await choose(page, 'go');
    await answered;
    assert.equal(session.state, 'judging');
    await page.reload();
    await see(page, 'Done!');
    assert.equal(await countRunningCameras(page), 0);
    await page.waitForURL('**/healthz?*');
    release();
  });

  it('the screens on which there is nothing to choose show that the connection is lost, and is back', async (t) => {
    const page = await openPage(t);
    const { link } = sessions.create({ ...asked, steps: ['center'] });
    await page.goto(link);
    await choose(page, 'camera');
    const lost = page.locator('.notice', { hasText: 'No connection. Trying again…' });
    let isCut = true;
    await page.route('**/finish', (route) => (isCut ? route.abort('connectionreset') : route.continue()));
    await choose(page, 'go');
    await see(page, 'Checking the photos…');
    await lost.waitFor();
    await lookAtScreen(page, 'lost while checking');
    isCut = false;
    await see(page, 'Done!');
    assert.equal(await lost.count(), 0);
  });

  it('whoever cancels on the desk ends the session, unless a phone has it', async (t) => {
    const desk = await openPage(t);
    const { session, link } = sessions.create(asked);
    await desk.goto(link);
    await choose(desk, 'phone');
    await see(desk, 'Continue on a phone');
    await choose(desk, 'cancel');
    await see(desk, 'Cancelled');
    assert.equal(session.state, 'abandoned');

    const other = sessions.create(asked);
    await desk.goto('about:blank');
    await desk.goto(other.link);
    await choose(desk, 'phone');
    await see(desk, 'Continue on a phone');
    // A reload takes the session back, as long as no phone has it.
    await desk.reload();
    await see(desk, intro);
    await choose(desk, 'phone');
    await see(desk, 'Continue on a phone');
    const phone = await openPage(t);
    await phone.goto(await desk.locator('.link').innerText());
    await see(phone, intro);
    await choose(desk, 'cancel');
    await desk.getByText('A phone has opened the link. Go on there.').waitFor();
    assert.equal(other.session.state, 'started');
  });

  it('the second click of a double one presses nothing on the next screen', async (t) => {
    const page = await openPage(t, { viewport: { width: 412, height: 915 } });
    const { session, link } = sessions.create({ locale: 'en', steps: [], colours: ['blue'] });
    await page.goto(link);
    await page.getByRole('checkbox').check();
    const button = page.locator('[data-choice=camera]');
    await button.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await button.boundingBox())!;
    await page.mouse.dblclick(x + width / 2, y + height / 2);
    await choose(page, 'camera');
    await see(page, 'Fit your face in the oval');
    assert.equal(session.state, 'started');
  });

  it('an element that is moved in its page goes on, and one with another link begins the other session', async (t) => {
    const page = await openPage(t);
    const [first, second] = [sessions.create(asked), sessions.create({ ...asked, steps: ['center'] })];
    const element = `<confere-capture link="${first.link.replace('&', '&amp;')}"></confere-capture>`;
    await page.route('**/shop', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><script type="module" src="/capture/confere-capture.js"></script>
          <main>${element}</main><div></div>`,
      }),
    );
    await page.goto(`${sessions.url}/shop`);
    const move = "document.querySelector('div').append(document.querySelector('confere-capture'))";
    await see(page, intro);
    await page.evaluate(move);
    await choose(page, 'camera');
    await see(page, 'Fit your face in the oval');
    await page.evaluate(`${move}; document.querySelector('main').append(document.querySelector('div'))`);
    assert.equal(await countRunningCameras(page), 1);
    assert.equal(
      await page.evaluate(
        "document.querySelector('confere-capture').shadowRoot.querySelector('video').paused",
      ),
      false,
    );
    await page.evaluate(
      `document.querySelector('confere-capture').setAttribute('link', ${JSON.stringify(second.link)})`,
    );
    await see(page, intro);
    assert.equal(await countRunningCameras(page), 0);
    await choose(page, 'camera');
    await choose(page, 'go');
    await see(page, 'Done!');
    assert.deepEqual([first.session.state, second.session.state], ['started', 'judging']);
    assert.equal(await countRunningCameras(page), 0);
    await page.evaluate("document.querySelector('confere-capture').setAttribute('link', 'https://')");
    await see(page, 'This link is no longer valid');
  });
});
