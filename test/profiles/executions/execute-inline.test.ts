import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { type Cnpj, generateCnpj } from '../../../src/platform/documents/index.ts';
import {
  type ExecuteInlineRequest,
  executeInline,
  readCompanyDocument,
} from '../../../src/profiles/index.ts';
import { describeDatabases } from '../../support/database.ts';
import { useProfiles } from '../open-profiles.ts';
import { createScriptedSource, found, partner } from '../scripted-sources.ts';

describeDatabases('an execution within a request', (kind) => {
  const registry = createScriptedSource('registry', 'company', { isLocal: true });
  const remote = createScriptedSource('remote', 'company');
  const profiles = useProfiles(kind, [registry, remote]);

  async function execute(cnpj: Cnpj, when: ExecuteInlineRequest['when'], sources = ['registry']) {
    const { id: templateId } = await profiles().template({
      subject: 'company',
      sources: sources.map((name) => ({ name })),
      rules: [{ name: 'active', when: 'basicData.status == "ATIVA"', status: 'APPROVED' }],
    });
    return await executeInline(profiles(), { cnpj, templateId, origin: 'API', when });
  }

  it('of many first ones at once is one, and all can read its profile', async () => {
    const cnpj = generateCnpj();
    registry.answer(cnpj, found({ status: 'ATIVA' }, {}, []));
    const { id: templateId } = await profiles().template({
      subject: 'company',
      sources: [{ name: 'registry' }],
      rules: [{ name: 'active', when: 'basicData.status == "ATIVA"', status: 'APPROVED' }],
    });
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const { outcome } = await executeInline(profiles(), {
          cnpj,
          templateId,
          origin: 'API',
          when: 'first',
        });
        const profile = await profiles().read({ cnpj });
        assert.equal(profile.status, 'APPROVED');
        assert.equal(profile.executions.length, 1);
        return outcome;
      }),
    );
    assert.equal(outcomes.filter((outcome) => outcome === 'executed').length, 1);
    assert.equal(outcomes.filter((outcome) => outcome === 'present').length, 49);
    assert.equal(registry.calls.get(cnpj), 1);
  });

  it('about a company that nobody knows leaves nothing behind', async () => {
    const cnpj = generateCnpj();
    assert.deepEqual(await execute(cnpj, 'first'), { outcome: 'unknown' });
    assert.equal(await readCompanyDocument(profiles().db, { cnpj }), undefined);
  });

  it('is made again only when a source says something new; otherwise its date moves', async () => {
    const cnpj = generateCnpj();
    registry.answer(cnpj, { ...found({ status: 'ATIVA' }, { a: 1 }, []), version: '4' } as never);
    await execute(cnpj, 'first');
    const first = await readCompanyDocument(profiles().db, { cnpj });
    assert.equal(first?.registryGeneration, 4);
    registry.answer(cnpj, { ...found({ status: 'ATIVA' }, { a: 1 }, []), version: '5' } as never);
    const same = await profiles().later(60_000, () => execute(cnpj, 'changed'));
    assert.equal(same.outcome, 'unchanged');
    const second = await readCompanyDocument(profiles().db, { cnpj });
    assert.equal(second?.registryGeneration, 5);
    assert.equal(second.document, first.document);
    const dateOf = (structure?: string) => JSON.parse(structure!).sources.registry.lastConsultation.date;
    assert.ok(dateOf(second.structure) > dateOf(first.structure));
    registry.answer(cnpj, { ...found({ status: 'BAIXADA' }, { a: 2 }, []), version: '6' } as never);
    const changed = await profiles().later(120_000, () => execute(cnpj, 'changed'));
    assert.equal(changed.outcome, 'executed');
    const third = await profiles().read({ cnpj });
    assert.equal(third.executions.length, 2);
    assert.equal(third.basicData.status, 'BAIXADA');
  });

  it('leaves sources that are not local to the queue', async () => {
    const cnpj = generateCnpj();
    registry.answer(cnpj, found({ status: 'ATIVA' }, {}, []));
    remote.answer(cnpj, found({ rating: 'A' }, { rating: 'A' }));
    const outcome = await execute(cnpj, 'always', ['registry', 'remote']);
    assert.ok(outcome.outcome === 'executed');
    const { execution } = await profiles().until(outcome.executionId);
    assert.equal(execution.status, 'APPROVED');
    assert.equal((await profiles().read({ cnpj })).basicData.rating, 'A');
    assert.equal(registry.calls.get(cnpj), 1);
  });

  it('names all partners as PENDING and makes nothing of them, until an execution onboards them', async () => {
    const [cnpj, owned] = [generateCnpj(), generateCnpj()];
    const partners = [partner('company', 'OWNED', owned), partner('person', 'ANA', '***111222**')];
    registry.answer(cnpj, found({ status: 'ATIVA' }, {}, partners));
    registry.answer(owned, found({ status: 'ATIVA' }, {}, []));
    const { id: templateId } = await profiles().template({
      subject: 'company',
      sources: [{ name: 'registry' }],
      rules: [{ name: 'active', when: 'basicData.status == "ATIVA"', status: 'APPROVED' }],
      onboardPartners: { enabled: true },
    });
    const people = () => sql<{ count: number }>`select count(*) as count from people`.execute(profiles().db);
    const before = (await people()).rows;
    const outcome = await executeInline(profiles(), { cnpj, templateId, origin: 'API', when: 'first' });
    const read = await profiles().read({ cnpj });
    assert.deepEqual(read.onboarding, { qsa: [] });
    const of = (name: string) => ({
      name,
      functionCode: '49',
      function: 'Sócio-Administrador',
      isLegalRepresentative: true,
      status: 'PENDING',
    });
    assert.deepEqual(read.qsa.items, [of('OWNED'), of('ANA')]);
    assert.deepEqual((await people()).rows, before);
    assert.equal(await profiles().read({ cnpj: owned }), undefined);
    const { rows } = await sql`select id from executions
      where parent_id is not null and root_id = ${'executionId' in outcome ? outcome.executionId : ''}`.execute(
      profiles().db,
    );
    assert.deepEqual(rows, []);

    await profiles().run({ cnpj }, templateId);
    const onboarded = await profiles().read({ cnpj });
    assert.equal(onboarded.onboarding.qsa.length, 2);
    const [company] = onboarded.onboarding.qsa;
    assert.equal((await profiles().until(company.transactionId)).execution.status, 'APPROVED');
    assert.match(onboarded.qsa.items[1].profileId, /^per_/);

    registry.answer(
      cnpj,
      found({ status: 'ATIVA' }, { a: 2 }, [...partners, partner('person', 'BIA', '***333444**')]),
    );
    await profiles().later(60_000, () =>
      executeInline(profiles(), { cnpj, templateId, origin: 'IMPORT', when: 'changed' }),
    );
    const changed = await profiles().read({ cnpj });
    assert.equal(changed.onboarding.qsa.length, 2, 'those onboarded before stay, and nobody is added');
    assert.deepEqual(changed.qsa.items[2], of('BIA'));
  });
});
