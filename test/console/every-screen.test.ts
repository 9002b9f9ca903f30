import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser as Chromium, Locator, Page } from 'playwright-core';
import { openChromium, withoutChromium } from '../support/chromium.ts';
import {
  acceptFirstAdministrator,
  goodPassword,
  invitePerson,
  openBrowser,
  type Person,
} from '../support/console.ts';
import { type ConsoleData, createConsoleData, drawFace, hostileName } from '../support/console-data.ts';
import {
  assertUsable,
  assertWords,
  holdAnswers,
  openConsole,
  readImageWidths,
} from '../support/console-page.ts';
import { send } from '../support/http.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';
import { toDataAddress } from '../support/service-photos.ts';

describe('every screen of the console in Chromium', { skip: withoutChromium }, () => {
  const service = shareService('embedded', { engine: createStandInEngine() });
  let chromium: Chromium;
  let admin: Person;
  let data: ConsoleData;
  let caseId: string;

  before(async () => {
    chromium = await openChromium();
    data = await createConsoleData(service());
    admin = await acceptFirstAdministrator(service());
    const { personId, executionId } = data;
    const opened = await admin.request('POST', '/v1/cases', { kind: 'manual', personId, executionId });
    assert.equal(opened.status, 201, opened.text);
    caseId = opened.body.id;
    const definition = {
      subject: 'person',
      sources: [],
      otherwise: 'APPROVED',
      rules: [{ name: 'foto', when: 'face.references < 9', status: 'APPROVED', isForReview: true }],
    };
    const made = await admin.request('POST', '/v1/query-templates', definition);
    assert.equal(made.status, 201, made.text);
    const request = { templateId: made.body.id, cpf: data.cpf };
    const run = await admin.request('POST', '/v1/executions', request, { headers: { prefer: 'wait=20' } });
    assert.equal(run.status, 201, run.text);
  });
  after(() => chromium?.close());

  const screens = () => [
    '/people',
    `/people/${data.personId}`,
    '/companies',
    `/companies/${data.cnpj}`,
    '/attempts',
    `/attempts/${data.attemptId}`,
    '/figures',
    '/executions',
    `/executions/${data.executionId}`,
    '/templates',
    `/templates/${data.templateId}`,
    '/sources',
    '/sources/ceis',
    '/sources/registry',
    '/clients',
    '/accounts',
    `/accounts/${admin.accountId}/sessions`,
    '/sessions',
    '/cases',
    `/cases/${caseId}`,
    '/cases/settings',
    '/report',
    '/audit',
    '/privacy',
    '/trial',
    '/system',
    '/nothing',
  ];

  /** Values of tables that do not stand beside their label on a phone, and moments without one. */
  const findLooseValues = (page: Page) =>
    page
      .locator('main table:has(thead) td')
      .evaluateAll((cells) =>
        (cells as unknown as { childNodes: object[]; dataset: { label?: string }; outerHTML: string }[])
          .filter(({ childNodes, dataset, outerHTML }) =>
            dataset.label === undefined ? /^<td[^>]*><time/.test(outerHTML) : childNodes.length > 1,
          )
          .map(({ outerHTML }) => outerHTML),
      );

  /** The addresses of requests of the page that were refused from now on. */
  const watchRefusals = (page: Page) => {
    const refused: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() === 403 || answer.status() === 401) refused.push(answer.url());
    });
    return refused;
  };

  for (const options of [
    { locale: 'pt-BR', colorScheme: 'light' },
    { locale: 'en', colorScheme: 'dark' },
    { locale: 'pt-BR', colorScheme: 'dark', width: 360, height: 740 },
    { locale: 'en', colorScheme: 'light', width: 360, height: 740 },
  ] as const) {
    it(`an administrator sees it whole, axe finds nothing, and it fits the window: ${JSON.stringify(options)}`, async (t) => {
      const { page, go, faults, close } = await openConsole(chromium, service(), admin, options);
      t.after(close);
      const refused = watchRefusals(page);
      await page.evaluate(`localStorage.setItem('confere-language', '${options.locale}')`);
      await page.reload();
      for (const path of screens()) {
        await go(path);
        await page.waitForLoadState('networkidle');
        await assertUsable(page, `${path} ${JSON.stringify(options)}`);
        await assertWords(page, `${path} ${options.locale}`);
        assert.equal(await page.getByRole('alert').count(), 0, path);
        assert.equal(await page.locator('html').getAttribute('lang'), options.locale);
        if ('width' in options) assert.deepEqual(await findLooseValues(page), [], path);
        const missing = page.getByRole('heading', { name: /^(Página não encontrada|Page not found)$/ });
        assert.equal(await missing.count(), path === '/nothing' ? 1 : 0, path);
      }
      assert.deepEqual([refused, faults], [[], []]);
    });
  }

  it('fits tablets and a page zoomed to twice its size, and cuts no word of a state', async (t) => {
    const { page, go, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    for (const width of [641, 768, 992]) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of screens()) {
        await go(path);
        await page.waitForLoadState('networkidle');
        const wide = await page.evaluate('document.documentElement.scrollWidth');
        assert.ok(Number(wide) <= width, `${path} is ${wide} wide in a window of ${width}`);
        const cut = await page
          .locator('.mantine-Badge-label')
          .evaluateAll((all) =>
            (all as unknown as { scrollWidth: number; clientWidth: number; textContent: string }[])
              .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
              .map(({ textContent }) => textContent),
          );
        assert.deepEqual(cut, [], `${path} at ${width}`);
      }
    }
  });

  it('is printed without what is fixed to the window, which would lie over every sheet', async (t) => {
    const { page, go, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    await go(`/cases/${caseId}`);
    await page.getByRole('region', { name: 'Decisão' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    const fixed = await page
      .locator('header, nav, .bottom-bar')
      .evaluateAll(
        (all) => all.filter((one) => (one as { offsetHeight?: number }).offsetHeight !== 0).length,
      );
    assert.equal(fixed, 0);
    // The page is laid out anew for paper, which moves the heading by steps.
    for (let tries = 0; ; tries += 1) {
      const { x = 0, y = 0 } = (await page.getByRole('heading', { level: 1 }).boundingBox()) ?? {};
      if (x < 60 && y < 60) break;
      assert.ok(tries < 600, `the heading is at ${x}, ${y}`);
      await delay(100);
    }
  });

  it('shows no link of an invitation that was replaced or withdrawn, and says why a name is refused', async (t) => {
    const { page, go, faults, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    await go('/accounts');
    const main = page.getByRole('main');
    const invite = async (name: string) => {
      await main.getByLabel('Nome', { exact: true }).fill(name);
      await main.getByLabel('E-mail').fill('twice@people.example');
      const answered = page.waitForResponse(
        (answer) => answer.url().endsWith('/v1/invitations') && answer.request().method() === 'POST',
      );
      await main.getByRole('button', { name: 'Criar o link' }).click();
      return (await (await answered).json()).link as string;
    };
    const first = await invite('Davi');
    await page.getByText(first).waitFor();
    const second = await invite('Davi');
    await page.getByText(second).waitFor();
    await page.getByText(first).waitFor({ state: 'detached' });
    await invite('Davi \u200b');
    await page
      .getByRole('alert')
      .getByText('Nome: aceita de 1 a 100 caracteres, sem quebras de linha nem caracteres invisíveis')
      .waitFor();
    await page
      .getByRole('table', { name: 'Convites' })
      .getByRole('button', { name: 'Cancelar o convite' })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar o convite' }).click();
    await page.getByText(second).waitFor({ state: 'detached' });
    assert.deepEqual(faults, []);
  });

  /** The screens of each role but the administrator's, by the beginning of their addresses. */
  const screensOf = {
    supervisor:
      /^\/(cases|report|people|companies|attempts|figures|executions|templates|sources|audit|privacy|system|sessions)/,
    analyst: /^\/(cases|people|companies|attempts|figures|executions|templates|sources|system|sessions)/,
    auditor:
      /^\/(cases|report|people|companies|attempts|figures|executions|templates|sources|clients|accounts|audit|privacy|system|sessions)/,
    developer: /^\/(companies|sources$|system|sessions)/,
  } as const;

  for (const [role, allowed] of Object.entries(screensOf)) {
    it(`${role}: finds the screens of the role whole, no other, and asks for nothing that is refused`, async (t) => {
      const person = await invitePerson(service(), admin, role as keyof typeof screensOf);
      const { page, go, faults, close } = await openConsole(chromium, service(), person);
      t.after(close);
      const refused = watchRefusals(page);
      for (const path of screens().filter((screen) => screen !== '/nothing')) {
        await go('/nothing');
        await page.getByRole('heading', { name: 'Página não encontrada' }).waitFor();
        await page.evaluate(`location.hash = ${JSON.stringify(path)}`);
        const nothing = page.getByRole('heading', { name: 'Página não encontrada' });
        if (allowed.test(path)) {
          await nothing.waitFor({ state: 'detached' });
          await page.locator('main h1').waitFor();
          await page.waitForLoadState('networkidle');
          assert.equal(await page.getByRole('alert').count(), 0, `${role} ${path}`);
        } else {
          // The screen that was is gone with the next frame; parts of another one may have to load first.
          await page.evaluate(
            'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
          );
          await nothing.waitFor();
          assert.equal(await page.locator('main h1').count(), 1, `${role} ${path}`);
        }
      }
      assert.deepEqual([refused, faults], [[], []]);
    });
  }

  it('shows markup in names as text and runs none of it', async (t) => {
    const { page, go, faults, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    for (const path of [
      `/companies/${data.cnpj}`,
      '/templates',
      '/executions',
      `/executions/${data.executionId}`,
    ]) {
      await go(path);
      await page.getByText(hostileName).first().waitFor();
      assert.notEqual(await page.title(), '1', path);
    }
    assert.equal(await page.locator('img[src=x]').count(), 0);
    assert.deepEqual(faults, []);
  });

  it('shows markup in the name of a device as text', async (t) => {
    const person = await invitePerson(service(), admin, 'analyst');
    const more = { headers: { 'user-agent': hostileName } };
    const browser = openBrowser(service());
    const first = { email: person.email, password: goodPassword };
    const { body } = await browser.request('POST', '/v1/session', first, more);
    const second = { challengeId: body.secondFactor.challengeId, code: await person.code() };
    const signedIn = await browser.request('POST', '/v1/session/second-factor', second, more);
    assert.equal(signedIn.status, 200, signedIn.text);
    const { page, go, faults, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    await go(`/accounts/${person.accountId}/sessions`);
    await page.getByText(hostileName).waitFor();
    assert.notEqual(await page.title(), '1');
    assert.equal(await page.locator('img[src=x]').count(), 0);
    assert.deepEqual(faults, []);
  });

  it('opens the partners of a company step by step', async (t) => {
    const { page, go, faults, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    await go(`/companies/${data.cnpj}`);
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
    const { page, go, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    await go('/companies');
    await page.getByLabel('Nome ou CNPJ').pressSequentially('aur', { delay: 20 });
    await page.getByRole('link', { name: 'AURORA COMERCIO DE PAES LTDA' }).waitFor();
    await page.getByLabel('Nome ou CNPJ').fill('11.111.111/0001-91');
    await page.getByRole('link', { name: 'Abrir 11.111.111/0001-91' }).click();
    await page.getByRole('heading', { name: 'PADARIA AURORA LTDA' }).waitFor();
  });

  it('finds people, companies, attempts and names from one field on every page, out of every address', async (t) => {
    for (const width of [1280, 360]) {
      const { page, go, faults, close } = await openConsole(chromium, service(), admin, { width });
      t.after(close);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await go('/system');
      const find = async (text: string) => {
        if (width === 360) await page.getByRole('button', { name: 'Navegação' }).click();
        const field = page.getByLabel('Buscar', { exact: true }).locator('visible=true');
        await field.fill(text);
        await field.press('Enter');
      };
      await find('529.982.247-25');
      await page.waitForURL((url) => url.hash === `#/people/${data.personId}`);
      await find('11.111.111/0001-91');
      await page.getByRole('heading', { name: 'PADARIA AURORA LTDA' }).waitFor();
      await find(data.attemptId);
      await page.waitForURL((url) => url.hash === `#/attempts/${data.attemptId}`);
      await find(data.personId);
      await page.waitForURL((url) => url.hash === `#/people/${data.personId}`);
      await find('Aurora Comercio');
      await page.getByRole('link', { name: 'Procurar este nome nas empresas e entre os sócios' }).click();
      await page.getByRole('link', { name: 'AURORA COMERCIO DE PAES LTDA' }).waitFor();
      assert.equal(new URL(page.url()).hash, '#/companies');
      await find('000.000.001-91');
      await page.getByRole('alert').getByText('profile_not_found').waitFor();
      await page.keyboard.press('Escape');
      for (const url of [page.url(), ...asked]) assert.doesNotMatch(url, /aurora/i);
      assert.deepEqual(faults, []);
    }
  });

  it('a company shows every activity, its postal code with a hyphen, and leads to a partner', async (t) => {
    const { page, go, faults, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    await go(`/companies/${data.cnpj}`);
    const record = page.locator('section', { hasText: 'Cadastro da Receita Federal' });
    for (const activity of ['4711-3/02', '5611-2/03']) await record.getByText(activity).waitFor();
    await page.getByText(/^\d{5}-\d{3}$/).waitFor();
    await page.getByRole('link', { name: 'Abrir HOLDING SOL SA' }).click();
    await page.getByRole('heading', { name: 'HOLDING SOL SA' }).waitFor();
    assert.deepEqual(faults, []);
  });

  it('partners stand below each other on a phone with their whole names, and the history has the whole width', async (t) => {
    for (const locale of ['pt-BR', 'en'] as const) {
      const { page, go, faults, close } = await openConsole(chromium, service(), admin, {
        locale,
        width: 360,
      });
      t.after(close);
      await page.evaluate(`localStorage.setItem('confere-language', '${locale}')`);
      await page.reload();
      await go(`/companies/${data.cnpj}`);
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

  it('executions and figures name templates and clients, with a button that copies the id', async (t) => {
    const { page, go, faults, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    await go('/executions');
    await page
      .getByRole('button', { name: /^copiar o id: Padrão para pessoas v1/ })
      .first()
      .waitFor();
    await go('/figures');
    const clients = page.getByRole('table', { name: 'Por aplicação' });
    await clients
      .getByRole('button', { name: /^copiar o id/ })
      .first()
      .waitFor();
    assert.deepEqual(faults, []);
  });

  it('short ids of an attempt, a case and its mention in the audit log can be copied whole', async (t) => {
    const { page, go, faults, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    const idsOf = async (name: string) => {
      const copy = page.getByRole('button', { name: `copiar o id: ${name}` });
      await copy.first().waitFor();
      return await copy.first().getAttribute('title');
    };
    await go(`/attempts/${data.attemptId}`);
    assert.equal(await idsOf('Tentativa'), data.attemptId);
    assert.equal(await idsOf('Pessoa'), data.personId);
    await go(`/cases/${caseId}`);
    assert.equal(await idsOf('Caso'), caseId);
    await page.waitForLoadState('networkidle');
    await go('/audit');
    assert.equal(await idsOf('Caso'), caseId);
    assert.deepEqual(faults, []);
  });

  it('lays one photo of an attempt over the other, on a phone too', async (t) => {
    const { page, go, faults, close } = await openConsole(chromium, service(), admin, { width: 360 });
    t.after(close);
    await go(`/attempts/${data.attemptId}`);
    await page.locator('.photo-frame img').nth(1).waitFor();
    await page.getByRole('button', { name: 'Sobrepor as fotos' }).click();
    assert.equal(await page.locator('.photo-frame').count(), 1);
    const above = page.locator('.photo-frame img.above');
    await page.getByRole('slider').fill('20');
    assert.equal(
      await above.evaluate((one) => (one as unknown as { style: { opacity: string } }).style.opacity),
      '0.2',
    );
    const [width = 0] = await readImageWidths(above);
    assert.ok(width > 0);
    await assertUsable(page, 'photos over each other');
    assert.deepEqual(faults, []);
  });

  it('a person has a photo, actions, a timeline without reads, and who looked by name', async (t) => {
    for (let look = 0; look < 30; look += 1) await admin.request('GET', `/v1/people/${data.personId}`);
    const { page, go, faults, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    await go(`/people/${data.personId}`);
    const timeline = page.locator('section', { hasText: 'Linha do tempo' });
    await timeline.getByText('Cadastrou uma foto').waitFor();
    await timeline.getByText('Caso', { exact: true }).first().waitFor();
    assert.equal(await timeline.getByText('Abriu uma pessoa').count(), 0);
    const [width = 0] = await readImageWidths(page.getByRole('img', { name: /^Foto cadastrada/ }));
    assert.ok(width > 0, 'the photo is shown');
    const looked = page.locator('section', { hasText: 'Quem consultou' });
    const { name } = (await admin.request('GET', '/v1/session')).body.account;
    await looked.getByText(name, { exact: true }).first().waitFor();
    await looked
      .getByRole('button', { name: `copiar o id: ${name}` })
      .first()
      .waitFor();
    assert.doesNotMatch((await looked.textContent())!, /acc_[0-9a-f]{8}/);
    await page.getByRole('link', { name: 'Exportar, preservar ou eliminar' }).click();
    await page.getByText('***.982.247-**').waitFor();
    await page.getByLabel(/^Confirmo que/).check();
    await page.getByRole('button', { name: 'Eliminar os dados da pessoa' }).click();
    const question = page.getByRole('dialog');
    await question.getByText('***.982.247-**').waitFor();
    await question.getByRole('img', { name: /^Foto cadastrada/ }).waitFor();
    await question.getByText(/^Permanece:/).waitFor();
    await assertUsable(page, 'the question before an erasure');
    await page.keyboard.press('Escape');
    await go(`/people/${data.personId}`);
    await page.getByRole('button', { name: 'Abrir um caso' }).click();
    await page.waitForURL((url) => /#\/cases\/cas_/.test(url.hash));
    assert.deepEqual(faults, []);
  });

  it('who does not read the audit log sees the registrations of a person, too', async (t) => {
    const analyst = await invitePerson(service(), admin, 'analyst');
    const { page, go, faults, close } = await openConsole(chromium, service(), analyst);
    t.after(close);
    await go(`/people/${data.personId}`);
    const timeline = page.locator('section', { hasText: 'Linha do tempo' });
    await timeline.getByText('Cadastrou uma foto').first().waitFor();
    assert.deepEqual(faults, []);
  });

  it('takes a client of attempts by its name, and copies an id in a row without opening the row', async (t) => {
    const made = await admin.request('POST', '/v1/clients', {
      name: 'Loja do centro',
      product: 'customer',
      scopes: ['faces:authenticate', 'attempts:read'],
    });
    const { id: clientId, clientSecret } = made.body;
    const attempt = await send(`${service().url}/v1/face-authentications`, {
      method: 'POST',
      token: await service().fetchToken({ clientId, clientSecret }),
      json: { peopleId: data.cpf, imageUrl: toDataAddress(await drawFace('#7a5236')) },
    });
    assert.equal(attempt.status, 201, attempt.text);
    const { page, go, faults, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    await go('/attempts');
    const rows = page.getByRole('table', { name: 'Tentativas' }).locator('tbody').getByRole('row');
    await rows.first().waitFor();
    await page.getByRole('combobox', { name: 'Aplicação' }).click();
    await page.getByRole('option', { name: 'Loja do centro' }).click();
    await page.getByRole('button', { name: 'Filtrar' }).click();
    await rows.first().getByRole('button', { name: 'copiar o id: Loja do centro' }).click();
    assert.match(page.url(), /#\/attempts$/);
    await rows
      .first()
      .getByText(/^\d+%$/)
      .first()
      .click();
    await page.getByRole('heading', { name: 'Tentativa', exact: true }).waitFor();
    assert.deepEqual(faults, []);
  });

  it('shows a CPF when it is asked for, and keeps it out of the address', async (t) => {
    const { page, go, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    await go('/people');
    await page.getByLabel('CPF, id ou nome').fill('529.982.247-25');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'mostrar' }).waitFor();
    assert.doesNotMatch(page.url(), /529\D?982/);
    await page.getByText('***.982.247-**').waitFor();
    assert.equal(await page.getByText('529.982.247-25').count(), 0);
    const shown = async () =>
      (await admin.request('GET', `/v1/audit?action=person.cpf&target=${data.personId}`)).body.items;
    const before = (await shown()).length;
    await page.getByRole('button', { name: 'mostrar' }).click();
    await page.getByText('529.982.247-25').waitFor();
    const [latest, ...others] = await shown();
    assert.equal(others.length, before);
    assert.deepEqual(latest.actor, { kind: 'account', id: admin.accountId });
    await page.getByRole('button', { name: 'ocultar' }).click();
    await page.getByText('***.982.247-**').waitFor();
  });

  it('the service gives no answer with a whole CPF to people who did not ask for one', async () => {
    for (const path of [
      `/v1/people/${data.personId}`,
      `/v1/people/${data.cpf}`,
      '/v1/face-authentications',
      `/v1/face-authentications/${data.attemptId}`,
      `/v1/executions/${data.executionId}`,
      '/v1/executions',
    ]) {
      const answer = await admin.request('GET', path);
      assert.equal(answer.status, 200, path);
      assert.ok(!answer.text.includes(data.cpf), path);
    }
    const whole = await admin.request('GET', `/v1/people/${data.personId}/cpf`);
    assert.equal(whole.body.cpf, data.cpf, whole.text);
  });

  it('tells the first administrator the first steps, and which of them are done', async (t) => {
    const { page, go, faults, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    await go('/system');
    const steps = page.locator('section', { hasText: 'Primeiros passos' });
    const stateOf = async (step: string) =>
      (await steps.getByRole('listitem').filter({ hasText: step }).textContent())!;
    await steps.getByText('Faça uma primeira tentativa.').waitFor();
    assert.match(await stateOf('Faça uma primeira tentativa.'), /^feito/);
    assert.match(await stateOf('Importe uma lista pública.'), /^falta/);
    assert.match(await stateOf('Faça um backup'), /^falta/);
    await steps.getByRole('link', { name: 'Importe uma lista pública.' }).click();
    await page.getByRole('heading', { name: 'Fontes' }).first().waitFor();
    assert.deepEqual(faults, []);
  });

  it('describes settings, metrics and what the service ships in Portuguese, and finds settings by these words', async (t) => {
    const { page, go, faults, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    await go('/system');
    await page.getByText('CPFs travados após comparações sem sucesso.').waitFor();
    const broken = await page.locator('td.number').evaluateAll((cells) => {
      const { document } = globalThis as unknown as {
        document: { createRange(): { selectNodeContents(cell: unknown): void; getClientRects(): object[] } };
      };
      const range = document.createRange();
      return cells
        .filter((cell) => {
          range.selectNodeContents(cell);
          return range.getClientRects().length > 1;
        })
        .map((cell) => (cell as unknown as { textContent: string }).textContent);
    });
    assert.deepEqual(broken, [], 'numbers over two lines');
    await page.getByRole('switch', { name: 'Mostrar também as que têm o valor padrão' }).press('Space');
    await page.getByRole('table', { name: 'Registro de auditoria' }).waitFor();
    const english = await page.locator('main [lang=en]').allTextContents();
    assert.deepEqual(english, []);
    await page.getByLabel('Procurar uma configuração').fill('consentimento que a página');
    await page.getByText('LIVENESS_CONSENT_TEXT').waitFor();
    assert.equal(await page.getByText('MASTER_KEY', { exact: true }).count(), 0);
    await go('/templates');
    await page.getByRole('link', { name: 'Padrão para pessoas' }).click();
    await page.getByRole('heading', { name: 'Padrão para pessoas' }).waitFor();
    await go(`/executions/${data.executionId}`);
    const rules = page.getByRole('table', { name: 'Regras que decidiram' });
    await rules.getByText('nome conhecido').waitFor();
    assert.deepEqual(faults, []);
  });

  it('zooms both photos of an attempt together', async (t) => {
    const { page, go, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    await go(`/attempts/${data.attemptId}`);
    const photos = page.locator('.photo-frame img');
    await photos.nth(1).waitFor();
    await page.getByRole('button', { name: 'Aproximar' }).click();
    const transforms = await photos.evaluateAll((all) =>
      all.map((one) => (one as unknown as { style: { transform: string } }).style.transform),
    );
    assert.match(transforms[0]!, /scale\(1\.5\)/);
    assert.equal(transforms[0], transforms[1]);
    for (const width of await readImageWidths(photos)) {
      assert.ok(width > 0, 'the content policy lets the photo in');
    }
  });

  it('shows the secret of a new client this once', async (t) => {
    const { page, go, faults, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    await go('/clients');
    await page.getByRole('button', { name: 'Nova aplicação' }).click();
    await page.getByLabel('Nome').fill(hostileName);
    await page.getByText('Ver e procurar empresas.').waitFor();
    await page.getByRole('button', { name: 'Criar a aplicação' }).click();
    await page.getByRole('alert').getByText('Escopos: falta um valor').waitFor();
    await page.getByLabel('companies:read').check();
    await page.getByRole('button', { name: 'Criar a aplicação' }).click();
    const shown = page.getByRole('status').locator('.number');
    await shown.nth(1).waitFor();
    const [clientId = '', clientSecret = ''] = await shown.allTextContents();
    await service().fetchToken({ clientId, clientSecret });
    await page.getByRole('heading', { name: hostileName }).waitFor();
    const panel = page.locator('section', { hasText: clientId });
    const held = await holdAnswers(page, /\/secrets$/);
    const add = panel.getByRole('button', { name: 'Adicionar um segundo segredo' });
    await add.click();
    await held.first;
    await add.and(page.locator(':disabled')).waitFor();
    held.release();
    await panel.getByRole('button', { name: 'Remover o segredo' }).nth(1).waitFor();
    await panel.getByRole('button', { name: 'Regras' }).click();
    await panel.getByRole('button', { name: 'Revogar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revogar' }).click();
    await panel.getByText('revogada').waitFor();
    await panel.getByRole('button').first().waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: hostileName }).waitFor();
    assert.equal(await page.getByText(clientSecret).count(), 0);
    assert.deepEqual(faults, []);
  });

  it('changes the rules of a client', async (t) => {
    const { page, go, faults, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    const { clientId } = await service().createClient('mobile');
    await go('/clients');
    const panel = page.locator('section', { hasText: clientId });
    await panel.getByRole('button', { name: 'Regras' }).click();
    const form = panel.locator('form');
    await form.getByRole('combobox', { name: 'Prova de vida na autenticação' }).click();
    await page.getByRole('option', { name: /challenge/ }).click();
    await form.getByLabel('Páginas que podem incorporar').fill('https://*.loja.example');
    await assertUsable(page, 'rules of a client');
    await form.getByRole('button', { name: 'Salvar as regras' }).click();
    await form.getByText('Páginas que podem incorporar: aceita endereços como').waitFor();
    await form
      .getByLabel('Páginas que podem incorporar')
      .fill('https://loja.example\nhttps://m.loja.example');
    await form.getByRole('button', { name: 'Salvar as regras' }).click();
    await panel.getByText('https://loja.example https://m.loja.example').waitFor();
    await panel.getByText('Uma sessão com movimentos (challenge)').waitFor();
    assert.deepEqual(faults, []);
  });

  it('leaves the rules of a client alone that somebody else changed meanwhile', async (t) => {
    const { page, go, faults, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    const { clientId } = await service().createClient('mobile');
    await go('/clients');
    const panel = page.locator('section', { hasText: clientId });
    await panel.getByRole('button', { name: 'Regras' }).click();
    await panel.getByLabel('Endereços de retorno').fill('https://loja.example/fim');
    const livenessRequired = { authentication: 'challenge' };
    const captureOrigins = ['https://loja.example'];
    const other = await admin.request('PATCH', `/v1/clients/${clientId}`, {
      livenessRequired,
      captureOrigins,
    });
    assert.equal(other.status, 200, other.text);
    await panel.getByRole('button', { name: 'Salvar as regras' }).click();
    await panel.getByText('Endereços de retorno: https://loja.example/fim').waitFor();
    await panel.getByText('Uma sessão com movimentos (challenge)').waitFor();
    const all = (await admin.request('GET', '/v1/clients?limit=200')).body.items;
    const rules = all.find(({ id }: { id: string }) => id === clientId);
    assert.deepEqual(
      [rules.livenessRequired, rules.captureOrigins, rules.redirectUrls],
      [livenessRequired, captureOrigins, ['https://loja.example/fim']],
    );
    assert.deepEqual(faults, []);
  });

  it('ends a session of another account, whose next request is refused', async (t) => {
    const person = await invitePerson(service(), admin, 'analyst');
    const { page, go, faults, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    await go(`/accounts/${person.accountId}/sessions`);
    assert.equal((await person.request('GET', '/v1/cases')).status, 200);
    await page.getByRole('button', { name: 'Encerrar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Encerrar' }).click();
    await page.getByText('Nenhuma sessão.').waitFor();
    assert.equal((await person.request('GET', '/v1/cases')).status, 401);
    await page.getByRole('button', { name: /^Conta de/ }).click();
    await page.getByRole('menuitem', { name: 'Minhas sessões' }).click();
    await page.getByText('esta sessão').waitFor();
    assert.deepEqual(faults, []);
  });

  it('proposes other rules of four eyes, which wait for a second person', async (t) => {
    const { page, go, faults, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    await go('/cases');
    await page.getByRole('link', { name: 'Regras dos casos' }).click();
    await page.getByLabel('Aberto manualmente: Reprovar').check();
    await page.getByRole('button', { name: 'Propor', exact: true }).click();
    const waiting = page.locator('section', { hasText: 'Mudança pendente' });
    await waiting.getByText('Outra pessoa precisa confirmar esta decisão.').waitFor();
    assert.equal(await waiting.getByRole('button', { name: 'Confirmar' }).count(), 0);
    const { fourEyes, waiting: change } = (await admin.request('GET', '/v1/case-settings')).body;
    const holds = (rules: { outcomes: string[]; kinds: string[] }[]) =>
      rules.some(({ outcomes, kinds }) => outcomes.includes('reprove') && kinds.includes('manual'));
    assert.deepEqual([holds(fourEyes), holds(change.fourEyes)], [false, true]);
    await assertUsable(page, 'proposed rules');
    assert.deepEqual(faults, []);
  });

  it('tells the reasons of cases and the problems of a form in words of the language', async (t) => {
    for (const [locale, reason, until, postpone, problem] of [
      ['pt-BR', 'regra “foto”', 'Adiar até', 'Adiar', 'Até: não é uma data e hora aceita'],
      ['en', 'rule “foto”', 'Snooze until', 'Snooze', 'Until: is not a date and time that fits'],
    ] as const) {
      const { page, go, faults, close } = await openConsole(chromium, service(), admin, { locale });
      t.after(close);
      await page.evaluate(`localStorage.setItem('confere-language', '${locale}')`);
      await page.reload();
      await go('/cases');
      await page.getByText(reason).first().waitFor();
      await go(`/cases/${caseId}`);
      await page.getByLabel(until).fill('2020-01-01T10:00');
      await page.getByRole('button', { name: postpone, exact: true }).click();
      await page.getByRole('alert').getByText(problem).waitFor();
      assert.deepEqual(faults, []);
    }
  });

  it('writes the number of refused rows as the language does', async (t) => {
    for (const [locale, rows] of [
      ['pt-BR', 'Linhas recusadas durante a importação: 1.234.567'],
      ['en', 'Rows refused during the import: 1,234,567'],
    ] as const) {
      const { page, go, close } = await openConsole(chromium, service(), admin, { locale });
      t.after(close);
      await page.evaluate(`localStorage.setItem('confere-language', '${locale}')`);
      await page.reload();
      await page.route('**/v1/registry', async (route) => {
        const response = await route.fetch();
        const { current, ...json } = await response.json();
        const refusedRows = { rows: 1_234_567, byReason: { duplicate: 1_234_567 } };
        await route.fulfill({ response, json: { ...json, current: { ...current, refusedRows } } });
      });
      await go('/sources');
      await page.getByText(rows).waitFor();
    }
  });

  it('names a refused field as the form names it', async (t) => {
    for (const [locale, rules, returns, save] of [
      ['pt-BR', 'Regras', 'Endereços de retorno', 'Salvar as regras'],
      ['en', 'Rules', 'Return addresses', 'Save the rules'],
    ] as const) {
      const { page, go, close } = await openConsole(chromium, service(), admin, { locale });
      t.after(close);
      await page.evaluate(`localStorage.setItem('confere-language', '${locale}')`);
      await page.reload();
      await go('/clients');
      await page.getByRole('main').getByText(rules, { exact: true }).first().click();
      await page.getByLabel(returns).fill('http://x.example');
      await page.getByRole('button', { name: save }).click();
      await page.getByRole('alert').getByRole('listitem').getByText(returns).waitFor();
    }
  });

  it('says what is wrong with a mistyped number, and what to do with the link of an invitation', async (t) => {
    const { page, go, faults, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    const alert = page.getByRole('alert');
    await go('/people');
    await page.getByRole('banner').getByRole('textbox', { name: 'Buscar' }).fill('529.982.247-24');
    await page.keyboard.press('Enter');
    await alert.getByText('Pessoa: não é um CPF válido nem um id').waitFor();
    await go('/companies/00000000000000');
    await alert.getByText('Empresa: não é um CNPJ válido nem um id').waitFor();
    await go('/audit');
    const person = page.getByLabel('CPF ou id da pessoa');
    await person.fill('5299822472');
    await page.getByRole('button', { name: 'Filtrar' }).click();
    await alert.getByText('CPF: não é um CPF válido').waitFor();
    await person.fill('per_nobody');
    await page.getByRole('button', { name: 'Filtrar' }).click();
    await alert.getByText('Pessoa: não é um CPF válido nem um id').waitFor();
    await go('/report');
    await page.getByRole('textbox', { name: 'De' }).fill('1999-01-01');
    await page.getByRole('button', { name: 'Filtrar' }).click();
    await alert.getByText('Até: vai no máximo até 366 dias depois do início').waitFor();
    await go('/invitation/code');
    await page.getByText('Para usá-lo neste navegador, saia antes da sua conta.').waitFor();
    await go(`/attempts/${data.attemptId}`);
    await page.getByText('comparação de rostos: stand-in 1').waitFor();
    assert.deepEqual(faults, []);
  });

  it('finds who read a person by a pasted CPF, which stands in no address, and again after the way back', async (t) => {
    const { page, go, faults, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await go('/audit');
    await page.getByRole('combobox', { name: 'Ação' }).waitFor();
    // What is not chosen cannot be cleared.
    const clear = page.locator('[aria-label="Limpar"]');
    assert.equal(await clear.count(), 0);
    const person = page.getByLabel('CPF ou id da pessoa');
    await person.fill(' 529 982.247-25');
    await page.getByRole('combobox', { name: 'Ação' }).fill('Abriu uma pessoa');
    await page.getByRole('option', { name: 'Abriu uma pessoa', exact: true }).click();
    await clear.waitFor();
    await page.getByRole('button', { name: 'Filtrar' }).click();
    await page.getByText('Para exportar, informe o id da pessoa em vez do CPF.').waitFor();
    const rows = page.getByRole('table', { name: 'Auditoria' }).locator('tbody').getByRole('row');
    const target = rows.first().getByRole('link').first();
    await target.waitFor();
    const count = await rows.count();
    assert.equal(await rows.filter({ hasText: 'Abriu uma pessoa' }).count(), count);
    await target.click();
    await page.getByRole('heading', { name: 'Pessoa', exact: true }).waitFor();
    await page.goBack();
    await rows
      .filter({ hasText: 'Abriu uma pessoa' })
      .nth(count - 1)
      .waitFor();
    assert.equal(await person.inputValue(), ' 529 982.247-25');
    assert.equal(await page.getByRole('combobox', { name: 'Ação' }).inputValue(), 'Abriu uma pessoa');
    await go('/companies');
    await page.getByLabel('Nome ou CNPJ').fill('aurora');
    await page.getByRole('main').getByRole('link', { name: 'PADARIA AURORA LTDA' }).click();
    await page.getByRole('heading', { name: 'PADARIA AURORA LTDA' }).waitFor();
    await page.goBack();
    await page.getByRole('main').getByRole('link', { name: 'PADARIA AURORA LTDA' }).waitFor();
    await go('/system');
    await page.getByRole('navigation').getByRole('link', { name: 'Empresas' }).click();
    await page.getByText('Digite pelo menos duas letras').waitFor();
    assert.ok(addresses.every((address) => !/529\D*982/.test(decodeURIComponent(address))));
    assert.deepEqual(faults, []);
  });

  it('says of a refusal what it means, what to do, its code and its request', async (t) => {
    const { page, go, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    await go('/attempts/att_00000000000000000000000000000000');
    const alert = page.getByRole('alert');
    await alert.getByText('attempt_not_found').waitFor();
    assert.match((await alert.textContent())!, /Requisição [0-9a-f-]{36}/);
    assert.ok((await alert.locator('p').count()) >= 2);
  });
});
