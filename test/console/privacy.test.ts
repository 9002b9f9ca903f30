import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, it } from 'node:test';
import type { Browser as Chromium, Locator, Page } from 'playwright-core';
import { type Cpf, generateCpf } from '../../src/platform/documents.ts';
import { createPhoto } from '../images/photos.ts';
import { openChromium, withoutChromium } from '../support/chromium.ts';
import { acceptFirstAdministrator, type Person } from '../support/console.ts';
import { assertHeldBack, assertUsable, holdAnswers, openConsole } from '../support/console-page.ts';
import { describeDatabases } from '../support/database.ts';
import { send } from '../support/http.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';
import { putFace } from '../support/service-photos.ts';

const words = {
  en: {
    input: 'CPF or id of the person',
    export: 'Export the data',
    exported: 'The file is with your downloads.',
    certain: 'I confirm that there is no duty to keep these data.',
    certaintyMissing: 'The confirmation above is missing.',
    erase: "Erase the person's data",
    question: "This cannot be undone. Erase the person's data now?",
    erased: "The person's data were erased.",
    save: 'Save the signed receipt',
    kind: 'Reference photos',
  },
  'pt-BR': {
    input: 'CPF ou id da pessoa',
    export: 'Exportar os dados',
    exported: 'O arquivo está nos seus downloads.',
    certain: 'Confirmo que não há obrigação de conservar estes dados.',
    certaintyMissing: 'Falta a confirmação acima.',
    erase: 'Eliminar os dados da pessoa',
    question: 'Não há como desfazer. Eliminar os dados da pessoa agora?',
    erased: 'Os dados da pessoa foram eliminados.',
    save: 'Salvar o recibo assinado',
    kind: 'Fotos de referência',
  },
} as const;

