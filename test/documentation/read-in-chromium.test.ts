import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer, request as forward, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { provideDocs } from '../../packages/docs/provide-docs.ts';
import { longestStepMs, openChromium, withoutChromium } from '../support/chromium.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const prefix = '/identity';

/** A proxy that serves the service below a path prefix, as one in front of several services does. */
async function startProxy(targetOf: () => string): Promise<Server> {
  const server = createServer((request, response) => {
    if (!request.url?.startsWith(`${prefix}/`)) return void response.writeHead(404).end();
    const sent = forward(
      `${targetOf()}${request.url.slice(prefix.length)}`,
      { method: request.method, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    sent.on('error', () => response.writeHead(502).end());
    request.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

if (withoutChromium === false) await provideDocs();
const proxy = await startProxy(() => below());
const proxyOrigin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
const engine = createStandInEngine();
let below: () => string;

describe('the documentation in a browser', { skip: withoutChromium }, () => {
  let browser: Browser;
  let page: Page;
  const service = shareService('embedded', { engine });
  const behindProxy = shareService('embedded', { engine, env: { BASE_URL: `${proxyOrigin}${prefix}` } });
  below = () => behindProxy().url;

  before(async () => {
    browser = await openChromium();
    page = await browser.newPage({ locale: 'en' });
    page.setDefaultTimeout(longestStepMs);
  });
  after(async () => {
    await browser?.close();
    proxy.close();
  });

  const watched = ['request', 'response', 'pageerror', 'console'] as const;

  /**
   * A new document in the page that all tests share, with everything noted that no page of ours may do: ask another host,
   * break its policy, miss a file, throw.
   */
  async function open(address: string, origin: string, width = 1440): Promise<[Page, string[]]> {
    for (const event of watched) page.removeAllListeners(event);
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    const faults: string[] = [];
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) faults.push(`request to ${url}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 400) faults.push(`${response.status()} for ${response.url()}`);
    });
    page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(`console: ${message.text()}`);
    });
    await page.goto(address);
    return [page, faults];
  }

  async function assertNotWiderThanScreen(page: Page): Promise<void> {
    const [content, screen] = await page.evaluate<[number, number]>(
      '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
    );
    assert.ok(content <= screen, `${content} px on a screen of ${screen} px`);
  }

  for (const [where, baseOf, origin] of [
    ['at its own address', () => service().url, () => service().url],
    ['below a path prefix', () => `${proxyOrigin}${prefix}`, () => `${proxyOrigin}${prefix}`],
  ] as const) {
    it(`${where}: pages follow each other, and the search finds a guide`, async () => {
      const [page, faults] = await open(`${baseOf()}/docs`, origin());
      await page.locator('h1').first().waitFor();
      await page.locator('.VPSidebar a', { hasText: 'Receive events' }).click();
      await page.waitForURL(/\/docs\/guides\/receive-events$/);
      await page.locator('h1', { hasText: 'Receive events' }).waitFor();
      await page.reload();
      await page.locator('button[aria-label="Search"], .DocSearch-Button').first().click();
      await page.locator('#localsearch-input').fill('standardwebhooks');
      const found = page.locator('.VPLocalSearchBox .result').first();
      await found.waitFor();
      await found.click();
      await page.waitForURL(/\/docs\/.+/);
      await page.locator('.vp-doc h1').first().waitFor();
      assert.deepEqual(faults, []);
    });

    it(`${where}: the API reference shows the operations of the service`, async () => {
      const [page, faults] = await open(`${baseOf()}/docs/reference/`, origin());
      await page.locator('#operations-tag-Face_authentication').click();
      await page.getByText('/v1/face-authentications').first().waitFor();
      assert.deepEqual(faults, []);
    });
  }

  it('the search finds the pages of its own language', async () => {
    for (const [path, words, found, other] of [
      ['pt-BR/', 'Receber eventos', /\/docs\/pt-BR\/guides\/receive-events/, /href="\/docs\/(?!pt-BR\/)/],
      ['', 'Receive events', /\/docs\/guides\/receive-events/, /href="\/docs\/pt-BR\//],
    ] as const) {
      const [page, faults] = await open(`${service().url}/docs/${path}`, service().url);
      await page.locator('.DocSearch-Button').first().click();
      await page.locator('#localsearch-input').fill(words);
      await page.locator('.VPLocalSearchBox .result').first().waitFor();
      const results = await page.locator('.VPLocalSearchBox .results').innerHTML();
      assert.match(results, found);
      assert.doesNotMatch(results, other);
      assert.deepEqual(faults, []);
    }
  });

  it('the API reference fetches a token from its own address, and sends a request with it', async () => {
    const client = await service().createClient('customer', ['executions:read', 'executions:write']);
    const [page, faults] = await open(`${service().url}/docs/reference/`, service().url);
    await page.locator('button.authorize').click();
    const form = page.locator('.auth-container', { hasText: 'clientCredentials' });
    await form.getByLabel('client_id:').fill(client.clientId);
    await form.getByLabel('client_secret:').fill(client.clientSecret);
    await form.getByText('executions:read').click();
    await form.getByRole('button', { name: 'Apply given OAuth2 credentials' }).click();
    await form.getByText('Authorized').waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.locator('#operations-tag-Query_templates').click();
    const operation = page
      .locator('.opblock-get', { has: page.locator('[data-path="/v1/query-templates"]') })
      .first();
    await operation.locator('.opblock-summary').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    await operation.getByText('tpl_default_person').first().waitFor();
    assert.deepEqual(faults, []);
  });

  it('the API reference has the colours that the reader wants, and everything on it can be read', async () => {
    const backgrounds = { light: 'rgba(0, 0, 0, 0)', dark: 'rgb(27, 27, 31)' };
    const [page, faults] = await open(`${service().url}/docs/reference/`, service().url);
    await page.evaluate(axe);
    const findFaint = (within: string) =>
      page.evaluate(async (selector) => {
        type Axe = {
          run(selector: string, options: object): Promise<{ violations: { nodes: { html: string }[] }[] }>;
        };
        const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run(selector, {
          runOnly: ['color-contrast'],
          resultTypes: ['violations'],
        });
        return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html));
      }, within);
    await page.locator('#operations-tag-Face_authentication').click();
    for (const method of ['get', 'post'])
      await page.locator(`.opblock-${method} .opblock-summary`).first().click();
    await page.getByText('Try it out').nth(1).waitFor();
    // What is behind the dialog stays as it is.
    for (const within of ['html', '.dialog-ux']) {
      if (within === '.dialog-ux') await page.locator('button.authorize').click();
      for (const colours of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: colours });
        // Colours pass into each other for a while.
        await page.evaluate(
          'Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => undefined)',
        );
        const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
        assert.equal(background, backgrounds[colours]);
        assert.deepEqual(await findFaint(within), [], `${within}, ${colours}`);
      }
    }
    assert.deepEqual(faults, []);
  });

  it('fits a telephone', async () => {
    for (const path of [
      '',
      'guides/receive-events',
      'guides/first-tasks',
      'reference/configuration',
      'reference/',
    ]) {
      const [page, faults] = await open(`${service().url}/docs/${path}`, service().url, 360);
      await page.locator('h1').first().waitFor();
      await assertNotWiderThanScreen(page);
      assert.deepEqual(faults, [], path);
    }
  });

  it('answers a page that is not there in the looks of the site', async () => {
    const [page, faults] = await open(`${service().url}/docs/guides/none`, service().url);
    await page.getByText('404').first().waitFor();
    assert.deepEqual(
      faults.filter((fault) => !/404|Failed to load resource/.test(fault)),
      [],
    );
  });
});
