import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import { after, before, it } from 'node:test';
import { Client } from 'pg';
import type { Browser as Chromium } from 'playwright-core';
import { verifyExport } from '../../src/audit/verify-export.ts';
import { openChromium, withoutChromium } from '../support/chromium.ts';
import { acceptFirstAdministrator, invitePerson, type Person } from '../support/console.ts';
import { assertUsable, openConsole } from '../support/console-page.ts';
import { describeDatabases } from '../support/database.ts';
import { send } from '../support/http.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

describeDatabases('the audit log in the console', (kind) => {
  const service = shareService(kind, { engine: createStandInEngine() });
  let chromium: Chromium;
  let auditor: Person;
  let admin: Person;

  before(async () => {
    if (withoutChromium !== false) return;
    chromium = await openChromium();
    admin = await acceptFirstAdministrator(service());
    auditor = await invitePerson(service(), admin, 'auditor');
  });
  after(() => chromium?.close());

  it('an auditor verifies the whole log by keyboard on a phone', { skip: withoutChromium }, async (t) => {
    const { page, go, faults, close } = await openConsole(chromium, service(), auditor, {
      width: 360,
      height: 740,
    });
    t.after(close);
    await go('/audit');
    await page.getByText('Nenhuma verificação feita por aqui.').waitFor();
    await page.getByRole('button', { name: 'Verificar o registro inteiro' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('íntegro', { exact: true }).waitFor();
    await page.getByText('Cadeias, as mais recentes primeiro').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Cadeias, as mais recentes primeiro' }).waitFor();
    await assertUsable(page, 'a verified log');
    assert.deepEqual(faults, []);
  });

  it('says in English, too, what was done', { skip: withoutChromium }, async (t) => {
    const { page, go, faults, close } = await openConsole(chromium, service(), auditor);
    t.after(close);
    await page.evaluate("localStorage.setItem('confere-language', 'en')");
    await page.reload();
    await go('/audit');
    const done = page
      .getByRole('row', { name: 'Invited a person' })
      .first()
      .getByText('done', { exact: true });
    await done.waitFor();
    // By figures alone, a Brazilian reads the day as the month.
    assert.match(
      await page.getByRole('row', { name: 'Invited a person' }).first().innerText(),
      /[A-Z][a-z]{2} \d{1,2}, 20\d\d, /,
    );
    assert.deepEqual(faults, []);
  });

  it('the file that the page downloads is verified with the published keys', {
    skip: withoutChromium,
  }, async (t) => {
    const { page, go, faults, close } = await openConsole(chromium, service(), auditor);
    t.after(close);
    await go('/audit');
    const keys = (await send(`${service().url}/.well-known/jwks.json`)).body;
    const download = async (name: string) => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name }).press('Enter'),
      ]);
      return { name: file.suggestedFilename(), path: await file.path() };
    };
    const whole = await download('Arquivo assinado (NDJSON)');
    assert.match(whole.name, /^audit-exp_\w+\.ndjson$/);
    const found = await verifyExport(whole.path, { keys });
    assert.ok(found.events > 5);
    assert.deepEqual(found.filter, {});

    await page.getByRole('combobox', { name: 'Quem' }).click();
    const { name: by } = (await admin.request('GET', '/v1/session')).body.account;
    await page.getByRole('option', { name: by, exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Ação' }).fill('Convidou');
    await page.getByRole('option', { name: 'Convidou uma pessoa', exact: true }).click();
    await page.getByRole('button', { name: 'Filtrar' }).click();
    await page.getByText('Os eventos que correspondem ao filtro, em um arquivo.').waitFor();
    const part = await verifyExport((await download('Arquivo assinado (NDJSON)')).path, { keys });
    assert.deepEqual([part.events, part.filter], [1, { action: 'account.invite' }]);
    const csv = await download('Planilha (CSV)');
    assert.match(await text(createReadStream(csv.path)), /account\.invite/);
    assert.deepEqual(faults, []);
  });

  it('a supervisor reads the findings, and is offered neither', { skip: withoutChromium }, async (t) => {
    const supervisor = await invitePerson(service(), admin, 'supervisor');
    const { page, go, close } = await openConsole(chromium, service(), supervisor);
    t.after(close);
    await go('/audit');
    await page.getByRole('heading', { name: 'Verificação' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Verificar o registro inteiro' }).count(), 0);
    assert.equal(await page.getByRole('link', { name: 'Arquivo assinado (NDJSON)' }).count(), 0);
  });

  it('names the event that somebody altered in the database', {
    skip: withoutChromium || kind !== 'postgres',
  }, async (t) => {
    const database = new Client({ connectionString: service().databaseUrl! });
    t.after(() => database.end());
    await database.connect();
    const { chain, sequence } = (await auditor.request('GET', '/v1/audit?action=account.invite')).body
      .items[0];
    await database.query('alter table audit_events disable trigger user');
    await database.query('update audit_events set outcome = $1 where chain = $2 and sequence = $3', [
      ...['changed', chain, sequence],
    ]);
    const { page, go, faults, close } = await openConsole(chromium, service(), auditor, {
      colorScheme: 'dark',
      width: 360,
      height: 740,
    });
    t.after(close);
    await go('/audit');
    await page.getByText('não provado').first().waitFor();
    await page.getByRole('button', { name: 'Verificar o registro inteiro' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('O registro está violado. Pontos encontrados: 1').waitFor();
    await alert.getByText(`${chain}/${sequence}`).waitFor();
    await alert.getByText('Evento alterado:').waitFor();
    await assertUsable(page, 'a broken log');
    assert.deepEqual(faults, []);
  });
});
