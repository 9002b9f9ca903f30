import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { longestStepMs, openChromium, withoutChromium } from '../support/chromium.ts';
import { send } from '../support/http.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

/** A site of its own origin that shows whatever page is put on it. */
type Site = { readonly origin: string; put(html: string): string; close(): void };

async function openSite(): Promise<Site> {
  const pages: string[] = [];
  const server: Server = createServer((request, response) => {
    const html = pages[Number(request.url?.slice(1))];
    response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html' });
    response.end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    put: (html) => `${origin}/${pages.push(`<!doctype html>${html}`) - 1}`,
    close: () => server.close(),
  };
}

const frameOf = (address: string) => `<script>
  globalThis.told = [];
  addEventListener('message', ({ origin, data }) => told.push({ origin, data }));
</script><iframe allow="camera" width="400" height="700" src="${address.replaceAll('&', '&amp;')}"></iframe>`;

describe('pages that embed the capture page', { skip: withoutChromium }, () => {
  const service = shareService('embedded', {
    engine: createStandInEngine(),
    env: { MOBILE_LISTEN: '127.0.0.1:0', CORS_ORIGINS: 'https://everybody.example' },
  });
  let browser: Browser;
  let [shop, bank, stranger]: Site[] = [];
  let makeFor: { readonly shop: () => Promise<Made>; readonly bank: () => Promise<Made> };
  type Made = { readonly id: string; readonly captureUrl: string; state(): Promise<string> };

  before(async () => {
    [shop, bank, stranger] = [await openSite(), await openSite(), await openSite()];
    browser = await openChromium(['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']);
    const admin = await service().fetchToken(service().admin);
    const clientOf = async (site: Site) => {
      const client = await service().createClient('customer');
      const json = { captureOrigins: [site.origin] };
      const url = `${service().url}/v1/clients/${client.clientId}`;
      assert.equal((await send(url, { method: 'PATCH', token: admin, json })).status, 200);
      const token = await service().fetchToken(client);
      return async (): Promise<Made> => {
        const sessions = `${service().url}/v1/liveness-sessions`;
        const made = await send(sessions, {
          method: 'POST',
          token,
          json: { purpose: 'check', locale: 'en' },
        });
        const state = async () => (await send(`${sessions}/${made.body.id}`, { token })).body.state;
        return { ...made.body, state };
      };
    };
    makeFor = { shop: await clientOf(shop), bank: await clientOf(bank) };
  });
  after(async () => {
    await browser?.close();
    for (const site of [shop, bank, stranger]) site?.close();
  });

  async function open(t: TestContext, address: string): Promise<Page> {
    const context = await browser.newContext({ locale: 'en' });
    t.after(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(longestStepMs);
    await page.goto(address);
    return page;
  }
  /** Every frame that shows something is an error page of the browser, but for those of the sites themselves. */
  async function assertBlocked(page: Page): Promise<void> {
    const isDone = () =>
      page.frames().some((frame) => frame.url().startsWith('chrome-error:')) ||
      page.frames().some((frame) => frame.url().startsWith(service().mobileUrl));
    for (const end = Date.now() + longestStepMs; !isDone() && Date.now() < end; )
      await page.waitForTimeout(50);
    const shown = page.frames().filter((frame) => frame.url().startsWith(service().mobileUrl));
    for (const frame of shown) assert.equal(await frame.locator('confere-capture').count(), 0, frame.url());
    assert.ok(
      page.frames().some((frame) => frame.url().startsWith('chrome-error:')),
      'the browser refused it',
    );
  }

  it('a listed page embeds it and is told the event and the session, and no other page is', async (t) => {
    const { id, captureUrl, state } = await makeFor.shop();
    const page = await open(t, shop!.put(frameOf(captureUrl)));
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Confere asks you for photos of your face' }).waitFor();
    await frame.locator('[data-choice=cancel]').click();
    await frame.getByRole('heading', { name: 'Cancelled' }).waitFor();
    await page.waitForFunction('told.length > 0');
    assert.deepEqual(await page.evaluate('told'), [
      { origin: service().mobileUrl, data: { source: 'confere-capture', event: 'cancelled', sessionId: id } },
    ]);
    assert.equal(await state(), 'abandoned');

    // The link was used: the session does not begin again, and its page is told so.
    const late = await open(t, shop!.put(frameOf(captureUrl)));
    await late.frameLocator('iframe').getByRole('heading', { name: 'no longer valid' }).waitFor();
    await late.waitForFunction('told.length > 0');
    assert.deepEqual(await late.evaluate('told'), [
      { origin: service().mobileUrl, data: { source: 'confere-capture', event: 'failed', sessionId: id } },
    ]);
  });

  it('goes on in its frame after a reload of the frame, and when the person comes back to the page', async (t) => {
    const asksForPhotos = { name: 'Confere asks you for photos of your face' };
    const { captureUrl, state } = await makeFor.shop();
    const page = await open(t, shop!.put(frameOf(captureUrl)));
    const heading = page.frameLocator('iframe').getByRole('heading', asksForPhotos);
    await heading.waitFor();
    const frame = page.frameLocator('iframe');
    await page.frames()[1]!.evaluate(`setTimeout(() => location.reload());
      document.querySelector('confere-capture').toggleAttribute('data-before')`);
    await frame.locator('confere-capture:not([data-before])').waitFor();
    await heading.waitFor();
    await page.goto(shop!.put('<h1>Terms</h1>'));
    await page.goBack();
    await heading.waitFor();
    await frame.locator('[data-choice=cancel]').click();
    await page.waitForFunction('told.length > 0');
    assert.equal(await state(), 'abandoned');

    // No other session of the tab goes on under its address.
    const other = await makeFor.shop();
    await page.evaluate(`document.querySelector('iframe').src = '${other.captureUrl}'`);
    await heading.waitFor();
    const address = new URL(captureUrl);
    address.hash = '';
    await page.evaluate(`document.querySelector('iframe').src = '${address}'`);
    await frame.getByRole('heading', { name: 'cannot be used here' }).waitFor();
  });

  it('a page that is not listed cannot, whatever it does with the address', async (t) => {
    const { id, captureUrl, state } = await makeFor.shop();
    const code = new URL(captureUrl).hash;
    const page = `${service().mobileUrl}/capture`;
    for (const address of [
      captureUrl,
      `${page}${code}`,
      `${page}?s=${code}`,
      `${page}?s=${id}&s=${id}${code}`,
      `${page}?S=${id}${code}`,
    ]) {
      await assertBlocked(await open(t, stranger!.put(frameOf(address))));
    }
    // Inside a listed page that an unlisted one frames.
    await assertBlocked(await open(t, stranger!.put(frameOf(shop!.put(frameOf(captureUrl))))));
    assert.equal(await state(), 'created');
  });

  it("a page that another client lists cannot embed this client's session under its own", async (t) => {
    const victim = await makeFor.shop();
    const own = await makeFor.bank();
    const mixed = `${service().mobileUrl}/capture?s=${own.id}${new URL(victim.captureUrl).hash}`;
    const page = await open(t, bank!.put(frameOf(mixed)));
    await page.frameLocator('iframe').getByRole('heading', { name: 'cannot be used here' }).waitFor();
    assert.deepEqual(await page.evaluate('told'), []);
    await assertBlocked(await open(t, bank!.put(frameOf(victim.captureUrl))));
    assert.equal(await victim.state(), 'created');
    assert.equal(await own.state(), 'created');
  });

  it('the element works in a listed page, and begins nothing in another', async (t) => {
    const elementOf = (link: string) =>
      `<script type="module" src="${service().mobileUrl}/capture/confere-capture.js"></script>
      <confere-capture link="${link.replaceAll('&', '&amp;')}"></confere-capture>`;
    const first = await makeFor.shop();
    const page = await open(t, shop!.put(elementOf(first.captureUrl)));
    await page.getByRole('heading', { name: 'Confere asks you for photos of your face' }).waitFor();
    assert.equal(await first.state(), 'started');

    // On a phone whose clock is fast by ten minutes, too.
    const late = await makeFor.shop();
    const fast = '<script>const now = Date.now; Date.now = () => now() + 600_000;</script>';
    const ahead = await open(t, shop!.put(fast + elementOf(late.captureUrl)));
    const asked = ahead.getByRole('heading', { name: 'Confere asks you for photos of your face' });
    await asked.waitFor();
    await ahead.waitForTimeout(1_500);
    assert.equal(await asked.count(), 1);

    const second = await makeFor.shop();
    // The script is public, so another page may have a copy; the session's addresses decide.
    const other = await open(t, bank!.put(elementOf(second.captureUrl)));
    const refused = await other.evaluate(async (address) => {
      const begin = fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
      return await begin.then(
        () => 'answered',
        (error: Error) => error.name,
      );
    }, `${service().mobileUrl}/v1/liveness-sessions/${second.id}/begin`);
    assert.equal(refused, 'TypeError');
    const alien = await open(t, stranger!.put(elementOf(second.captureUrl)));
    await alien.waitForLoadState('networkidle');
    assert.equal(await alien.evaluate("customElements.get('confere-capture') === undefined"), true);
    assert.equal(await second.state(), 'created');
  });

  it('the content policy of the guide is enough for the element with its face detector, and for the frame', async (t) => {
    const guide = new URL('../../docs/guides/take-photos-with-the-capture-page.md', import.meta.url);
    const named = (await readFile(guide, 'utf8'))
      .replaceAll('\n', ' ')
      .matchAll(/`((?:script|connect|frame|style)-src [^`]+)`/g);
    const allowed = [...named].map(([, directive]) =>
      directive!.replace('https://id.example.com', service().mobileUrl),
    );
    assert.deepEqual(allowed.map((directive) => directive.split(' ')[0]).sort(), [
      'connect-src',
      'frame-src',
      'script-src',
      'style-src',
    ]);
    const under = (pick: (directive: string) => boolean, html: string) => {
      const policy = ["default-src 'none'", ...allowed.filter(pick)].join('; ');
      return `<script>
        globalThis.refused = [];
        globalThis.settled = new Promise((settle) => {
          addEventListener('securitypolicyviolation', (event) => settle(refused.push(event.violatedDirective)));
          const look = (list) => list.getEntries().some(({ name }) => name.endsWith('.bin')) && settle();
          new PerformanceObserver(look).observe({ type: 'resource', buffered: true });
        });
      </script><meta http-equiv="content-security-policy" content="${policy}">${html}`;
    };

    const first = await makeFor.shop();
    const element = `<script type="module" src="${service().mobileUrl}/capture/confere-capture.js"></script>
      <confere-capture link="${first.captureUrl.replaceAll('&', '&amp;')}"></confere-capture>`;
    const page = await open(t, shop!.put(under((directive) => !directive.startsWith('frame-src'), element)));
    await page.getByRole('button', { name: 'Open the camera' }).click();
    await page.evaluate('settled');
    assert.deepEqual(await page.evaluate('refused'), []);

    const second = await makeFor.shop();
    const frame = under((directive) => directive.startsWith('frame-src'), frameOf(second.captureUrl));
    const framing = await open(t, shop!.put(frame));
    await framing.frameLocator('iframe').getByRole('button', { name: 'Open the camera' }).waitFor();
  });
});
