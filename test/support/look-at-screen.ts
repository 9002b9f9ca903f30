import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Where to keep pictures of the screens; none are kept without it. */
const pictures = process.env.CAPTURE_PICTURES;

/** Looks at a screen of the capture page: without findings of axe, no wider than the window. */
export async function lookAtScreen(page: Page, named?: string): Promise<void> {
  const name = named ?? (await page.locator('h1').innerText());
  // It stays for all screens of a document.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe);
  const violations = await page.evaluate(async () => {
    type Axe = { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      // Every rule runs; what passes is not described.
      resultTypes: ['violations'],
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
  assert.deepEqual(violations, [], name);
  const [wide, window] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, innerWidth]',
  );
  assert.ok(wide <= window, `${name} is ${wide} pixels wide in a window of ${window}`);
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
}