describeDatabases('the data of a person in the console', (kind) => {
  const service = shareService(kind, { engine: createStandInEngine() });
  let chromium: Chromium;
  let admin: Person;

  before(async () => {
    if (withoutChromium !== false) return;
    chromium = await openChromium();
    admin = await acceptFirstAdministrator(service());
  });
  after(() => chromium?.close());

  const read = async (cpf: Cpf, path = '') =>
    await send(`${service().url}/v1/people/${cpf}${path}`, { token: await service().token('customer') });
  const eventsOf = async (action: string) =>
    (await admin.request('GET', `/v1/audit?action=${action}`)).body.items as {
      actor: { kind: string };
      target: string;
      outcome: string;
    }[];

  it('is shown no more once it is erased, by no screen that had it', { skip: withoutChromium }, async (t) => {
    const cpf = generateCpf();
    assert.equal((await putFace(service(), cpf, await createPhoto({ format: 'jpeg' }))).status, 201);
    const { id } = (await read(cpf)).body;
    const { page, go, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    const text = words['pt-BR'];
    const shown = page.locator('main').getByText(`***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`);
    await go(`/people/${id}`);
    await shown.waitFor();
    await page.locator('main').locator('a[href*=privacy]').click();
    await page.getByLabel('Motivo').fill('Processo 4711');
    await page.getByRole('button', { name: 'Preservar os dados' }).click();
    const isHeld = page.getByRole('status').getByText('Preservação legal em vigor.');
    await isHeld.waitFor();
    await page.getByRole('button', { name: 'Encerrar' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Encerrar' }).click();
    await page.getByText('encerrada em').waitFor();
    await isHeld.waitFor({ state: 'detached' });
    await page.getByLabel(text.certain).check();
    await shown.waitFor();
    const erasure = await holdAnswers(page, `**/v1/people/${id}`, { method: 'DELETE' });
    await page.getByRole('button', { name: text.erase }).click();
    await page.getByRole('dialog').getByRole('button', { name: text.erase }).click();
    await erasure.first;
    // Of another person nobody would see the receipt.
    assert.equal(await page.getByLabel(text.input).isEditable(), false);
    erasure.release();
    await page.getByText(text.erased).waitFor();
    await shown.waitFor({ state: 'detached' });
    const held = await holdAnswers(page, `**/v1/people/${id}`);
    await page.goBack();
    await held.first;
    await page.getByRole('heading', { level: 1, name: 'Pessoa' }).waitFor();
    assert.equal(await shown.count(), 0);
    held.release();
    await page.getByRole('alert').getByText('profile_not_found').waitFor();
    assert.equal(await shown.count(), 0);
  });

  for (const locale of ['en', 'pt-BR'] as const) {
    it(`is exported and erased by keyboard alone (${locale})`, { skip: withoutChromium }, async (t) => {
      const cpf = generateCpf();
      assert.equal((await putFace(service(), cpf, await createPhoto({ format: 'jpeg' }))).status, 201);
      const earlier = { export: await eventsOf('person.export'), erase: await eventsOf('person.erase') };
      const { page, go, faults, close } = await openConsole(chromium, service(), admin, { locale });
      t.after(close);
      await page.evaluate(`localStorage.setItem('confere-language', '${locale}')`);
      await page.reload();
      const text = words[locale];
      await go('/privacy');
      await tabTo(page, page.getByLabel(text.input, { exact: true }));
      await page.keyboard.type(cpf);

      await tabTo(page, page.getByRole('button', { name: text.export }));
      const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
      await page.getByText(text.exported).waitFor();
      assert.equal(file.suggestedFilename(), 'confere-export.json');
      const exported = JSON.parse(await readFile(await file.path(), 'utf8'));
      assert.ok(JSON.stringify(exported).includes(cpf));
      assert.equal((await eventsOf('person.export')).length, earlier.export.length + 1);
      await assertUsable(page, 'an exported person');

      // The box is needed, and so is the answer to the question; the way out of it is there first.
      const erase = page.getByRole('button', { name: text.erase });
      await assertHeldBack(erase, text.certaintyMissing);
      await tabTo(page, page.getByLabel(text.certain));
      await page.keyboard.press('Space');
      await tabTo(page, erase);
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: text.erase });
      await dialog.getByText(text.question).waitFor();
      await assertUsable(page, 'the question before an erasure');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      assert.equal((await read(cpf, '/face')).status, 200, 'nothing was erased');
      await tabTo(page, erase);
      await page.keyboard.press('Enter');
      await tabTo(page, dialog.getByRole('button', { name: text.erase }));
      await page.keyboard.press('Enter');
      await page.getByText(text.erased).waitFor();
      await assertUsable(page, 'the receipt of an erasure');
      const kinds = await page.getByRole('term').allTextContents();
      assert.ok(kinds.includes(text.kind), `${kinds}`);
      for (const kind of kinds)
        assert.match(kind, /^\p{Lu}\p{Ll}+( \p{Ll}+)*$/u, 'words, no name of a value');

      await tabTo(page, page.getByRole('button', { name: text.save }));
      const [receipt] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
      const signed = await readFile(await receipt.path(), 'utf8');
      assert.ok(!Buffer.from(signed.split('.')[1]!, 'base64url').toString().includes(cpf));
      assert.equal((await read(cpf)).status, 404);
      assert.equal((await read(cpf, '/face')).status, 404);
      const erasures = await eventsOf('person.erase');
      assert.equal(erasures.length, earlier.erase.length + 1);
      assert.deepEqual([erasures[0]!.actor.kind, erasures[0]!.outcome], ['account', 'done']);
      assert.ok(!JSON.stringify(erasures).includes(cpf));
      assert.deepEqual(faults, []);
    });
  }
});

/** Goes on with the tabulator key until the focus is there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let pressed = 0; pressed < 80; pressed += 1) {
    if (await target.evaluate(isFocused)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`the tabulator key does not reach ${target}`);
}

function isFocused(one: unknown): boolean {
  return one === (one as { ownerDocument: { activeElement: unknown } }).ownerDocument.activeElement;
}
