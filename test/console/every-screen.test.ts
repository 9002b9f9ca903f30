import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { withoutChromium } from '../support/chromium.ts';
import { goodPassword, invitePerson, openBrowser } from '../support/console.ts';
import { hostileName } from '../support/console-data.ts';
import { assertUsable, assertWords, openConsole } from '../support/console-page.ts';
import { shareScreens } from '../support/console-screens.ts';

describe('every screen of the console in Chromium', { skip: withoutChromium }, () => {
  const shared = shareScreens();

  const screens = () => [
    '/people',
    `/people/${shared.data.personId}`,
    '/companies',
    `/companies/${shared.data.cnpj}`,
    '/attempts',
    `/attempts/${shared.data.attemptId}`,
    '/figures',
    '/executions',
    `/executions/${shared.data.executionId}`,
    '/templates',
    `/templates/${shared.data.templateId}`,
    '/sources',
    '/sources/ceis',
    '/sources/registry',
    '/clients',
    '/accounts',
    `/accounts/${shared.admin.accountId}/sessions`,
    '/sessions',
    '/cases',
    `/cases/${shared.caseId}`,
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
      const { page, go, faults, close } = await openConsole(
        shared.chromium,
        shared.service(),
        shared.admin,
        options,
      );
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
    const { page, go, close } = await openConsole(shared.chromium, shared.service(), shared.admin);
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
    const { page, go, close } = await openConsole(shared.chromium, shared.service(), shared.admin);
    t.after(close);
    await go(`/cases/${shared.caseId}`);
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
      const person = await invitePerson(shared.service(), shared.admin, role as keyof typeof screensOf);
      const { page, go, faults, close } = await openConsole(shared.chromium, shared.service(), person);
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
    const { page, go, faults, close } = await openConsole(shared.chromium, shared.service(), shared.admin);
    t.after(close);
    for (const path of [
      `/companies/${shared.data.cnpj}`,
      '/templates',
      '/executions',
      `/executions/${shared.data.executionId}`,
    ]) {
      await go(path);
      await page.getByText(hostileName).first().waitFor();
      assert.notEqual(await page.title(), '1', path);
    }
    assert.equal(await page.locator('img[src=x]').count(), 0);
    assert.deepEqual(faults, []);
  });

  it('shows markup in the name of a device as text', async (t) => {
    const person = await invitePerson(shared.service(), shared.admin, 'analyst');
    const more = { headers: { 'user-agent': hostileName } };
    const browser = openBrowser(shared.service());
    const first = { email: person.email, password: goodPassword };
    const { body } = await browser.request('POST', '/v1/session', first, more);
    const second = { challengeId: body.secondFactor.challengeId, code: await person.code() };
    const signedIn = await browser.request('POST', '/v1/session/second-factor', second, more);
    assert.equal(signedIn.status, 200, signedIn.text);
    const { page, go, faults, close } = await openConsole(shared.chromium, shared.service(), shared.admin);
    t.after(close);
    await go(`/accounts/${person.accountId}/sessions`);
    await page.getByText(hostileName).waitFor();
    assert.notEqual(await page.title(), '1');
    assert.equal(await page.locator('img[src=x]').count(), 0);
    assert.deepEqual(faults, []);
  });

  it('tells the reasons of cases and the problems of a form in words of the language', async (t) => {
    for (const [locale, reason, until, postpone, problem] of [
      ['pt-BR', 'regra “foto”', 'Adiar até', 'Adiar', 'Até: não é uma data e hora aceita'],
      ['en', 'rule “foto”', 'Snooze until', 'Snooze', 'Until: is not a date and time that fits'],
    ] as const) {
      const { page, go, faults, close } = await openConsole(shared.chromium, shared.service(), shared.admin, {
        locale,
      });
      t.after(close);
      await page.evaluate(`localStorage.setItem('confere-language', '${locale}')`);
      await page.reload();
      await go('/cases');
      await page.getByText(reason).first().waitFor();
      await go(`/cases/${shared.caseId}`);
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
      const { page, go, close } = await openConsole(shared.chromium, shared.service(), shared.admin, {
        locale,
      });
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
      const { page, go, close } = await openConsole(shared.chromium, shared.service(), shared.admin, {
        locale,
      });
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
    const { page, go, faults, close } = await openConsole(shared.chromium, shared.service(), shared.admin);
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
    await go(`/attempts/${shared.data.attemptId}`);
    await page.getByText('comparação de rostos: stand-in 1').waitFor();
    assert.deepEqual(faults, []);
  });

  it('says of a refusal what it means, what to do, its code and its request', async (t) => {
    const { page, go, close } = await openConsole(shared.chromium, shared.service(), shared.admin);
    t.after(close);
    await go('/attempts/att_00000000000000000000000000000000');
    const alert = page.getByRole('alert');
    await alert.getByText('attempt_not_found').waitFor();
    assert.match((await alert.textContent())!, /Requisição [0-9a-f-]{36}/);
    assert.ok((await alert.locator('p').count()) >= 2);
  });
});
