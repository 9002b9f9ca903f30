import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { BrowserContext, Browser as Chromium, Locator, Page } from 'playwright-core';
import { longestStepMs } from './chromium.ts';
import { type Browser, goodPassword, type Person } from './console.ts';
import type { TestService } from './service.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export type ConsoleOptions = {
  readonly locale?: 'pt-BR' | 'en';
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
};

/** A page of the console in a browser of its own, with everything noted that a test must not find. */
export type ConsolePage = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Requests to other hosts than the service's, messages of the browser's console, and uncaught errors. */
  readonly faults: readonly string[];
  /** Opens a screen by its address and waits for its heading. */
  go(path: string): Promise<void>;
  close(): Promise<void>;
};

/** Opens the console, signed in as whoever the session is of; without one, signed out. */
export async function openConsole(
  chromium: Chromium,
  service: Pick<TestService, 'url'>,
  session?: Browser,
  { locale = 'pt-BR', colorScheme = 'light', width = 1280, height = 850 }: ConsoleOptions = {},
): Promise<ConsolePage> {
  const context = await chromium.newContext({ viewport: { width, height }, locale, colorScheme });
  if (session?.cookie !== undefined) {
    const [name = '', value = ''] = session.cookie.split('=');
    await context.addCookies([{ name, value, url: service.url, httpOnly: true, sameSite: 'Strict' }]);
  }
  const page = await context.newPage();
  page.setDefaultTimeout(longestStepMs);
  const faults: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(service.url) && !/^(data|blob):/.test(url)) faults.push(`request to ${url}`);
  });
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // Chromium says so of every refusal; tests look at what the page makes of it.
    if (!message.text().startsWith('Failed to load resource')) faults.push(`console: ${message.text()}`);
  });
  await page.goto(`${service.url}/console`);
  return {
    page,
    context,
    faults,
    async go(path) {
      await page.evaluate(`location.hash = ${JSON.stringify(path)}`);
      await page.locator('main h1').waitFor();
    },
    close: () => context.close(),
  };
}

/** Signs out by the menu of the account. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Conta de/ }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await page.getByLabel('E-mail').waitFor();
}

/** Signs in on a page that asks for it, with password and code. */
export async function signInOn(page: Page, person: Person): Promise<void> {
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Senha', { exact: true }).fill(goodPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Código' }).fill(await person.code());
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Conta de/ }).waitFor();
}

/**
 * Holds back the requests to an address, as a slow connection does, until they are let go. With a status they are
 * answered by it then, otherwise by the service.
 */
export async function holdAnswers(
  page: Page,
  address: string | RegExp,
  { method, status }: { readonly method?: string; readonly status?: number } = {},
) {
  let count = 0;
  const first = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (method !== undefined && route.request().method() !== method) return await route.fallback();
    count += 1;
    first.resolve();
    await gate.promise;
    // The page may have gone.
    await (status === undefined ? route.continue() : route.fulfill({ status })).catch(() => undefined);
  });
  return { first: first.promise, release: gate.resolve, count: () => count };
}

/** How wide the pictures of these images are, once each has come or was refused; 0 is one that was refused. */
export async function readImageWidths(images: Locator): Promise<readonly number[]> {
  return await images.evaluateAll((all) =>
    Promise.all(
      all.map(async (one) => {
        const image = one as unknown as { decode(): Promise<void>; readonly naturalWidth: number };
        await image.decode().catch(() => undefined);
        return image.naturalWidth;
      }),
    ),
  );
}

/**
 * Fields and buttons whose border stands out by less than 3 to 1 from what is behind them (WCAG 1.4.11), which axe does
 * not look at. Run by the page.
 */
const faintFields = `(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const luminance = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (element) => {
    for (let at = element.parentElement; at !== null; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (!/^rgba\\(.*, 0(\\.\\d+)?\\)$/.test(colour)) return colour;
    }
    return 'white';
  };
  const fields = '.mantine-Input-input, .mantine-Checkbox-input:not(:checked), .mantine-Button-root[data-variant=default]';
  return [...document.querySelectorAll(fields)].filter((field) => {
    const { borderTopColor, borderTopWidth } = getComputedStyle(field);
    if (field.matches(':disabled, [data-disabled]') || field.getClientRects().length === 0) return false;
    if (parseFloat(borderTopWidth) === 0) return false;
    const [one, other] = [luminance(borderTopColor), luminance(behind(field))].sort((a, b) => b - a);
    return (one + 0.05) / (other + 0.05) < 3;
  }).map((field) => field.outerHTML.slice(0, 160));
})()`;

/**
 * Codes and messages of the service that a screen shows as they are: words with underscores, a list with its basis, a
 * place in a request, JSON. Identifiers, settings and what is marked as English or as code are none. Run by the page.
 */
const rawCodes = `(() => {
  const copy = document.querySelector('main').cloneNode(true);
  for (const each of copy.querySelectorAll('.number, code, pre, [lang=en], textarea, svg, script')) each.remove();
  const walker = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent;
    if (/\\b[a-z]+_[a-z_]+\\b|\\b(outcome|status|sanctions|positions|like|session):\\w|\\b(body|headers|querystring)\\/|\\{"|\\bmust (be|have|NOT)\\b/.test(text)) found.push(text);
  }
  return found;
})()`;

/** Fails when a screen shows a code or a message of the service instead of words. */
export async function assertWords(page: Page, name: string): Promise<void> {
  assert.deepEqual(await page.evaluate(rawCodes), [], `${name}: codes instead of words`);
}

/** Fails when axe finds something on the page, or when it is wider than the window. */
export async function assertUsable(page: Page, name: string): Promise<void> {
  // A screen is a file of its own: it comes after the frame around it.
  await page.locator('h1').first().waitFor();
  // It stays for all screens of a document.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe);
  // What fades in has little contrast until it is there.
  await page.evaluate(async () => {
    type Moving = { effect: { getComputedTiming(): { endTime: number } } | null; finished: Promise<unknown> };
    const { document } = globalThis as unknown as { document: { getAnimations(): Moving[] } };
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  const findings = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
  });
  assert.deepEqual(findings, [], name);
  assert.deepEqual(await page.evaluate(faintFields), [], `${name}: borders of less than 3 to 1`);
  const excess = Number(
    await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
  );
  assert.ok(excess <= 0, `${name} is ${excess} pixels wider than the window`);
}

/** Fails unless a button that cannot act yet is in the order of the keyboard and described by these words, in view. */
export async function assertHeldBack(button: Locator, words: string): Promise<void> {
  assert.equal(await button.isDisabled(), true);
  await button.focus();
  const described = button.page().locator(`[id="${await button.getAttribute('aria-describedby')}"]`);
  assert.equal(await described.innerText(), words);
  assert.ok(await described.isVisible());
  assert.equal(await button.and(button.page().locator(':focus')).count(), 1);
}
