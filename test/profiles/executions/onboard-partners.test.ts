import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type Cnpj, type Cpf, generateCnpj, generateCpf } from '../../../src/platform/documents.ts';
import type { Consultation, Partner } from '../../../src/profiles/index.ts';
import type { QueryTemplateDefinition } from '../../../src/profiles/query-templates/query-template-definition.ts';
import { deleteQueryTemplate } from '../../../src/profiles/query-templates/save-query-template.ts';
import { settleByDecision } from '../../../src/profiles/settle-by-decision.ts';
import { describeDatabases } from '../../support/database.ts';
import { useProfiles } from '../open-profiles.ts';
import { createScriptedSource, found, partner, unavailable } from '../scripted-sources.ts';

const masked = (cpf: Cpf) => `***${cpf.slice(3, 9)}**`;

describeDatabases('onboarding', (kind) => {
  const registry = createScriptedSource('registry', 'company', { isLocal: true });
  const civil = createScriptedSource('civil', 'person');
  const profiles = useProfiles(kind, [registry, civil], { maxPartners: 5 });

  const company = (partners: readonly Partner[]): Cnpj => {
    const cnpj = generateCnpj();
    registry.answer(cnpj, found({ officialName: cnpj, status: 'ATIVA' }, {}, partners));
    return cnpj;
  };

  async function templates(
    onboarding: Partial<NonNullable<QueryTemplateDefinition['onboardPartners']>> = {},
  ) {
    const person = await profiles().template({
      sources: [{ name: 'civil', isRequired: false }],
      rules: [{ name: 'any', when: 'true', status: 'APPROVED' }],
    });
    return await profiles().template({
      subject: 'company',
      sources: [{ name: 'registry' }],
      rules: [{ name: 'active', when: 'basicData.status == "ATIVA"', status: 'APPROVED' }],
      onboardPartners: { isEnabled: true, personTemplateId: person.id, ...onboarding },
    });
  }

  it('starts an execution for each partner that can be told, and the company shows how each ended', async () => {
    const owned = company([]);
    const cpf = generateCpf();
    const cnpj = company([
      partner('person', 'ANA LIMA', masked(cpf)),
      partner('company', 'OWNED LTDA', owned),
      partner('foreign', 'FOREIGN INC'),
    ]);
    const { id } = await templates({ isAwaited: true });
    const { execution, partners } = await profiles().run({ cnpj }, id);
    assert.equal(execution.status, 'APPROVED');
    assert.deepEqual(
      partners.map((it) => [it.partner.name, it.childState]),
      [
        ['ANA LIMA', 'done'],
        ['OWNED LTDA', 'done'],
        ['FOREIGN INC', undefined],
      ],
    );
    const profile = await profiles().read({ cnpj });
    assert.deepEqual(
      profile.onboarding.qsa.map((it: { status: string; name: string }) => [it.status, it.name]),
      [
        ['COMPLETED', 'ANA LIMA'],
        ['COMPLETED', 'OWNED LTDA'],
      ],
    );
    const [ana, other, foreign] = profile.qsa.items;
    assert.deepEqual(ana, {
      name: 'ANA LIMA',
      functionCode: '49',
      function: 'Sócio-Administrador',
      isLegalRepresentative: true,
      profileId: profile.onboarding.qsa[0].profileId,
      status: 'APPROVED',
      transactionId: profile.onboarding.qsa[0].transactionId,
    });
    assert.equal(other.profileId, (await profiles().read({ cnpj: owned })).id);
    assert.equal(foreign.status, 'PENDING');
    assert.ok(!('profileId' in foreign || 'transactionId' in foreign));
    const child = await profiles().until(ana.transactionId);
    assert.equal(child.execution.origin, 'ONBOARDING');
    assert.equal(child.execution.parentId, execution.id);
    const person = await profiles().read({ id: ana.profileId });
    assert.equal(person.cpf, undefined);
    assert.equal(person.executions[0].executionId, ana.transactionId);
    assert.deepEqual(person.basicData, { name: 'ANA LIMA' });
  });

  it('takes the CPF that the client gave when name and digits agree', async () => {
    const cpf = generateCpf();
    const cnpj = company([
      partner('person', 'JOSE DA SILVA', masked(cpf)),
      partner('person', 'RUI LIMA', '***000000**'),
    ]);
    civil.answer(cpf, found({ name: 'José Silva' }));
    const { id } = await templates({ isAwaited: true });
    const given = [
      { name: 'José Silva', cpf },
      { name: 'Rui Lima', cpf: generateCpf() },
    ];
    await profiles().run({ cnpj }, id, { partners: given });
    const profile = await profiles().read({ cnpj });
    const person = await profiles().read({ cpf });
    assert.equal(person.id, profile.qsa.items[0].profileId);
    assert.equal(person.basicData.name, 'José Silva');
    assert.equal((await profiles().read({ id: profile.qsa.items[1].profileId })).cpf, undefined);
  });

  it('shows what people decided about a partner, and waits no longer for an execution that they ended', async () => {
    const cpf = generateCpf();
    const cnpj = company([partner('person', 'EVA LIMA', masked(cpf))]);
    const { promise: answered, resolve: answer } = Promise.withResolvers<Consultation>();
    civil.answer(cpf, () => answered);
    const person = await profiles().template({ sources: [{ name: 'civil' }] });
    const { id } = await templates({ isAwaited: true, personTemplateId: person.id });
    const waiting = await profiles().start({ cnpj }, id, {
      attributes: { partners: [{ name: 'Eva Lima', cpf }] },
    });
    const { partners } = await profiles().until(
      waiting,
      (report) => report.partners[0]?.childState === 'running',
    );
    const { profileId, childId } = partners[0]!;
    const decide = (status: 'APPROVED' | 'REPROVED', executionId: string | undefined) =>
      profiles()
        .db.transaction()
        .execute((tx) =>
          settleByDecision(tx, profiles(), {
            profileId: profileId!,
            status,
            executionId,
            decisionId: `cdc_${status}`,
            now: new Date(),
          }),
        );
    const shown = async (status: string) => {
      for (;;) {
        const profile = await profiles().read({ cnpj });
        if (profile.qsa.items[0].status === status) return profile;
        await delay(20);
      }
    };

    await decide('APPROVED', childId);
    answer(unavailable);
    assert.equal((await profiles().until(waiting)).execution.status, 'APPROVED');
    assert.equal((await shown('APPROVED')).onboarding.qsa[0].status, 'COMPLETED');
    await decide('REPROVED', undefined);
    await shown('REPROVED');
  });

  it('goes as deep as the template says', async () => {
    const third = company([]);
    const second = company([partner('company', 'THIRD', third)]);
    const first = company([partner('company', 'SECOND', second)]);
    const shallow = await templates({ depth: 1, isAwaited: true });
    await profiles().run({ cnpj: first }, shallow.id);
    assert.deepEqual((await profiles().read({ cnpj: second })).onboarding.qsa, []);
    assert.equal(await profiles().read({ cnpj: third }), undefined);
    const deep = await templates({ depth: 2, isAwaited: true });
    await profiles().run({ cnpj: first }, deep.id);
    assert.equal((await profiles().read({ cnpj: second })).onboarding.qsa[0].status, 'COMPLETED');
    assert.equal((await profiles().read({ cnpj: third })).status, 'APPROVED');
  });

  it('ends where companies own each other, with one execution for each', async () => {
    const [a, b] = [generateCnpj(), generateCnpj()];
    registry.answer(
      a,
      found({ status: 'ATIVA' }, {}, [partner('company', 'B', b), partner('company', 'A', a)]),
    );
    registry.answer(
      b,
      found({ status: 'ATIVA' }, {}, [partner('company', 'A', a), partner('company', 'B', b)]),
    );
    const { id } = await templates({ depth: 5, isAwaited: true });
    const { execution } = await profiles().run({ cnpj: a }, id);
    assert.equal(execution.status, 'APPROVED');
    const { count } = await profiles()
      .db.selectFrom('executions')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('root_id', '=', execution.id)
      .executeTakeFirstOrThrow();
    assert.equal(count, 2);
    const shown = (await profiles().read({ cnpj: b })).qsa.items[0];
    assert.equal(shown.transactionId, execution.id);
  });

  it('waits for the partners when the template says so, and decides before them when not', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const cpf = generateCpf();
    const name = `HELD ${kind}`;
    civil.answer(name, async () => {
      await held;
      return { outcome: 'absent' };
    });
    const cnpj = company([partner('person', name, masked(cpf))]);
    const waiting = await profiles().start({ cnpj }, (await templates({ isAwaited: true })).id);
    const stands = await profiles().until(waiting, ({ execution }) => execution.state === 'onboarding');
    assert.equal(stands.execution.status, 'PROCESSING');
    const hasty = await profiles().run({ cnpj }, (await templates({ isAwaited: false })).id);
    assert.equal(hasty.execution.status, 'APPROVED');
    assert.notEqual(hasty.partners[0]?.childState, 'done');
    release();
    assert.equal((await profiles().until(waiting)).execution.status, 'APPROVED');
  });

  it('decides partners by the templates that were named for them, also when these are deleted', async () => {
    const [person, owned] = await Promise.all(
      (['person', 'company'] as const).map((subject) =>
        profiles().template({ subject, rules: [{ name: 'any', when: 'true', status: 'REPROVED' }] }),
      ),
    );
    const { id } = await profiles().template({
      subject: 'company',
      sources: [{ name: 'registry' }],
      onboardPartners: {
        isEnabled: true,
        isAwaited: true,
        personTemplateId: person!.id,
        companyTemplateId: owned!.id,
      },
    });
    await Promise.all([person!, owned!].map((template) => deleteQueryTemplate(profiles(), template.id)));
    const partners = [partner('person', 'ANA', '***123456**'), partner('company', 'OWNED', company([]))];
    const cnpj = company(partners);
    await profiles().run({ cnpj }, id);
    const { items } = (await profiles().read({ cnpj })).qsa;
    assert.deepEqual(
      items.map((it: { status: string }) => it.status),
      ['REPROVED', 'REPROVED'],
    );
  });

  it('that fails for a partner is told, and the company is decided all the same', async () => {
    const name = `DOWN ${kind}`;
    civil.answer(name, unavailable);
    const person = await profiles().template({ sources: [{ name: 'civil' }], rules: [] });
    const cnpj = company([partner('person', name, masked(generateCpf()))]);
    const template = await profiles().template({
      subject: 'company',
      sources: [{ name: 'registry' }],
      rules: [{ name: 'active', when: 'basicData.status == "ATIVA"', status: 'APPROVED' }],
      onboardPartners: { isEnabled: true, isAwaited: true, personTemplateId: person.id },
    });
    const { execution } = await profiles().run({ cnpj }, template.id);
    assert.equal(execution.status, 'APPROVED');
    const profile = await profiles().read({ cnpj });
    assert.equal(profile.onboarding.qsa[0].status, 'FAILED');
    assert.equal(profile.qsa.items[0].status, 'PENDING');
  });

  it('is shown still after an execution that onboards nobody, and partners who changed are', async () => {
    const owned = company([]);
    const cnpj = company([partner('company', 'OWNED', owned)]);
    const onboarding = await templates({ isAwaited: true });
    await profiles().run({ cnpj }, onboarding.id);
    const before = await profiles().read({ cnpj });
    const plain = await templates({ isEnabled: false });
    await profiles().run({ cnpj }, plain.id);
    assert.deepEqual((await profiles().read({ cnpj })).qsa, before.qsa);
    const added = company([]);
    await profiles().run({ cnpj: added }, plain.id);
    registry.answer(
      cnpj,
      found({ status: 'ATIVA' }, {}, [
        partner('company', 'ADDED', added),
        partner('company', 'OWNED', owned),
      ]),
    );
    await profiles().run({ cnpj }, plain.id);
    const { items } = (await profiles().read({ cnpj })).qsa;
    assert.ok(!('transactionId' in items[0]), 'nobody has onboarded it');
    assert.equal(items[0].profileId, profiles().companyIds.idOf(added));
    assert.equal(items[0].status, (await profiles().read({ cnpj: added })).status);
    assert.deepEqual(items[1], before.qsa.items[0]);
  });

  it('starts no more executions than it may, and shows all partners', async () => {
    const { maxPartners } = profiles().limits;
    const partners = Array.from({ length: maxPartners + 2 }, (_, n) =>
      partner('person', `PARTNER ${n}`, `***${String(100_000 + n)}**`),
    );
    const { id } = await templates();
    const { execution } = await profiles().run({ cnpj: company(partners) }, id);
    const report = await profiles().until(execution.id);
    assert.equal(report.partners.length, maxPartners + 2);
    assert.equal(report.partners.filter((it) => it.childId !== undefined).length, maxPartners);
  });

  it('a partner whose status changes later changes in the company', async () => {
    const owned = company([]);
    const cnpj = company([partner('company', 'OWNED', owned)]);
    const { id } = await templates({ isAwaited: true });
    await profiles().run({ cnpj }, id);
    registry.answer(owned, found({ status: 'BAIXADA' }, {}, []));
    await profiles().run({ cnpj: owned }, id);
    const giveUpAt = Date.now() + 600_000;
    for (;;) {
      const [item] = (await profiles().read({ cnpj })).qsa.items;
      if (item.status === 'PENDING') break;
      assert.ok(Date.now() < giveUpAt, item.status);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  });

  it('a partner whose status stays is no reason to write the other companies that show it again', async () => {
    const owned = company([]);
    const [one, other] = [
      company([partner('company', 'OWNED', owned)]),
      company([partner('company', 'OWNED', owned)]),
    ];
    const { id } = await templates({ isAwaited: true });
    const writtenAt = async () =>
      await profiles()
        .db.selectFrom('profiles')
        .select('updated_at')
        .where('cnpj', '=', one)
        .executeTakeFirstOrThrow();
    await profiles().run({ cnpj: one }, id);
    const before = await writtenAt();
    await profiles().run({ cnpj: other }, id);
    const [shown] = (await profiles().read({ cnpj: other })).onboarding.qsa;
    assert.equal(shown.status, 'COMPLETED');
    assert.deepEqual(await writtenAt(), before);
  });
});
