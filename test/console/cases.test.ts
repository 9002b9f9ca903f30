import assert from 'node:assert/strict';
import { after, before, it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser as Chromium, Page } from 'playwright-core';
import { describeInChromium, longestStepMs, openChromium } from '../support/chromium.ts';
import { acceptFirstAdministrator, invitePerson, type Person, signIn } from '../support/console.ts';
import { type ConsoleData, createConsoleData, hostileName } from '../support/console-data.ts';
import { assertHeldBack, assertUsable, openConsole } from '../support/console-page.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

describeInChromium('cases in the console in Chromium', (kind) => {
  const service = shareService(kind, {
    engine: createStandInEngine(),
    env: { CASES_OPEN_FOR: 'list_hit' },
  });
  let chromium: Chromium;
  let data: ConsoleData;
  let admin: Person;
  let ana: Person;
  let bia: Person;

  before(async () => {
    chromium = await openChromium();
    data = await createConsoleData(service());
    admin = await acceptFirstAdministrator(service());
    ana = await invitePerson(service(), admin, 'analyst');
    bia = await invitePerson(service(), admin, 'analyst');
  });
  after(() => chromium?.close());

  async function openCase(): Promise<string> {
    const { personId, attemptId, executionId } = data;
    const made = await ana.request('POST', '/v1/cases', { kind: 'manual', personId, attemptId, executionId });
    assert.equal(made.status, 201, made.text);
    return made.body.id;
  }

  /** So that no test takes it as the next case. */
  const handOver = (id: string) =>
    ana.request('POST', `/v1/cases/${id}/assignment`, { accountId: admin.accountId, reason: 'later' });

  const stateOf = async (id: string) => (await admin.request('GET', `/v1/cases/${id}`)).body.state;

  it('the queue and a case are without findings of axe, in both languages and colours, wide and narrow', async (t) => {
    const id = await openCase();
    for (const options of [
      { locale: 'pt-BR', colorScheme: 'light' },
      { locale: 'en', colorScheme: 'dark' },
      { locale: 'en', colorScheme: 'light', width: 360, height: 740 },
      { locale: 'pt-BR', colorScheme: 'dark', width: 360, height: 740 },
    ] as const) {
      const { page, go, faults, close } = await openConsole(chromium, service(), ana, options);
      t.after(close);
      await page.evaluate(`localStorage.setItem('confere-language', '${options.locale}')`);
      await page.reload();
      for (const path of ['/cases', `/cases/${id}`]) {
        await go(path);
        await page.waitForLoadState('networkidle');
        await assertUsable(page, `${path} ${JSON.stringify(options)}`);
        assert.equal(await page.getByRole('alert').count(), 0, path);
      }
      await page.locator('.photo-frame img').nth(1).waitFor();
      const isNarrow = 'width' in options;
      assert.equal((await page.locator('kbd:visible').count()) === 0, isNarrow, 'phones have no keys');
      assert.deepEqual(faults, []);
    }
    await handOver(id);
  });

  it('the first screen asks for at most 250 kB in 15 requests, besides its photos', async (t) => {
    const id = await openCase();
    const { context, close } = await openConsole(chromium, service(), ana);
    t.after(close);
    const [page] = context.pages() as [Page];
    await page.goto('about:blank');
    await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
    // An address that is asked for again comes from the cache.
    const sizes = new Map<string, Promise<number>>();
    page.on('requestfinished', (request) => {
      if (request.url().includes('/images/') || sizes.has(request.url())) return;
      const size = request
        .sizes()
        .then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize);
      sizes.set(request.url(), size);
    });
    await page.goto(`${service().url}/console`);
    await page.locator('img[loading=lazy]').first().waitFor();
    await page.waitForLoadState('networkidle');
    const sum = (await Promise.all(sizes.values())).reduce((all, one) => all + one, 0);
    t.diagnostic(`${sizes.size} requests, ${sum} bytes`);
    assert.ok(sizes.size <= 15 && sum <= 250_000, `${sizes.size} requests, ${sum} bytes`);
    await handOver(id);
  });

  it('ten cases are claimed and decided by keyboard alone', async (t) => {
    const ids = [];
    for (let made = 0; made < 10; made += 1) ids.push(await openCase());
    const { page, go, faults, close } = await openConsole(chromium, service(), ana);
    t.after(close);
    await go('/cases');
    await page.getByRole('heading', { name: 'Casos' }).waitFor();
    const decided: string[] = [];
    while (decided.length < ids.length) {
      await page.keyboard.press('n');
      await page.waitForURL(
        ({ hash }) => hash.startsWith('#/cases/') && hash !== `#/cases/${decided.at(-1)}`,
      );
      decided.push(page.url().split('/').at(-1)!);
      await page.getByRole('region', { name: 'Decisão' }).waitFor();
      await page.keyboard.press('r');
      const reason = page.getByRole('combobox', { name: 'Motivo' });
      await reason.and(page.locator(':focus')).waitFor();
      // The field marks its first reason twice, and takes none for a moment between.
      while ((await reason.inputValue()) === '') {
        await page.keyboard.press('ArrowDown');
        await page.locator('[role=option][data-combobox-selected]').waitFor();
        await page.keyboard.press('Enter');
        await delay(100);
      }
      await page.getByText('Falta a observação: escreva por quê.').waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.type('Two different people.');
      await page.keyboard.press('Control+Enter');
      // The focus goes to the way on.
      await page.getByRole('button', { name: 'Próximo caso' }).and(page.locator(':focus')).waitFor();
    }
    assert.deepEqual(decided.sort(), ids.sort());
    for (const words of ['Decisão tomada', 'Registrando a decisão'])
      await page.getByText(words).first().waitFor({ state: 'detached' });
    for (const id of ids) assert.equal(await stateOf(id), 'decided');
    await page.keyboard.press('n');
    await page.waitForURL((url) => url.hash === '#/cases');
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('assumir o próximo caso').waitFor();
    assert.deepEqual(faults, []);
  });

  it('two analysts who ask for the next case at once get two', async (t) => {
    const ids = [await openCase(), await openCase()];
    const pages = await Promise.all([ana, bia].map((person) => openConsole(chromium, service(), person)));
    for (const { close } of pages) t.after(close);
    await Promise.all(pages.map(({ go }) => go('/cases')));
    await Promise.all(pages.map(({ page }) => page.getByRole('button', { name: 'Próximo caso' }).click()));
    await Promise.all(pages.map(({ page }) => page.waitForURL((url) => /#\/cases\/cas_/.test(url.hash))));
    assert.deepEqual(pages.map(({ page }) => page.url().split('/').at(-1)).sort(), ids.sort());
  });

  it('keys go on after a click on a checkbox, and keep their row in view', async (t) => {
    const ids: string[] = [];
    while (ids.length < 12) ids.push(await openCase());
    for (const id of ids) await handOver(id);
    const { page, go, faults, close } = await openConsole(chromium, service(), ana, { height: 500 });
    t.after(close);
    await go('/cases');
    const current = page.locator('tr[data-current]');
    await current.getByRole('checkbox').check();
    for (let pressed = 0; pressed < 11; pressed += 1) await page.keyboard.press('j');
    await current.and(page.getByRole('row').nth(12)).waitFor();
    const { y = 0, height = 0 } = (await current.boundingBox()) ?? {};
    assert.ok(y > 56 && y + height <= 500, `${y} ${height}`);
    await page.keyboard.press('k');
    await page.keyboard.press('x');
    await page.getByText('2 casos selecionados').waitFor();
    assert.deepEqual(faults, []);
  });

  it('several cases go to whom somebody chose, and their history says to whom', async (t) => {
    const ids = [await openCase(), await openCase()];
    const { page, go, faults, close } = await openConsole(chromium, service(), ana);
    t.after(close);
    await go('/cases');
    const rows = page.getByRole('checkbox');
    await rows.first().waitFor();
    const count = await rows.count();
    for (const at of [count - 2, count - 1]) await rows.nth(at).check();
    const form = page.locator('form').filter({ hasText: 'Repassar' });
    await form.getByLabel('Motivo').fill('She knows the shop.');
    const send = form.getByRole('button', { name: 'Repassar' });
    await assertHeldBack(send, 'Escolha primeiro para quem vai o caso.');
    // Neither a click nor the return key sends it.
    await send.click({ force: true });
    await send.press('Enter');
    await form.getByRole('combobox', { name: 'Para' }).click();
    const { name } = (await bia.request('GET', '/v1/session')).body.account;
    await page.getByRole('option', { name: new RegExp(`^${name} `) }).click();
    await send.click();
    await form.waitFor({ state: 'detached' });
    for (const id of ids) {
      const { assignee, events } = (await admin.request('GET', `/v1/cases/${id}`)).body;
      assert.equal(assignee.id, bia.accountId);
      assert.deepEqual(events.at(-1).to, { kind: 'account', id: bia.accountId, name });
    }
    await go(`/cases/${ids[0]}`);
    await page.getByText(`para ${name}`).waitFor();
    assert.deepEqual(faults, []);
  });

  it('marks what is overdue, and filters by it in the address', async (t) => {
    const id = await openCase();
    await handOver(id);
    await service().clock.later(25 * 3_600_000, async () => {
      const browser = await signIn(service(), ana);
      const overdue = (await browser.request('GET', '/v1/cases?isOverdue=true')).body.items;
      assert.ok(overdue.some((one: { id: string }) => one.id === id));
    });
    assert.deepEqual((await ana.request('GET', '/v1/cases?isOverdue=true')).body.items, []);
    const { page, go, close } = await openConsole(chromium, service(), ana);
    t.after(close);
    await page.clock.install({ time: Date.now() + 25 * 3_600_000 });
    await go('/cases');
    await page.reload();
    await page
      .getByRole('row', { name: /atrasado/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Atrasados' }).click();
    await page.waitForURL((url) => url.hash === '#/cases?isOverdue=true');
  });

  it('nothing is chosen beforehand, and what is not whole is not sent', async (t) => {
    const id = await openCase();
    const { page, go, faults, close } = await openConsole(chromium, service(), ana);
    t.after(close);
    const decisions: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/decisions')) decisions.push(request.url());
    });
    await go(`/cases/${id}`);
    const bar = page.getByRole('region', { name: 'Decisão' });
    await bar.waitFor();
    assert.equal(await bar.getByRole('button', { pressed: true }).count(), 0);
    assert.equal(await bar.getByRole('button', { name: 'Registrar a decisão' }).count(), 0);
    await bar.getByRole('button', { name: 'Reprovar' }).click();
    assert.equal(await bar.getByRole('combobox', { name: 'Motivo' }).inputValue(), '');
    const record = bar.getByRole('button', { name: 'Registrar a decisão' });
    await bar.getByLabel('Observação').fill('Fraud, reject.');
    await page.keyboard.press('Control+Enter');
    await bar.getByRole('combobox', { name: 'Motivo' }).and(page.locator(':focus')).waitFor();
    await assertHeldBack(record, 'Falta o motivo: escolha um.');
    // A reason of another outcome is none of this one.
    await bar.getByRole('combobox', { name: 'Motivo' }).click();
    await page.getByRole('option', { name: 'Suspeita de fraude' }).click();
    await bar.getByLabel('Observação').fill(' ');
    await assertHeldBack(record, 'Falta a observação: escreva por quê.');
    await bar.getByRole('button', { name: 'Aprovar' }).click();
    assert.equal(await bar.getByRole('combobox', { name: 'Motivo' }).inputValue(), '');
    assert.equal(await record.isDisabled(), true);
    assert.deepEqual([decisions, await stateOf(id), faults], [[], 'open', []]);
    await handOver(id);
  });

  it('the decision is in view wherever the case is scrolled to, and so is what has the focus', async (t) => {
    const id = await openCase();
    for (const size of [
      { width: 1280, height: 850 },
      { width: 360, height: 740 },
    ]) {
      const { page, go, close } = await openConsole(chromium, service(), ana, size);
      t.after(close);
      await go(`/cases/${id}`);
      const bar = page.getByRole('region', { name: 'Decisão' });
      await bar.getByRole('button', { name: 'Aprovar' }).click();
      for (const share of [0, 0.5, 1]) {
        await page.evaluate(`scrollTo(0, document.body.scrollHeight * ${share})`);
        const { y = 0, height = 0 } = (await bar.boundingBox()) ?? {};
        assert.ok(y > 0 && y + height <= size.height, `${y} ${height} at ${share}`);
        assert.ok(height < size.height * 0.61, `${height} of ${size.height}`);
      }
      // Chromium scrolls to the caret as somebody types, as if the bar were no part of the view.
      await bar.getByLabel('Observação').focus();
      await page.evaluate('scrollTo(0, 100)');
      await page.keyboard.type('A note that takes a while');
      assert.equal(await page.evaluate('scrollY'), 100);
      await page.getByLabel('Seu comentário').focus();
      const field = (await page.getByLabel('Seu comentário').boundingBox())!;
      assert.ok(field.y + field.height <= (await bar.boundingBox())!.y, 'the field is above the bar');
    }
    await handOver(id);
  });

  it('a decision of one person can be taken back, and is recorded after that', async (t) => {
    const id = await openCase();
    const { page, go, faults, close } = await openConsole(chromium, service(), ana);
    t.after(close);
    await page.clock.install();
    await go(`/cases/${id}`);
    await decide(page, 'Reprovar', 'Suspeita de fraude', 'Two different people.');
    await page.getByText('Decisão tomada').waitFor();
    await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 200);
    assert.equal(await stateOf(id), 'open');
    await page.clock.resume();
    await page.getByRole('button', { name: 'Desfazer' }).click();
    const bar = page.getByRole('region', { name: 'Decisão' });
    assert.equal(await bar.getByLabel('Observação').inputValue(), 'Two different people.');
    assert.equal(await bar.getByRole('combobox', { name: 'Motivo' }).inputValue(), 'Suspeita de fraude');
    await page.clock.fastForward(30_000);
    assert.equal(await stateOf(id), 'open');
    await bar.getByRole('button', { name: 'Registrar a decisão' }).click();
    await page.getByText('Decisão tomada').waitFor();
    await assertUsable(page, 'a decision that can be taken back');
    await page.clock.fastForward(10_000);
    await page.getByText('A decisão foi registrada.').waitFor();
    await page.getByText('Decidido', { exact: true }).waitFor();
    const { decisions } = (await admin.request('GET', `/v1/cases/${id}`)).body;
    assert.deepEqual(
      decisions.map(({ outcome, reasonCode }: Record<string, string>) => [outcome, reasonCode]),
      [['reprove', 'fraud_suspected']],
    );
    assert.deepEqual(faults, []);
  });

  /** Opens a case in the console as a new analyst and decides it, for as long as it can be taken back. */
  async function holdDecision(t: TestContext) {
    const id = await openCase();
    const person = await invitePerson(service(), admin, 'analyst');
    const { page, go, close } = await openConsole(chromium, service(), person);
    t.after(close);
    await page.clock.install();
    await go(`/cases/${id}`);
    await decide(page, 'Descartar', 'Nenhuma ação necessária', 'Nothing to do.');
    await page.getByText('Decisão tomada').waitFor();
    assert.equal(await stateOf(id), 'open');
    const signOut = async () => {
      await page.getByRole('button', { name: /^Conta de/ }).click();
      await page.getByRole('menuitem', { name: 'Sair' }).click();
    };
    return { id, page, signOut };
  }

  it('a decision that waits is recorded when its page is left', async (t) => {
    const { id, page } = await holdDecision(t);
    await page.goto('about:blank');
    const until = Date.now() + longestStepMs;
    while ((await stateOf(id)) !== 'decided') {
      assert.ok(Date.now() < until, 'it was never recorded');
      await delay(50);
    }
  });

  it('a decision that waits or is on its way is recorded before its person is signed out', async (t) => {
    for (const isOnItsWay of [false, true]) {
      const { id, page, signOut } = await holdDecision(t);
      const requests: string[] = [];
      page.on('requestfinished', (one) => {
        if (one.method() !== 'GET') requests.push(`${one.method()} ${new URL(one.url()).pathname}`);
      });
      await page.route('**/decisions', async (route) => {
        await delay(1_000);
        await route.continue();
      });
      if (isOnItsWay) await page.clock.fastForward(10_000);
      await signOut();
      await page.getByLabel('E-mail').waitFor();
      assert.equal(await stateOf(id), 'decided');
      assert.deepEqual(requests, [`POST /v1/cases/${id}/decisions`, 'DELETE /v1/session']);
    }
  });

  it('whoever signs out while a decision fails stays, is told, and may decide again', async (t) => {
    const { id, page, signOut } = await holdDecision(t);
    await page.route('**/decisions', (route) => route.abort());
    await signOut();
    await page.getByRole('alert').getByRole('button', { name: 'Tentar de novo' }).waitFor();
    await page.getByRole('status').getByText('A decisão pode não ter sido registrada.').waitFor();
    assert.equal(await stateOf(id), 'open');
    await page.unroute('**/decisions');
    await page.getByRole('alert').getByRole('button', { name: 'Tentar de novo' }).click();
    const bar = page.getByRole('region', { name: 'Decisão' });
    await bar.getByRole('button', { name: 'Registrar a decisão' }).click();
    await page.getByText('Decisão tomada').waitFor();
    await signOut();
    await page.getByLabel('E-mail').waitFor();
    assert.equal(await stateOf(id), 'decided');
  });

  it('a decision under four eyes is proposed in one browser and confirmed in another', async (t) => {
    const rules = [{ outcomes: ['approve'], kinds: ['manual'] }];
    const { body } = await admin.request('PUT', '/v1/case-settings', { fourEyes: rules });
    const supervisor = await invitePerson(service(), admin, 'supervisor');
    await service().clock.later(25 * 3_600_000, async () => {
      const browser = await signIn(service(), supervisor);
      const path = `/v1/case-settings/changes/${body.waiting.id}/confirmation`;
      assert.equal((await browser.request('POST', path, { isConfirmed: true })).status, 200);
    });
    const id = await openCase();
    const [hers, other] = [
      await openConsole(chromium, service(), ana),
      await openConsole(chromium, service(), bia),
    ];
    t.after(hers.close);
    t.after(other.close);
    await hers.go(`/cases/${id}`);
    await decide(hers.page, 'Aprovar', 'Documentos suficientes', 'The documents fit.');
    await hers.page.getByText('A decisão aguarda a confirmação de outra pessoa.').waitFor();
    assert.equal(await hers.page.getByRole('button', { name: 'Desfazer' }).count(), 0);
    await hers.page.getByText('Outra pessoa precisa confirmar esta decisão.').waitFor();
    assert.equal(await hers.page.getByRole('button', { name: 'Confirmar' }).count(), 0);
    assert.equal(await stateOf(id), 'awaiting_confirmation');
    const waiting = async (person: Person) => (await person.request('GET', '/v1/cases/waiting')).body.count;
    const idsFor = async (person: Person) =>
      (await person.request('GET', '/v1/cases?waitsFor=me')).body.items.map((one: { id: string }) => one.id);
    assert.ok((await idsFor(bia)).includes(id) && !(await idsFor(ana)).includes(id));
    assert.equal(await waiting(bia), (await idsFor(bia)).length);
    await other.page.reload();
    const menu = other.page.getByRole('link', { name: /^Casos \d+ casos? aguardam? você$/ });
    await menu.click();
    await other.page.getByRole('button', { name: 'Aguardam você' }).click();
    const row = other.page.getByRole('row').filter({ has: other.page.locator(`a[href="#/cases/${id}"]`) });
    const { name: herName } = (await ana.request('GET', '/v1/session')).body.account;
    await row.getByText(`uma segunda pessoa: ${herName} decidiu`).waitFor();
    await row
      .getByText('0 minuto')
      .or(row.getByText(/minutos?$/))
      .first()
      .waitFor();
    assert.match(other.page.url(), /#\/cases\?waitsFor=me$/);
    await other.page.reload();
    await row.waitFor();
    await assertUsable(other.page, 'cases that wait for somebody');
    await row.getByRole('link').first().click();
    await other.page.goBack();
    await row.waitFor();
    await other.go(`/cases/${id}`);
    const confirm = other.page.getByRole('button', { name: 'Confirmar' });
    await assertHeldBack(confirm, 'Falta a observação: escreva por quê.');
    await assertUsable(other.page, 'a decision to be answered');
    await other.page.keyboard.press('e');
    await other.page.keyboard.type('I agree.');
    assert.equal(await other.page.getByLabel('Observação sobre a sua resposta').inputValue(), 'I agree.');
    await confirm.click();
    await other.page.getByText('Você confirmou a decisão.').waitFor();
    await other.page.getByText('Decidido', { exact: true }).waitFor();
    assert.equal(await stateOf(id), 'decided');
    await assertUsable(other.page, 'confirmed case');
  });

  it('what was written to answer a proposal that somebody else answered first stays for a decision', async (t) => {
    const id = await openCase();
    const { revision } = (await ana.request('GET', `/v1/cases/${id}`)).body;
    const decision = { revision, outcome: 'approve', reasonCode: 'other', note: 'The documents fit.' };
    const made = await ana.request('POST', `/v1/cases/${id}/decisions`, decision);
    assert.equal(made.body.state, 'awaiting_confirmation', made.text);
    const { page, go, close } = await openConsole(chromium, service(), bia);
    t.after(close);
    await go(`/cases/${id}`);
    await page.getByLabel('Observação sobre a sua resposta').fill('The father answers for her.');
    const supervisor = await invitePerson(service(), admin, 'supervisor');
    const path = `/v1/cases/${id}/decisions/${made.body.id}/confirmation`;
    const refusal = await supervisor.request('POST', path, { isConfirmed: false, note: 'No.' });
    assert.equal(refusal.status, 200, refusal.text);
    await page.getByRole('button', { name: 'Confirmar' }).click();
    await page.getByRole('alert').getByText('case_decision_not_found').waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Tentar de novo' }).click();
    const bar = page.getByRole('region', { name: 'Decisão' });
    await bar.getByRole('button', { name: 'Reprovar' }).click();
    assert.equal(await bar.getByLabel('Observação').inputValue(), 'The father answers for her.');
  });

  it('other rules that their author replaced meanwhile are not confirmed, with the way to those that wait', async (t) => {
    const propose = (kind: string) =>
      admin.request('PUT', '/v1/case-settings', { fourEyes: [{ outcomes: ['dismiss'], kinds: [kind] }] });
    assert.equal((await propose('manual')).status, 200);
    // Whom the author invited may not answer; the page does not know that.
    const supervisor = await invitePerson(service(), admin, 'supervisor');
    const { page, go, close } = await openConsole(chromium, service(), supervisor);
    t.after(close);
    await go('/cases/settings');
    const waiting = page.getByRole('table', { name: 'Mudança pendente' });
    const marked = waiting.getByRole('row', { name: /^Aberto manualmente.*duas pessoas/ });
    await marked.waitFor();
    assert.equal((await propose('list_hit')).status, 200);
    await page.getByRole('button', { name: 'Confirmar' }).click();
    await page.getByRole('alert').getByText('case_rule_change_not_found').waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Tentar de novo' }).click();
    await waiting.getByRole('row', { name: /^Nome encontrado em lista.*duas pessoas/ }).waitFor();
    await marked.waitFor({ state: 'detached' });
  });

  it('a decision on a case that changed meanwhile is refused, with the way on', async (t) => {
    const id = await openCase();
    const { page, go, close } = await openConsole(chromium, service(), ana);
    t.after(close);
    await go(`/cases/${id}`);
    await page.getByRole('button', { name: 'Reprovar' }).waitFor();
    const taken = { accountId: bia.accountId, reason: 'she knows the person' };
    assert.equal((await bia.request('POST', `/v1/cases/${id}/assignment`, taken)).status, 200);
    await decide(page, 'Reprovar', 'Suspeita de fraude', 'Different people.');
    await page.getByRole('alert').getByText('case_changed').waitFor();
    const { state, assignee } = (await admin.request('GET', `/v1/cases/${id}`)).body;
    assert.deepEqual([state, assignee.id], ['open', bia.accountId]);
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await page
      .getByText(/she knows the person/)
      .first()
      .waitFor();
  });

  it('shows markup in comments and notes as text', async (t) => {
    const id = await openCase();
    const { page, go, faults, close } = await openConsole(chromium, service(), ana);
    t.after(close);
    await go(`/cases/${id}`);
    await page.getByLabel('Seu comentário').fill(hostileName);
    await page.getByRole('button', { name: 'Adicionar o comentário' }).click();
    await page.getByText(hostileName, { exact: true }).first().waitFor();
    assert.notEqual(await page.title(), '1');
    assert.equal(await page.locator('img[src=x]').count(), 0);
    assert.deepEqual(faults, []);
  });

  it('shows an auditor the case and nothing to change it with', async (t) => {
    const id = await openCase();
    const auditor = await invitePerson(service(), admin, 'auditor');
    const { page, go, close } = await openConsole(chromium, service(), auditor);
    t.after(close);
    await go(`/cases/${id}`);
    await page.getByRole('heading', { name: 'Histórico' }).waitFor();
    for (const name of [/^Aprovar/, 'Repassar', 'Adicionar o comentário', /Próximo caso/]) {
      assert.equal(await page.getByRole('button', { name }).count(), 0, String(name));
    }
    const keysOf = async () => {
      await page.getByRole('button', { name: /^Atalhos/ }).click();
      const names = page.getByRole('table', { name: 'Atalhos' }).getByRole('rowheader');
      await names.first().waitFor();
      const keys = await names.allTextContents();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      return keys;
    };
    assert.deepEqual(await keysOf(), ['u', '?']);
    await page.keyboard.press('u');
    await page.getByRole('heading', { name: 'Casos', level: 1 }).waitFor();
    assert.deepEqual(await keysOf(), ['j', 'k', 'o', '?']);
  });
});

/** Chooses an outcome and a reason, writes a note, and sends them. */
async function decide(page: Page, outcome: string, reason: string, note: string): Promise<void> {
  const bar = page.getByRole('region', { name: 'Decisão' });
  await bar.getByRole('button', { name: outcome }).click();
  await bar.getByRole('combobox', { name: 'Motivo' }).click();
  await page.getByRole('option', { name: reason }).click();
  await bar.getByLabel('Observação').fill(note);
  await bar.getByRole('button', { name: 'Registrar a decisão' }).click();
}
