import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { Value } from 'typebox/value';
import { CompanyProfileSchema } from '../../../src/companies/routes/read-companies.ts';
import { companyIdKind, createId } from '../../../src/platform/ids.ts';
import { describeDatabases } from '../../support/database.ts';
import { type Answer, assertError, assertRequestId, send } from '../../support/http.ts';
import { writePublishedCompany } from '../../support/published-company.ts';
import { cnpjOf } from '../../support/registry-files.ts';
import { runRegistryTask } from '../../support/service-registry.ts';
import { shareCompanies } from './share-companies.ts';

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describeDatabases('GET /v1/companies/{companyId}', (kind) => {
  const { service, importExamples, url, tokenWith, execute } = shareCompanies(kind);
  let token: string;

  const get = (id: string, query = '', given: string | undefined = token): Promise<Answer> =>
    send(url(id, query), { token: given });
  const getWhole = (id: string, given = token) => get(id, '?_includeOnboardingQsa=true', given);

  before(async () => {
    token = await tokenWith('companies:read');
    const before = await get(cnpjOf('12ABC345'));
    assertError(before, 503, 'registry_not_imported');
    await importExamples();
  });

  describe('success', () => {
    it('formats basic data as the interface writes it', async () => {
      const answer = await get(cnpjOf('12ABC345'));
      assert.equal(answer.status, 200, answer.text);
      assert.match(answer.headers.get('content-type')!, /^application\/json/);
      assertRequestId(answer);
      const { requestId: _, id, executions, ...rest } = answer.body;
      assert.match(id, /^com_[0-9a-f]{32}$/);
      assert.deepEqual(rest, {
        status: 'PENDING',
        cnpj: cnpjOf('12ABC345'),
        basicData: {
          openingDate: '15/01/2020',
          officialName: 'AÇÚCAR UNIÃO S/A',
          fantasyName: 'DOÇARIA DO ZÉ',
          companySize: 'DEMAIS',
          companyEmail: 'CONTATO@EXAMPLE.COM',
          mainActivity: '1071-6/00 - Fabricação de açúcar em bruto',
          secondaryActivities: [
            { code: '6204-0/00', description: 'Consultoria em tecnologia da informação' },
            { code: '9999-9/99' },
          ],
          legalNature: '205-4 - Sociedade Anônima Fechada',
          status: 'ATIVA',
          jointStock: 'R$ 1.061.004.829,23',
          phoneNumber: '(11) 3333-4444',
        },
      });
      assert.deepEqual(executions, []);
    });

    it('the same profile is there by its id; reads store nothing, decide nothing, and tell nobody', async () => {
      const first = await getWhole(cnpjOf('12ABC345'));
      const second = await getWhole(first.body.id);
      assert.equal(second.status, 200);
      const { sources: _, ...rest } = first.body;
      assert.deepEqual({ ...second.body, requestId: 0, sources: 0 }, { ...rest, requestId: 0, sources: 0 });
      const reader = await tokenWith('executions:read', 'events:read');
      for (const path of ['/v1/executions', '/v1/events']) {
        const list = await send(`${service().url}${path}`, { token: reader });
        assert.deepEqual([list.status, list.body.items ?? list.body.events], [200, []], list.text);
      }
    });

    it('the id stays when an execution comes, and the status is what it decided', async () => {
      const cnpj = cnpjOf('33444555');
      const before = (await getWhole(cnpj)).body;
      await execute(cnpj);
      const { body } = await getWhole(before.id);
      assert.deepEqual([body.id, body.cnpj, body.status], [before.id, cnpj, 'REPROVED']);
      assert.deepEqual(body.basicData, before.basicData);
      const [execution, ...others] = body.executions;
      assert.deepEqual(others, []);
      assert.equal(execution.executionOrigin, 'API');
      assert.match(execution.executionId, /^exe_[0-9a-f]{32}$/);
      assert.match(execution.lastUpdate, timestamp);
      const again = (await getWhole(cnpj)).body;
      assert.deepEqual({ ...again, requestId: 0 }, { ...body, requestId: 0 });
    });

    it('sources, partners and onboarding come with _includeOnboardingQsa=true exactly, and conform to the schema', async () => {
      const cnpj = cnpjOf('12ABC345');
      for (const query of [
        '',
        '?_includeOnboardingQsa',
        '?_includeOnboardingQsa=TRUE',
        '?_includeOnboardingQsa=1',
        '?_includeOnboardingQsa=false',
        '?_includeOnboardingQsa=true&_includeOnboardingQsa=true',
        '?_includeOnboardingQsa=%20true',
      ]) {
        const { status, body } = await get(cnpj, query);
        assert.equal(status, 200, query);
        assert.deepEqual(
          Object.keys(body),
          ['requestId', 'id', 'status', 'cnpj', 'basicData', 'executions'],
          query,
        );
      }
      assert.equal((await get(cnpj, '?includeOnboardingQsa=true')).status, 400);
      const { body } = await getWhole(cnpj);
      assert.deepEqual(Object.keys(body).sort(), [
        'basicData',
        'cnpj',
        'executions',
        'id',
        'onboarding',
        'qsa',
        'requestId',
        'sources',
        'status',
      ]);
      assert.deepEqual([...Value.Errors(CompanyProfileSchema, body)], []);
      assert.ok(!JSON.stringify(body).includes('null'));
    });

    it('pjData is the whole record, pjSimples the options, each with its dates', async () => {
      const { sources } = (await getWhole(cnpjOf('12ABC345', 2))).body;
      assert.deepEqual(Object.keys(sources).sort(), ['pjData', 'pjSimples']);
      assert.match(sources.pjData.lastConsultation.date, timestamp);
      const { partners, ...record } = sources.pjData.data;
      assert.deepEqual(record, {
        dataMonth: '2026-04',
        cnpj: cnpjOf('12ABC345', 2),
        isHeadOffice: false,
        officialName: 'AÇÚCAR UNIÃO S/A',
        fantasyName: 'DOÇARIA DO ZÉ',
        openingDate: '15/01/2020',
        status: {
          code: '02',
          description: 'ATIVA',
          since: '15/01/2020',
          reason: { code: '00', description: 'SEM MOTIVO' },
        },
        specialStatus: { description: 'EM LIQUIDACAO', since: '03/02/2021' },
        legalNature: { code: '205-4', description: 'Sociedade Anônima Fechada' },
        companySize: { code: '05', description: 'DEMAIS' },
        jointStock: { amount: '1061004829.23', formatted: 'R$ 1.061.004.829,23' },
        responsibleQualification: { code: '16', description: 'Presidente' },
        mainActivity: { code: '1071-6/00', description: 'Fabricação de açúcar em bruto' },
        secondaryActivities: [
          { code: '6204-0/00', description: 'Consultoria em tecnologia da informação' },
          { code: '9999-9/99' },
        ],
        address: {
          streetType: 'RUA',
          street: 'DAS FLORES',
          number: '10',
          complement: 'SALA 2',
          district: 'CENTRO',
          postalCode: '01310100',
          state: 'SP',
          city: { name: 'SAO PAULO', siafiCode: '7107', ibgeCode: '3550308' },
        },
        addressCheck: {
          postalCodeCheck: 'agrees',
          postalCodeCityCheck: 'agrees',
          postalCodeCity: { name: 'SAO PAULO', ibgeCode: '3550308' },
        },
        contacts: {
          email: 'CONTATO@EXAMPLE.COM',
          phones: ['(11) 3333-4444', '(11) 98888-7777'],
          fax: '(11) 3333-5555',
        },
      });
      assert.equal(partners.length, 5);
      assert.deepEqual(partners[2], {
        kind: 'person',
        name: 'CAIO LIMA',
        document: '***555666**',
        qualification: { code: '30' },
        since: '15/01/2020',
        ageBand: '41-50',
        representative: { name: 'BIA LIMA', document: '***333444**', qualification: { code: '15' } },
      });
      assert.deepEqual(sources.pjSimples.data, {
        dataMonth: '2026-04',
        simples: { isOptant: false, since: '01/01/2014', until: '31/12/2015' },
        mei: { isOptant: false },
      });
      assert.equal((await getWhole(cnpjOf('12ABC345'))).body.sources.pjData.data.isHeadOffice, true);
    });

    it('partners have their function and who represents the company, and a read makes nothing of them', async () => {
      const { qsa, onboarding } = (await getWhole(cnpjOf('12ABC345'))).body;
      assert.deepEqual(
        qsa.items.map((item: Record<string, unknown>) => [
          item.name,
          item.functionCode,
          item.function,
          item.isLegalRepresentative,
        ]),
        [
          ['ANA LIMA', '49', 'Sócio-Administrador', true],
          // Named as the representative of another partner.
          ['BIA LIMA', '22', 'Sócio', true],
          ['CAIO LIMA', '30', '30', false],
          ['HOLDING SA', '22', 'Sócio', false],
          ['FOREIGN INC', '37', '37', false],
        ],
      );
      for (const item of qsa.items) {
        assert.equal(item.status, 'PENDING');
        assert.equal('profileId' in item, item.name === 'HOLDING SA', item.name);
        assert.ok(!('transactionId' in item));
      }
      const partner = qsa.items.find(({ name }: { name: string }) => name === 'HOLDING SA');
      const read = await get(partner.profileId);
      assert.deepEqual([read.status, read.body.basicData.officialName], [200, 'HOLDING SA']);
      assert.deepEqual(onboarding.qsa, []);
    });

    it('the company of a month as it is published comes back field by field', async (t) => {
      const published = await writePublishedCompany();
      await runRegistryTask(service(), 'registry/import', { directory: published });
      t.after(async () => {
        await rm(published, { recursive: true });
        await runRegistryTask(service(), 'registry/rollback');
        await runRegistryTask(service(), 'registry/prune');
      });
      const { status, body } = await getWhole('33683111000280');
      assert.equal(status, 200);
      assert.deepEqual(body.basicData, {
        openingDate: '30/06/1967',
        officialName: 'SERVICO FEDERAL DE PROCESSAMENTO DE DADOS (SERPRO)',
        fantasyName: 'REGIONAL BRASILIA-DF',
        companySize: 'DEMAIS',
        mainActivity: '6204-0/00 - Consultoria em tecnologia da informação',
        secondaryActivities: [
          { code: '6201-5/01', description: 'Desenvolvimento de programas de computador sob encomenda' },
          {
            code: '6202-3/00',
            description: 'Desenvolvimento e licenciamento de programas de computador customizáveis',
          },
          {
            code: '6203-1/00',
            description: 'Desenvolvimento e licenciamento de programas de computador não-customizáveis',
          },
          {
            code: '6209-1/00',
            description: 'Suporte técnico, manutenção e outros serviços em tecnologia da informação',
          },
          {
            code: '6311-9/00',
            description:
              'Tratamento de dados, provedores de serviços de aplicação e serviços de hospedagem na internet',
          },
        ],
        legalNature: '201-1 - Empresa Pública',
        status: 'ATIVA',
        jointStock: 'R$ 1.061.004.829,23',
      });
      const {
        address,
        simples,
        isHeadOffice,
        status: registered,
        ...data
      } = {
        ...body.sources.pjData.data,
        ...body.sources.pjSimples.data,
      };
      assert.equal(isHeadOffice, false);
      assert.deepEqual(registered, {
        code: '02',
        description: 'ATIVA',
        since: '22/05/2004',
        reason: { code: '00', description: 'SEM  MOTIVO' },
      });
      assert.deepEqual(address, {
        streetType: 'AVENIDA',
        street: 'L2 SGAN',
        number: '601',
        complement: 'MODULO G',
        district: 'ASA NORTE',
        postalCode: '70836900',
        state: 'DF',
        city: { name: 'BRASILIA', siafiCode: '9701', ibgeCode: '5300108' },
      });
      assert.deepEqual(data.addressCheck, { postalCodeCheck: 'agrees', postalCodeCityCheck: 'unknown' });
      assert.deepEqual([simples, data.mei], [{ isOptant: true, since: '01/01/2014' }, { isOptant: false }]);
      assert.deepEqual(
        body.qsa.items.map((item: Record<string, unknown>) => [
          item.name,
          item.function,
          item.isLegalRepresentative,
        ]),
        [
          ['ALICE MOURA', 'Diretor', true],
          ['BRUNO TELES', 'Diretor', true],
          ['CAIO FREITAS', 'Diretor', true],
          ['DENISE RAMOS', 'Presidente', true],
          ['EDSON PRATES', 'Diretor', true],
          ['FLAVIA NUNES', 'Administrador', true],
        ],
      );
      // The root is in the sample, with no establishment.
      assertError(await get('19131243000197'), 404, 'profile_not_found');
    });
  });

  describe('hidden', () => {
    it('a CNPJ that is not in the registry is 404 with the month, an unknown id 404', async () => {
      const absent = await get(cnpjOf('99888777'));
      assertError(absent, 404, 'profile_not_found');
      assert.match(absent.body.detail, /2026-04/);
      assertError(await get(createId(companyIdKind)), 404, 'profile_not_found');
      assertError(await send(url(cnpjOf('99888777'), '/history'), { token }), 404, 'profile_not_found');
    });
  });

  describe('invalid', () => {
    it('what is neither a CNPJ nor an id is 400', async () => {
      for (const id of [
        '12ABC34501DE36',
        '12abc34501de35',
        '00000000000000',
        '1913124300019',
        '19.131.243%2F0001-97',
        '191312430001970',
        'com_1',
        `per_${'0'.repeat(32)}`,
        '%zz',
        "'--",
        'x'.repeat(500),
      ]) {
        const answer = await get(id);
        assertError(answer, 400, 'request_invalid');
        assert.match(answer.body.errors[0].message, /upper case letters/);
      }
    });
  });

  describe('auth', () => {
    it('no token or another product is 401, a missing scope 403', async () => {
      const id = cnpjOf('12ABC345');
      assertError(await send(url(id)), 401, 'authorization_missing');
      assertError(await get(id, '', 'garbage'), 401, 'token_invalid');
      assertError(await get(id, '', await service().token('mobile')), 401, 'token_wrong_product');
      assertError(await get(id, '', await tokenWith('people:read')), 403, 'scope_forbidden');
    });
  });
});
