import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { build, type Rolldown } from 'vite';
import { type CaptureSessions, serveCaptureSessions } from '../support/capture-sessions.ts';
import { longestStepMs, openChromium, withoutChromium } from '../support/chromium.ts';
import { countRunningCameras, drawCamera } from '../support/drawn-camera.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

const entry = 'virtual:host';
const wrapper = fileURLToPath(new URL('../../packages/capture/src/react.ts', import.meta.url));
const models = fileURLToPath(new URL('../../node_modules/@vladmandic/human/models', import.meta.url));

/** A page of somebody who uses React: `show(link)` renders the wrapper, `show(undefined)` takes it away. */
const host = `
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { ConfereCapture } from ${JSON.stringify(wrapper)};
globalThis.told = [];
const root = createRoot(document.querySelector('#root'));
const listeners = Object.fromEntries(
  ['onStarted', 'onStep', 'onFinished', 'onFailed', 'onCancelled'].map((name) => [
    name, (detail) => told.push([name, detail]),
  ]),
);
globalThis.show = (link) =>
  root.render(link && createElement(ConfereCapture, { link, language: 'en', className: 'mine', ...listeners }));
`;

async function bundle(): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { 'face-models': models } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: entry, output: { codeSplitting: false } },
    },
    plugins: [
      {
        name: 'host',
        resolveId: (id) => (id === entry ? fileURLToPath(new URL('host.js', import.meta.url)) : null),
        load: (id) => (id.endsWith('/test/capture/host.js') ? host : null),
      },
    ],
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}

describe('the React wrapper in Chromium', { skip: withoutChromium }, () => {
  const service = shareService('embedded', { engine: createStandInEngine() });
  let sessions: CaptureSessions;
  let browser: Browser;
  let script: string;

  before(async () => {
    script = await bundle();
    sessions = await serveCaptureSessions(service().url);
    browser = await openChromium();
  });
  after(async () => {
    await browser?.close();
    await sessions?.close();
  });

  it('tells every event with the id of its session, starts anew with another link, and stops the camera', async (t) => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'pt-BR' });
    t.after(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(longestStepMs);
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await drawCamera(page);
    await page.route(`${sessions.url}/shop*`, (route) =>
      route.request().url().endsWith('.js')
        ? route.fulfill({ contentType: 'text/javascript', body: script })
        : route.fulfill({
            contentType: 'text/html',
            body: '<!doctype html><div id="root"></div><script type="module" src="/shop.js"></script>',
          }),
    );
    await page.goto(`${sessions.url}/shop`);
    await page.waitForFunction('globalThis.show !== undefined');
    const told = () => page.evaluate<[string, { sessionId: string }][]>('globalThis.told');
    const show = (link: string | undefined) =>
      page.evaluate(`globalThis.show(${link === undefined ? 'undefined' : JSON.stringify(link)})`);

    const first = sessions.create({ steps: ['center', 'center'], hasConsent: false });
    await show(first.link);
    await page.getByRole('heading', { name: 'Banco Exemplo asks you for photos of your face' }).waitFor();
    assert.equal(await page.locator('confere-capture').getAttribute('class'), 'mine');
    await page.locator('[data-choice=camera]').click();
    await page.locator('[data-choice=go]').click();
    await page.getByRole('heading', { name: 'Done!' }).waitFor();
    const id = { sessionId: first.session.id };
    assert.deepEqual(await told(), [
      ['onStarted', id],
      ['onStep', id],
      ['onStep', id],
      ['onFinished', id],
    ]);

    const second = sessions.create({ hasConsent: false });
    await show(second.link);
    await page.getByRole('heading', { name: 'Banco Exemplo asks you for photos of your face' }).waitFor();
    await page.locator('[data-choice=camera]').click();
    await page.locator('[data-choice=go]').waitFor();
    assert.equal(await countRunningCameras(page), 1);
    await show(undefined);
    await page.locator('confere-capture').waitFor({ state: 'detached' });
    assert.equal(await countRunningCameras(page), 0);

    await show(sessions.create({ isEnded: true }).link);
    await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
    assert.deepEqual(
      (await told()).slice(4).map(([name]) => name),
      ['onStarted', 'onFailed'],
    );
    assert.deepEqual(problems, []);
  });
});
