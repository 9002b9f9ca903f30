import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser as Chromium } from 'playwright-core';
import { openChromium, withoutChromium } from '../support/chromium.ts';
import { acceptFirstAdministrator, type Person } from '../support/console.ts';
import { assertUsable, openConsole } from '../support/console-page.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

const words = {
  en: ['Nothing leaves this restored copy', 'Photos can only be read'],
  'pt-BR': ['Nada sai desta cópia restaurada', 'As fotos só podem ser lidas'],
} as const;

describe('the bar of a restored copy in the console', { skip: withoutChromium }, () => {
  const service = shareService('embedded', { engine: createStandInEngine() });
  let chromium: Chromium;
  let admin: Person;

  before(async () => {
    chromium = await openChromium();
    admin = await acceptFirstAdministrator(service());
  });
  after(() => chromium?.close());

  for (const locale of ['en', 'pt-BR'] as const) {
    it(`stands on every screen while the service says so, and no longer (${locale})`, async (t) => {
      const { page, go, faults, close } = await openConsole(chromium, service(), admin, { locale });
      t.after(close);
      await page.evaluate(`localStorage.setItem('confere-language', '${locale}')`);
      const [held, readOnly] = words[locale];
      const copy = { heldSince: '2026-11-26T12:00:00.000Z', photoStore: 'read_only' };
      await page.route('**/readyz', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), ...copy } });
      });
      await page.reload();
      for (const path of ['/people', '/cases', '/system']) {
        await go(path);
        const bar = page.getByRole('status').filter({ hasText: held });
        await bar.waitFor();
        assert.ok((await bar.textContent())?.includes(readOnly));
        assert.ok((await bar.textContent())?.includes('confere resume'));
        await assertUsable(page, path);
      }
      await page.unroute('**/readyz');
      await page.reload();
      await go('/people');
      await page.waitForLoadState('networkidle');
      assert.equal(await page.getByText(held).count(), 0);
      assert.deepEqual(faults, []);
    });
  }
});
