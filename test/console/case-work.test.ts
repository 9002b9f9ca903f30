import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser as Chromium, Page } from 'playwright-core';
import { openChromium, withoutChromium } from '../support/chromium.ts';
import { acceptFirstAdministrator, invitePerson, type Person, signIn } from '../support/console.ts';
import { type ConsoleData, createConsoleData } from '../support/console-data.ts';
import { holdAnswers, openConsole, signInOn, signOut } from '../support/console-page.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

describe('work on cases over a slow connection in Chromium', { skip: withoutChromium }, () => {
  const service = shareService('embedded', { engine: createStandInEngine() });
  let chromium: Chromium;
  let data: ConsoleData;
  let admin: Person;
  let ana: Person;

  before(async () => {
    chromium = await openChromium();
    data = await createConsoleData(service());
    admin = await acceptFirstAdministrator(service());
    ana = await invitePerson(service(), admin, 'analyst');
  });
  after(() => chromium?.close());

  async function openCase(): Promise<string> {
    const { personId, attemptId } = data;
    const made = await admin.request('POST', '/v1/cases', { kind: 'manual', personId, attemptId });
    assert.equal(made.status, 201, made.text);
    return made.body.id;
  }

  /** Proposes to approve a case, which needs two people, and gives the id of the proposal. */
  async function propose(caseId: string): Promise<string> {
    const rules = { fourEyes: [{ outcomes: ['approve'], kinds: ['manual'] }] };
    const { body } = await admin.request('PUT', '/v1/case-settings', rules);
    const supervisor = await invitePerson(service(), admin, 'supervisor');
    await service().clock.later(25 * 3_600_000, async () => {
      const browser = await signIn(service(), supervisor);
      const path = `/v1/case-settings/changes/${body.waiting.id}/confirmation`;
      assert.equal((await browser.request('POST', path, { isConfirmed: true })).status, 200);
    });
    const { revision } = await read(caseId);
    const decision = { revision, outcome: 'approve', reasonCode: 'other', note: 'The documents fit.' };
    const bia = await invitePerson(service(), admin, 'analyst');
    const made = await bia.request('POST', `/v1/cases/${caseId}/decisions`, decision);
    assert.equal(made.status, 201, made.text);
    return made.body.id;
  }

  const read = async (id: string) => (await admin.request('GET', `/v1/cases/${id}`)).body;

  it('who asks twice for the next case gets one', async (t) => {
    await openCase();
    await openCase();
    const { page, go, close } = await openConsole(chromium, service(), ana);
    t.after(close);
    const held = await holdAnswers(page, '**/v1/cases/next');
    await go('/cases');
    await page.keyboard.press('n');
    await held.first;
    await page.keyboard.press('n');
    held.release();
    await page.waitForURL(({ hash }) => hash.startsWith('#/cases/cas_'));
    await page.getByRole('region', { name: 'Decisão' }).waitFor();
    await page.waitForLoadState('networkidle');
    const { items } = (await ana.request('GET', '/v1/cases?assignee=me')).body;
    assert.deepEqual([items.length, held.count()], [1, 1]);
  });

  it('a comment that is sent twice by key is added once', async (t) => {
    const id = await openCase();
    const { page, go, close } = await openConsole(chromium, service(), ana);
    t.after(close);
    const held = await holdAnswers(page, '**/comments');
    await go(`/cases/${id}`);
    await page.getByLabel('Seu comentário').fill('Called the shop.');
    await page.keyboard.press('Control+Enter');
    await held.first;
    await page.locator('button[data-loading]').first().waitFor();
    await page.keyboard.press('Control+Enter');
    held.release();
    await page.getByText('Called the shop.').and(page.locator('p')).first().waitFor();
    await page.waitForLoadState('networkidle');
    assert.deepEqual([(await read(id)).comments.length, held.count()], [1, 1]);
  });

  it('cases that could not be handed over stay chosen, with the reason', async (t) => {
    const [kept, decided] = [await openCase(), await openCase()] as [string, string];
    const { page, go, close } = await openConsole(chromium, service(), ana);
    t.after(close);
    await go('/cases');
    for (const id of [kept, decided]) await page.getByRole('checkbox', { name: id }).check();
    const { revision } = await read(decided);
    const decision = { revision, outcome: 'dismiss', reasonCode: 'no_action_needed', note: 'Nothing to do.' };
    const answer = await admin.request('POST', `/v1/cases/${decided}/decisions`, decision);
    assert.equal(answer.status, 201, answer.text);
    await handOver(page);
    await page.getByRole('alert').getByText('case_state_wrong').waitFor();
    await page.getByText('1 caso selecionado').waitFor();
    assert.equal((await read(kept)).assignee, undefined);
  });

  it('cases chosen in one view are not handed over from another', async (t) => {
    const id = await openCase();
    const { page, go, close } = await openConsole(chromium, service(), ana);
    t.after(close);
    await go('/cases');
    await page.getByRole('checkbox', { name: id }).check();
    await page.getByText('1 caso selecionado').waitFor();
    await page.getByRole('button', { name: 'Atrasados' }).click();
    await page.getByText('1 caso selecionado').waitFor({ state: 'detached' });
  });

  it('a decision that can be taken back is recorded although its person answers a proposal meanwhile', async (t) => {
    const [id, proposed] = [await openCase(), await openCase()];
    const proposal = await propose(proposed);
    const { page, go, close } = await openConsole(chromium, service(), ana);
    t.after(close);
    await page.clock.install();
    await go(`/cases/${id}`);
    await decide(page);
    await page.getByText('Decisão tomada').waitFor();
    await go(`/cases/${proposed}`);
    await page.getByLabel('Observação sobre a sua resposta').fill('I agree.');
    await page.getByRole('button', { name: 'Confirmar' }).click();
    await page.getByText('Você confirmou a decisão.').waitFor();
    assert.equal((await read(proposed)).decisions[0].id, proposal);
    await page.clock.fastForward(10_000);
    await page.getByText('A decisão foi registrada.').waitFor();
    assert.equal((await read(id)).state, 'decided');
  });

  it('whoever loses the right to decide while deciding is told of the new role', async (t) => {
    const id = await openCase();
    const person = await invitePerson(service(), admin, 'analyst');
    const { page, go, close } = await openConsole(chromium, service(), person);
    t.after(close);
    await go(`/cases/${id}`);
    await page.getByRole('region', { name: 'Decisão' }).waitFor();
    const changed = await admin.request('PATCH', `/v1/accounts/${person.accountId}`, { role: 'auditor' });
    assert.equal(changed.status, 200, changed.text);
    await decide(page);
    await page.getByRole('alert').getByText('Agora ele é: Auditor.').waitFor();
    assert.equal((await read(id)).state, 'open');
  });

  it('what somebody began to write about a case is there again after another screen, and a new session', async (t) => {
    const id = await openCase();
    const person = await invitePerson(service(), admin, 'analyst');
    const { page, go, close } = await openConsole(chromium, service(), person);
    t.after(close);
    const bar = page.getByRole('region', { name: 'Decisão' });
    const note = bar.getByLabel('Observação');
    const comment = page.getByLabel('Seu comentário');
    await go(`/cases/${id}`);
    await comment.fill('Called the shop.');
    await bar.getByRole('button', { name: 'Aprovar' }).click();
    await note.fill('Looks like');
    await bar.getByRole('button', { name: 'Reprovar' }).click();
    await note.fill('Looks like two people.');
    const assertThere = async () => {
      await note.waitFor();
      assert.deepEqual(
        [await note.inputValue(), await comment.inputValue()],
        ['Looks like two people.', 'Called the shop.'],
      );
      assert.equal(await bar.getByRole('button', { pressed: true }).innerText(), 'Reprovar');
    };
    await go(`/people/${data.personId}`);
    await page.goBack();
    await assertThere();
    assert.equal((await person.request('DELETE', '/v1/session')).status, 204);
    await page.keyboard.press('Escape');
    await comment.press('Control+Enter');
    await signInOn(page, person);
    await assertThere();
    await comment.press('Control+Enter');
    await page.getByText('Called the shop.').and(page.locator('p')).first().waitFor();
    assert.equal(await comment.inputValue(), '');
    await go('/cases');
    await page.goBack();
    await note.waitFor();
    assert.equal(await comment.inputValue(), '');
  });

  it('a decision waits for no earlier one that is still being sent', async (t) => {
    const [earlier, later] = [await openCase(), await openCase()];
    const { page, go, close } = await openConsole(chromium, service(), ana);
    t.after(close);
    await page.clock.install();
    await go(`/cases/${earlier}`);
    await decide(page);
    await page.getByText('Decisão tomada').waitFor();
    const held = await holdAnswers(page, `**/cases/${earlier}/decisions`);
    await page.clock.fastForward(10_000);
    await held.first;
    await page.getByText('Registrando a decisão').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Fechar' }).count(), 0);
    await go(`/cases/${later}`);
    await decide(page);
    await page.getByText('Decisão tomada').waitFor();
    held.release();
    await page.clock.fastForward(10_000);
    await page.getByText('A decisão foi registrada.').nth(1).waitFor();
    for (const id of [earlier, later]) assert.equal((await read(id)).state, 'decided');
  });

  it('a decision that the end of the session stopped is told to its person, and to nobody else', async (t) => {
    const id = await openCase();
    for (const alerts of [1, 0]) {
      const person = await invitePerson(service(), admin, 'analyst');
      const next = alerts === 1 ? person : await invitePerson(service(), admin, 'analyst');
      const { page, go, close } = await openConsole(chromium, service(), person);
      t.after(close);
      await page.clock.install();
      await go(`/cases/${id}`);
      await decide(page);
      await page.getByText('Decisão tomada').waitFor();
      assert.equal((await person.request('DELETE', '/v1/session')).status, 204);
      await page.clock.fastForward(10_000);
      await page.getByLabel('E-mail').waitFor();
      await signInOn(page, next);
      await page.getByRole('heading', { name: 'Histórico' }).waitFor();
      const told = page.getByRole('alert').filter({ hasText: 'session_ended' });
      assert.equal(await told.count(), alerts);
      if (alerts === 0) continue;
      await told.getByRole('button', { name: 'Tentar de novo' }).click();
      assert.equal(await page.getByLabel('Observação', { exact: true }).inputValue(), 'Nothing to do.');
    }
    assert.equal((await read(id)).state, 'open');
  });

  it('nobody signs out between the claim of a case and its decision', async (t) => {
    const id = await openCase();
    const person = await invitePerson(service(), admin, 'analyst');
    const { page, go, close } = await openConsole(chromium, service(), person);
    t.after(close);
    const held = await holdAnswers(page, '**/assignment');
    await go(`/cases/${id}`);
    await decide(page);
    await held.first;
    await page.getByRole('button', { name: /^Conta de/ }).click();
    const leave = page.getByRole('menuitem', { name: 'Sair' });
    await leave.waitFor();
    assert.equal(await leave.isDisabled(), true);
    held.release();
    await page.getByText('Decisão tomada').waitFor();
    await page.keyboard.press('Escape');
    await signOut(page);
    assert.equal((await read(id)).state, 'decided');
  });

  it('a case is handed up once, however often the button is pressed', async (t) => {
    const id = await openCase();
    const { page, go, close } = await openConsole(chromium, service(), ana);
    t.after(close);
    const held = await holdAnswers(page, '**/escalation');
    await go(`/cases/${id}`);
    await page.getByRole('textbox', { name: 'Motivo para escalar' }).fill('Too large for me.');
    await page.keyboard.press('Enter');
    await held.first;
    await page.locator('button[data-loading]').first().waitFor();
    await page.keyboard.press('Enter');
    held.release();
    await page.getByText('escalado', { exact: true }).first().waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(await page.getByRole('alert').count(), 0);
    assert.equal(held.count(), 1);
  });
});

/** Dismisses the case of the page. */
async function decide(page: Page): Promise<void> {
  const bar = page.getByRole('region', { name: 'Decisão' });
  await bar.getByRole('button', { name: 'Descartar' }).click();
  await bar.getByRole('combobox', { name: 'Motivo' }).click();
  await page.getByRole('option', { name: 'Nenhuma ação necessária' }).click();
  await bar.getByLabel('Observação').fill('Nothing to do.');
  await bar.getByRole('button', { name: 'Registrar a decisão' }).click();
}

/** Hands what is chosen to nobody. */
async function handOver(page: Page): Promise<void> {
  const form = page.locator('form').filter({ hasText: 'Repassar' });
  await form.getByLabel('Motivo').fill('Shared work.');
  await form.getByRole('combobox', { name: 'Para' }).click();
  await page.getByRole('option', { name: 'ninguém' }).click();
  await form.getByRole('button', { name: 'Repassar' }).click();
}
