import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Browser as Chromium } from 'playwright-core';
import { generateCpf } from '../../src/platform/documents.ts';
import { createPhoto } from '../images/photos.ts';
import { openChromium, withoutChromium } from '../support/chromium.ts';
import { acceptFirstAdministrator, type Person } from '../support/console.ts';
import { assertHeldBack, assertUsable, openConsole } from '../support/console-page.ts';
import { describeDatabases } from '../support/database.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

const words = {
  en: {
    photoMissing: 'The photo is missing.',
    register: 'Register the face',
    registered: 'Registered. The person has 1 reference photo.',
    authenticate: 'Authenticate',
  },
  'pt-BR': {
    photoMissing: 'Falta a foto.',
    register: 'Cadastrar o rosto',
    registered: 'Cadastrado. A pessoa tem 1 foto de referência.',
    authenticate: 'Autenticar',
  },
} as const;

describeDatabases('the requests to try in the console', (kind) => {
  const service = shareService(kind, { engine: createStandInEngine() });
  let chromium: Chromium;
  let admin: Person;

  before(async () => {
    if (withoutChromium !== false) return;
    chromium = await openChromium();
    admin = await acceptFirstAdministrator(service());
  });
  after(() => chromium?.close());

  for (const locale of ['en', 'pt-BR'] as const) {
    it(`register a face and authenticate with it, and are kept and audited (${locale})`, {
      skip: withoutChromium,
    }, async (t) => {
      const cpf = generateCpf();
      const { page, go, faults, close } = await openConsole(chromium, service(), admin, { locale });
      t.after(close);
      await page.evaluate(`localStorage.setItem('confere-language', '${locale}')`);
      await page.reload();
      const text = words[locale];
      await go('/trial');
      await page.getByLabel('CPF', { exact: true }).focus();
      await page.keyboard.type(cpf);
      const choose = async (panel: number, format: 'jpeg' | 'png') =>
        await page
          .locator('input[type=file]')
          .nth(panel)
          .setInputFiles({
            name: `photo.${format}`,
            mimeType: `image/${format}`,
            buffer: Buffer.from(await createPhoto({ format })),
          });
      const register = page.getByRole('button', { name: text.register, exact: true });
      await assertHeldBack(register, text.photoMissing);
      await choose(0, 'jpeg');
      await register.press('Enter');
      await page.getByText(text.registered).waitFor();
      await choose(1, 'png');
      await page.getByRole('button', { name: text.authenticate, exact: true }).press('Enter');
      await page.getByRole('status').nth(1).waitFor();
      await assertUsable(page, 'a registration and an authentication that were tried');
      await page.getByLabel('CPF', { exact: true }).fill(generateCpf());
      assert.equal(await page.getByRole('status').count(), 0, 'answers about another CPF');

      const [registered] = (await admin.request('GET', '/v1/audit?action=face.register')).body.items;
      assert.deepEqual([registered.actor.kind, registered.outcome], ['account', 'done']);
      const { items } = (await admin.request('GET', `/v1/face-authentications?personId=${registered.target}`))
        .body;
      assert.equal(items.length, 1);
      assert.deepEqual(faults, []);
    });
  }
});
