import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Browser as Chromium } from 'playwright-core';
import { describeInChromium, openChromium } from '../support/chromium.ts';
import { acceptFirstAdministrator, type Person } from '../support/console.ts';
import { assertUsable, openConsole } from '../support/console-page.ts';
import { cnpjOf, type TestCompany } from '../support/registry-files.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';
import { importCompanies } from '../support/service-registry.ts';

const cnpj = cnpjOf('11111111');
const bakery = (more: Partial<TestCompany>): TestCompany => ({
  root: '11111111',
  name: 'PADARIA AURORA LTDA',
  partners: ['ANA LIMA', { kind: '1', name: 'HOLDING SOL SA', document: cnpjOf('22222222') }],
  ...more,
});
const holding: TestCompany = { root: '22222222', name: 'HOLDING SOL SA', partners: ['CARLA DIAS'] };
const months: readonly (readonly [string, TestCompany])[] = [
  ['2026-07', bakery({})],
  ['2026-08', bakery({ name: 'PADARIA E CAFETERIA AURORA LTDA', state: 'SP' })],
  [
    '2026-09',
    bakery({ name: 'PADARIA E CAFETERIA AURORA LTDA', state: 'SP', partners: ['ANA LIMA', 'BRUNO COSTA'] }),
  ],
  [
    '2026-10',
    bakery({
      name: 'PADARIA E CAFETERIA AURORA LTDA',
      state: 'SP',
      partners: ['BRUNO COSTA'],
      establishment: { status: '08' },
    }),
  ],
];

describeInChromium('a company over the months of the registry', (kind) => {
  const service = shareService(kind, { engine: createStandInEngine() });
  let chromium: Chromium;
  let admin: Person;

  before(async () => {
    chromium = await openChromium();
    admin = await acceptFirstAdministrator(service());
    for (const [month, company] of months) {
      await importCompanies(service(), month, [company, holding]);
      const asked = { cnpj, templateId: 'tpl_default_company' };
      const execution = await admin.request('POST', '/v1/executions', asked, {
        headers: { prefer: 'wait=20' },
      });
      assert.ok(execution.body.completedAt !== undefined, execution.text);
    }
  });
  after(() => chromium?.close());

  for (const [width, height] of [
    [1280, 1400],
    [360, 1400],
  ] as const) {
    it(`shows what each month changed, ${width} pixels wide`, async (t) => {
      const { page, go, faults, close } = await openConsole(chromium, service(), admin, { width, height });
      t.after(close);
      await go(`/companies/${cnpj}`);
      await page.waitForLoadState('networkidle');
      const rows = page.getByRole('region', { name: 'Histórico de mudanças' }).getByRole('row');
      await rows.filter({ hasText: 'Situação cadastral: ATIVA → BAIXADA' }).waitFor();
      const renamed = rows.filter({
        hasText: 'Razão social: PADARIA AURORA LTDA → PADARIA E CAFETERIA AURORA LTDA',
      });
      assert.equal(await renamed.count(), 1);
      const month = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric' }).format(new Date());
      assert.equal(await page.getByText(month, { exact: true }).count(), 1);
      await assertUsable(page, `history ${width}`);
      assert.deepEqual(faults, []);
    });
  }

  it('opens the partners by keyboard alone, and keeps the focus where it was', async (t) => {
    const { page, go, faults, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    await go(`/companies/${cnpjOf('22222222')}`);
    const partner = page.getByRole('button', { name: /CARLA DIAS/ });
    await partner.waitFor();
    await page.getByRole('region', { name: 'Sócios' }).focus();
    await page.keyboard.press('Tab');
    const focused = async () => String(await page.evaluate('document.activeElement.textContent'));
    assert.match(await focused(), /CARLA DIAS/);
    await page.keyboard.press('Enter');
    await page.locator('[aria-expanded=true]', { hasText: 'CARLA DIAS' }).waitFor();
    assert.match(await focused(), /CARLA DIAS/);
    await page.keyboard.press('Space');
    await page.locator('[aria-expanded=false]', { hasText: 'CARLA DIAS' }).waitFor();
    assert.deepEqual(faults, []);
  });
});
