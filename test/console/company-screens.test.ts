import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { withoutChromium } from '../support/chromium.ts';
import { assertUsable, openConsole } from '../support/console-page.ts';
import { shareScreens } from '../support/console-screens.ts';

describe('companies in the console', { skip: withoutChromium }, () => {
  const shared = shareScreens();

  it('opens the partners of a company step by step', async (t) => {
    const { page, go, faults, close } = await openConsole(shared.chromium, shared.service(), shared.admin);
    t.after(close);
    await go(`/companies/${shared.data.cnpj}`);
    await page.getByRole('button', { name: /HOLDING SOL/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /CARLA DIAS/ }).waitFor();
    await page
      .getByRole('button', { name: /ANA LIMA/ })
      .first()
      .click();
    await page.getByRole('button', { name: /AURORA COMERCIO/ }).waitFor();
    await assertUsable(page, 'graph');
    await page.getByRole('button', { name: /HOLDING SOL SA S/ }).click();
    await page.getByRole('button', { name: /CARLA DIAS/ }).waitFor({ state: 'detached' });
    assert.deepEqual(faults, []);
  });

  it('finds companies while somebody types', async (t) => {
    const { page, go, close } = await openConsole(shared.chromium, shared.service(), shared.admin);
    t.after(close);
    await go('/companies');
    await page.getByLabel('Nome ou CNPJ').pressSequentially('aur', { delay: 20 });
    await page.getByRole('link', { name: 'AURORA COMERCIO DE PAES LTDA' }).waitFor();
    await page.getByLabel('Nome ou CNPJ').fill('11.111.111/0001-91');
    await page.getByRole('link', { name: 'Abrir 11.111.111/0001-91' }).click();
    await page.getByRole('heading', { name: 'PADARIA AURORA LTDA' }).waitFor();
  });

  it('a company shows every activity, its postal code with a hyphen, and leads to a partner', async (t) => {
    const { page, go, faults, close } = await openConsole(shared.chromium, shared.service(), shared.admin);
    t.after(close);
    await go(`/companies/${shared.data.cnpj}`);
    const record = page.locator('section', { hasText: 'Cadastro da Receita Federal' });
    for (const activity of ['4711-3/02', '5611-2/03']) await record.getByText(activity).waitFor();
    await page.getByText(/^\d{5}-\d{3}$/).waitFor();
    await page.getByRole('link', { name: 'Abrir HOLDING SOL SA' }).click();
    await page.getByRole('heading', { name: 'HOLDING SOL SA' }).waitFor();
    assert.deepEqual(faults, []);
  });

  it('partners stand below each other on a phone with their whole names, and the history has the whole width', async (t) => {
    for (const locale of ['pt-BR', 'en'] as const) {
      const { page, go, faults, close } = await openConsole(shared.chromium, shared.service(), shared.admin, {
        locale,
        width: 360,
      });
      t.after(close);
      await page.evaluate(`localStorage.setItem('confere-language', '${locale}')`);
      await page.reload();
      await go(`/companies/${shared.data.cnpj}`);
      const graph = page.getByRole('region', { name: locale === 'en' ? 'Partners' : 'Sócios' });
      for (const name of [/^HOLDING SOL/, /^ANA LIMA/, /^BRUNO COSTA/]) {
        const partner = graph.getByRole('button', { name }).first();
        await partner.press('Enter');
        await graph.locator('[aria-busy=false][aria-expanded=true]', { hasText: name }).first().waitFor();
      }
      type Box = { x: number; y: number; width: number; height: number };
      const boxesOf = async (locator: Locator): Promise<readonly Box[]> =>
        await Promise.all((await locator.all()).map(async (one) => (await one.boundingBox())!));
      const nodes = await boxesOf(graph.locator('[data-kind]'));
      assert.ok(nodes.length >= 6, `${nodes.length} nodes`);
      for (const [at, node] of nodes.entries()) {
        assert.ok(node.x >= 16 && node.x + node.width <= 344, JSON.stringify(node));
        const before = nodes[at - 1];
        assert.ok(before === undefined || before.y + before.height <= node.y, JSON.stringify([before, node]));
      }
      const cut = await graph
        .locator('[data-kind] *')
        .evaluateAll((all) =>
          (all as unknown as { scrollWidth: number; clientWidth: number; textContent: string }[])
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth && clientWidth > 0)
            .map(({ textContent }) => textContent),
        );
      assert.deepEqual(cut, []);
      const [leaf] = await boxesOf(
        graph.getByText(locale === 'en' ? 'No further links' : 'Nenhum outro vínculo'),
      );
      assert.ok(nodes.some(({ y, height }) => leaf!.y >= y && leaf!.y + leaf!.height <= y + height));
      const [list] = await boxesOf(page.locator('td ul').first());
      assert.ok(list!.width > 240, `${list!.width}`);
      assert.deepEqual(faults, []);
    }
  });
});
