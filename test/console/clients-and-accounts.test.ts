import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withoutChromium } from '../support/chromium.ts';
import { invitePerson } from '../support/console.ts';
import { hostileName } from '../support/console-data.ts';
import { assertUsable, holdAnswers, openConsole } from '../support/console-page.ts';
import { shareScreens } from '../support/console-screens.ts';

describe('clients, accounts and settings in the console', { skip: withoutChromium }, () => {
  const shared = shareScreens();

  it('shows no link of an invitation that was replaced or withdrawn, and says why a name is refused', async (t) => {
    const { page, go, faults, close } = await openConsole(shared.chromium, shared.service(), shared.admin);
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

  it('tells the first administrator the first steps, and which of them are done', async (t) => {
    const { page, go, faults, close } = await openConsole(shared.chromium, shared.service(), shared.admin);
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
    const { page, go, faults, close } = await openConsole(shared.chromium, shared.service(), shared.admin);
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
    await go(`/executions/${shared.data.executionId}`);
    const rules = page.getByRole('table', { name: 'Regras que decidiram' });
    await rules.getByText('nome conhecido').waitFor();
    assert.deepEqual(faults, []);
  });

  it('shows the secret of a new client this once', async (t) => {
    const { page, go, faults, close } = await openConsole(shared.chromium, shared.service(), shared.admin);
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
    await shared.service().fetchToken({ clientId, clientSecret });
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
    const { page, go, faults, close } = await openConsole(shared.chromium, shared.service(), shared.admin);
    t.after(close);
    const { clientId } = await shared.service().createClient('mobile');
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
    const { page, go, faults, close } = await openConsole(shared.chromium, shared.service(), shared.admin);
    t.after(close);
    const { clientId } = await shared.service().createClient('mobile');
    await go('/clients');
    const panel = page.locator('section', { hasText: clientId });
    await panel.getByRole('button', { name: 'Regras' }).click();
    await panel.getByLabel('Endereços de retorno').fill('https://loja.example/fim');
    const livenessRequired = { authentication: 'challenge' };
    const captureOrigins = ['https://loja.example'];
    const other = await shared.admin.request('PATCH', `/v1/clients/${clientId}`, {
      livenessRequired,
      captureOrigins,
    });
    assert.equal(other.status, 200, other.text);
    await panel.getByRole('button', { name: 'Salvar as regras' }).click();
    await panel.getByText('Endereços de retorno: https://loja.example/fim').waitFor();
    await panel.getByText('Uma sessão com movimentos (challenge)').waitFor();
    const all = (await shared.admin.request('GET', '/v1/clients?limit=200')).body.items;
    const rules = all.find(({ id }: { id: string }) => id === clientId);
    assert.deepEqual(
      [rules.livenessRequired, rules.captureOrigins, rules.redirectUrls],
      [livenessRequired, captureOrigins, ['https://loja.example/fim']],
    );
    assert.deepEqual(faults, []);
  });

  it('ends a session of another account, whose next request is refused', async (t) => {
    const person = await invitePerson(shared.service(), shared.admin, 'analyst');
    const { page, go, faults, close } = await openConsole(shared.chromium, shared.service(), shared.admin);
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
    const { page, go, faults, close } = await openConsole(shared.chromium, shared.service(), shared.admin);
    t.after(close);
    await go('/cases');
    await page.getByRole('link', { name: 'Regras dos casos' }).click();
    await page.getByLabel('Aberto manualmente: Reprovar').check();
    await page.getByRole('button', { name: 'Propor', exact: true }).click();
    const waiting = page.locator('section', { hasText: 'Mudança pendente' });
    await waiting.getByText('Outra pessoa precisa confirmar esta decisão.').waitFor();
    assert.equal(await waiting.getByRole('button', { name: 'Confirmar' }).count(), 0);
    const { fourEyes, waiting: change } = (await shared.admin.request('GET', '/v1/case-settings')).body;
    const holds = (rules: { outcomes: string[]; kinds: string[] }[]) =>
      rules.some(({ outcomes, kinds }) => outcomes.includes('reprove') && kinds.includes('manual'));
    assert.deepEqual([holds(fourEyes), holds(change.fourEyes)], [false, true]);
    await assertUsable(page, 'proposed rules');
    assert.deepEqual(faults, []);
  });
});
