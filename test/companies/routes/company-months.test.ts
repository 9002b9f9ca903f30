import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { describeDatabases } from '../../support/database.ts';
import { type Answer, send } from '../../support/http.ts';
import { cnpjOf } from '../../support/registry-files.ts';
import { runRegistryTask } from '../../support/service-registry.ts';
import { holding, openCompany, sole } from './example-companies.ts';
import { shareCompanies } from './share-companies.ts';

describeDatabases('profiles of companies', (kind) => {
  const { service, importMonth, importExamples, url, tokenWith, execute } = shareCompanies(kind);
  let token: string;

  const get = (id: string, query = '', given: string | undefined = token): Promise<Answer> =>
    send(url(id, query), { token: given });
  const getWhole = (id: string, given = token) => get(id, '?_includeOnboardingQsa=true', given);

  before(async () => {
    token = await tokenWith('companies:read');
    await importExamples();
  });

  describe('data protection', () => {
    it('no CPF is in the name of a sole proprietor, nor anywhere else in the answer', async () => {
      const { text, body } = await getWhole(
        cnpjOf('11222333'),
        await tokenWith('companies:read', 'companies:contacts'),
      );
      assert.equal(body.basicData.officialName, 'MARIA DA SILVA ***982247**');
      assert.ok(!/52998224725/.test(text));
    });

    it("a sole proprietor's contacts need the scope companies:contacts", async () => {
      const cnpj = cnpjOf('11222333');
      const closed = await getWhole(cnpj);
      assert.ok(!/maria@example\.com|99999-?8888/i.test(closed.text));
      assert.ok(!('companyEmail' in closed.body.basicData) && !('phoneNumber' in closed.body.basicData));
      assert.ok(!('contacts' in closed.body.sources.pjData.data));
      const open = await getWhole(cnpj, await tokenWith('companies:read', 'companies:contacts'));
      assert.equal(open.body.basicData.companyEmail, 'maria@example.com');
      assert.equal(open.body.basicData.phoneNumber, '(21) 99999-8888');
      assert.deepEqual(open.body.sources.pjData.data.contacts, {
        email: 'maria@example.com',
        phones: ['(21) 99999-8888'],
      });
    });

    it('an absurd date is not served', async () => {
      const { text, body } = await getWhole(cnpjOf('11222333'));
      assert.ok(!('openingDate' in body.basicData) && !/4100-?01/.test(text));
    });
  });

  describe('a new month', () => {
    it('is seen at once, beside the status and the executions that were; the next execution stores it', async (t) => {
      const [changed, same] = [cnpjOf('12ABC345'), cnpjOf('11222333')];
      for (const cnpj of [changed, same, cnpjOf('33444555')]) await execute(cnpj);
      const before = (await getWhole(changed)).body;
      const unchanged = (await getWhole(same)).body;
      const { email: _, ...establishment } = openCompany.establishment!;
      const closed = {
        ...openCompany,
        name: 'AÇÚCAR NOVO S/A',
        establishment: { ...establishment, status: '08' },
      };
      await importMonth('2026-05', [closed, sole, holding]);
      t.after(() => runRegistryTask(service(), 'registry/rollback'));

      const { body } = await getWhole(changed);
      assert.equal(body.id, before.id);
      assert.deepEqual([body.status, body.executions], [before.status, before.executions]);
      assert.equal(body.basicData.officialName, 'AÇÚCAR NOVO S/A');
      assert.equal(body.basicData.status, 'BAIXADA');
      assert.ok(!('companyEmail' in body.basicData));
      assert.equal(body.sources.pjData.data.dataMonth, '2026-05');
      const after = (await getWhole(same)).body;
      assert.equal(after.sources.pjData.data.dataMonth, '2026-05');
      assert.deepEqual(after.basicData, unchanged.basicData);
      assert.deepEqual(after.executions, unchanged.executions);

      await execute(changed);
      const stored = (await getWhole(changed)).body;
      assert.equal(stored.status, 'REPROVED');
      assert.deepEqual(stored.basicData, body.basicData);
      const asReader = await tokenWith('executions:read');
      const [execution] = stored.executions;
      const path = `${service().url}/v1/executions/${execution.executionId}`;
      const { sources } = (await send(path, { token: asReader })).body;
      assert.equal(sources.pjData.reason, 'data_old', 'the month has passed its limit');

      const history = await send(url(changed, '/history'), { token });
      assert.equal(history.status, 200, history.text);
      const [entry] = history.body.items;
      assert.equal(entry.executionId, execution.executionId);
      assert.deepEqual(
        entry.changes.filter(({ path }: { path: string }) => path === 'basicData.officialName'),
        [{ path: 'basicData.officialName', from: 'AÇÚCAR UNIÃO S/A', to: 'AÇÚCAR NOVO S/A' }],
      );

      // Gone from the registry: the profile stays, with what was known.
      const gone = await getWhole(cnpjOf('33444555'));
      assert.equal(gone.status, 200);
      assert.equal(gone.body.basicData.officialName, 'PADARIA LTDA');
    });

    it('that was rolled back is not seen any more', async () => {
      assert.equal((await get(cnpjOf('12ABC345'))).body.basicData.status, 'ATIVA');
    });

    it('tells the contacts of a sole proprietor in no history without the scope', async () => {
      await execute(cnpjOf('11222333'));
      const open = await tokenWith('companies:read', 'companies:contacts');
      const told = await send(url(cnpjOf('11222333'), '/history'), { token: open });
      assert.match(told.text, /maria@example\.com/);
      const closed = await send(url(cnpjOf('11222333'), '/history'), { token });
      assert.equal(closed.status, 200);
      assert.ok(!/maria@example\.com|99999-8888/.test(closed.text));
    });
  });
});
