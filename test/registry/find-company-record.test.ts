import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { checkDigits } from '../../bench/registry/make-company.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/db/index.ts';
import { parseCnpj } from '../../src/platform/documents.ts';
import {
  type CompanyRecord,
  findCompanyRecord,
  importRegistry,
  rollbackRegistry,
} from '../../src/registry/index.ts';
import { parseCapital, parseDate } from '../../src/registry/to-company-record.ts';
import { describeDatabases, openTestDatabase } from '../support/database.ts';
import { writePublishedCompany } from '../support/published-company.ts';

async function getRecord(db: Db, cnpj: string): Promise<CompanyRecord> {
  const lookup = await findCompanyRecord(db, parseCnpj(cnpj)!);
  assert.ok(lookup.found, cnpj);
  return lookup.record;
}

/** Files of one company, the establishment's fields by position. */
async function writeFiles(t: TestContext, fields: Readonly<Record<number, string>>, root = '12ABC345') {
  const folder = await mkdtemp(join(tmpdir(), 'confere-registry-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const establishment = Array.from({ length: 30 }, (_, index) => fields[index] ?? '');
  establishment.splice(0, 4, root, '0001', checkDigits(`${root}0001`), '1');
  const line = (values: readonly string[]) => `"${values.join('";"')}"\n`;
  await writeFile(join(folder, 'K3241.ESTABELE'), line(establishment), 'latin1');
  const company = [root, 'ACME S/A', '2054', '10', '-1500,1', '05', ''];
  await writeFile(join(folder, 'K3241.EMPRECSV'), line(company), 'latin1');
  const partner = (kind: string, document: string, ...rest: string[]) =>
    line([root, kind, 'SOCIO', document, '22', '20200101', '23', ...rest, '6']);
  const none = ['***000000**', '', '00'];
  await writeFile(
    join(folder, 'K3241.SOCIOCSV'),
    partner('2', '***111222**', ...none) +
      partner('2', '***111222**', ...none) +
      partner('2', '***111222**', '***333444**', 'MARIA', '05') +
      partner('1', '12ABC34501DE35', ...none) +
      partner('3', '', ...none),
    'latin1',
  );
  await writeFile(join(folder, 'F.PAISCSV'), line(['23', 'ALEMANHA']), 'latin1');
  return folder;
}

describeDatabases('findCompanyRecord', (kind) => {
  it('gives the company of a month as it is published field by field', async (t) => {
    const published = await writePublishedCompany();
    t.after(() => rm(published, { recursive: true }));
    const database = await openTestDatabase(t, kind);
    await importRegistry({ database, clock: systemClock }, { directory: published });
    const { partners, generation, dataMonth, ...record } = await getRecord(database.db, '33683111000280');
    assert.match(dataMonth, /^\d{4}-\d{2}$/);
    assert.equal(generation, 1);
    assert.deepEqual(record, {
      cnpj: '33683111000280',
      isHeadOffice: false,
      officialName: 'SERVICO FEDERAL DE PROCESSAMENTO DE DADOS (SERPRO)',
      tradeName: 'REGIONAL BRASILIA-DF',
      nature: { code: '2011', description: 'Empresa Pública' },
      size: { code: '05', description: 'DEMAIS' },
      capital: '1061004829.23',
      responsibleQualification: { code: '16', description: 'Presidente' },
      responsibleEntity: undefined,
      status: { code: '02', description: 'ATIVA' },
      statusDate: { date: '2004-05-22' },
      statusReason: { code: '00', description: 'SEM  MOTIVO' },
      specialStatus: undefined,
      specialStatusDate: { date: undefined },
      openingDate: { date: '1967-06-30' },
      mainActivity: { code: '6204000', description: 'Consultoria em tecnologia da informação' },
      secondaryActivities: [
        { code: '6201501', description: 'Desenvolvimento de programas de computador sob encomenda' },
        {
          code: '6202300',
          description: 'Desenvolvimento e licenciamento de programas de computador customizáveis',
        },
        {
          code: '6203100',
          description: 'Desenvolvimento e licenciamento de programas de computador não-customizáveis',
        },
        {
          code: '6209100',
          description: 'Suporte técnico, manutenção e outros serviços em tecnologia da informação',
        },
        {
          code: '6311900',
          description:
            'Tratamento de dados, provedores de serviços de aplicação e serviços de hospedagem na internet',
        },
      ],
      address: {
        streetType: 'AVENIDA',
        street: 'L2 SGAN',
        number: '601',
        complement: 'MODULO G',
        district: 'ASA NORTE',
        postalCode: '70836900',
        state: 'DF',
        city: { code: '9701', description: 'BRASILIA' },
        ibgeCityCode: '5300108',
        foreignCity: undefined,
        country: undefined,
      },
      phones: [],
      fax: undefined,
      email: undefined,
      hasSimples: true,
      simples: {
        isSimples: true,
        simplesSince: { date: '2014-01-01' },
        simplesUntil: { date: undefined },
        isMei: false,
        meiSince: { date: undefined },
        meiUntil: { date: undefined },
      },
    });
    assert.equal(partners.length, 6);
    assert.deepEqual(partners[0], {
      kind: 'person',
      name: 'ALICE MOURA',
      document: '***220050**',
      qualification: { code: '10', description: 'Diretor' },
      since: { date: '2016-06-16' },
      ageBand: '51-60',
    });
  });

  it('reads numbers with letters, mends what lost its zeros, and serves codes that are in no list', async (t) => {
    const database = await openTestDatabase(t, kind);
    const fields = { 5: '05', 6: '0', 7: '32', 9: '23', 10: '41000101', 11: '9999999', 18: '1310100' };
    const directory = await writeFiles(t, { ...fields, 19: 'SP', 20: '7107', 21: '11', 22: '33334444' });
    await importRegistry({ database, clock: systemClock }, { directory });
    const record = await getRecord(database.db, `12ABC3450001${checkDigits('12ABC3450001')}`);
    assert.equal(record.isHeadOffice, true);
    assert.deepEqual(record.statusDate, { date: undefined });
    assert.deepEqual(record.openingDate, { date: undefined, raw: '41000101' });
    assert.deepEqual(record.status, { code: '05', description: 'ATIVA NÃO REGULAR' });
    const description = 'DECURSO DE PRAZO DE INTERRUPCAO TEMPORARIA';
    assert.deepEqual(record.statusReason, { code: '32', description });
    assert.deepEqual(record.mainActivity, { code: '9999999' });
    assert.equal(record.address.postalCode, '01310100');
    assert.deepEqual(record.address.country, { code: '023', description: 'ALEMANHA' });
    assert.equal(record.capital, '-1500.10');
    assert.equal(record.simples, undefined);
    assert.deepEqual(record.phones, [{ areaCode: '11', number: '33334444' }]);
  });

  it('takes zeros for no phone and no postal code, and knows countries that the list leaves out', async (t) => {
    const database = await openTestDatabase(t, kind);
    const zeros = { 18: '0', 21: '11', 22: '0', 23: '11', 24: '00000000', 25: '0', 26: '0' };
    const directory = await writeFiles(t, { 5: '02', 9: '150', ...zeros });
    await importRegistry({ database, clock: systemClock }, { directory });
    const record = await getRecord(database.db, `12ABC3450001${checkDigits('12ABC3450001')}`);
    assert.deepEqual([record.phones, record.fax, record.address.postalCode], [[], undefined, undefined]);
    assert.deepEqual(record.address.country, { code: '150', description: 'JERSEY' });
  });

  it('describes what the published lists leave out', async (t) => {
    const database = await openTestDatabase(t, kind);
    for (const [code, description] of [
      ['367', 'INGLATERRA'],
      ['15', 'ALAND, ILHAS'],
    ] as const) {
      await importRegistry(
        { database, clock: systemClock },
        { directory: await writeFiles(t, { 5: '02', 7: '93', 9: code }) },
      );
      const record = await getRecord(database.db, `12ABC3450001${checkDigits('12ABC3450001')}`);
      assert.deepEqual(record.address.country, { code: code.padStart(3, '0'), description });
      assert.deepEqual(record.statusReason, { code: '93', description: 'CNPJ - TITULAR BAIXADO' });
    }
  });

  it('describes codes as the month in service does, before and after each switch', async (t) => {
    const database = await openTestDatabase(t, kind);
    const deps = { database, clock: systemClock };
    const directory = await writeFiles(t, { 5: '02', 9: '23' });
    const country = async () => {
      const record = await getRecord(database.db, `12ABC3450001${checkDigits('12ABC3450001')}`);
      return record.address.country?.description;
    };
    await importRegistry(deps, { directory });
    assert.equal(await country(), 'ALEMANHA');
    await writeFile(join(directory, 'F.PAISCSV'), '"23";"REPUBLICA FEDERAL DA ALEMANHA"\n', 'latin1');
    await importRegistry(deps, { directory });
    assert.equal(await country(), 'REPUBLICA FEDERAL DA ALEMANHA');
    await rollbackRegistry(deps);
    assert.equal(await country(), 'ALEMANHA');
    assert.equal(await country(), 'ALEMANHA');
  });

  it('takes one statement once the list of codes is known', {
    skip: kind === 'embedded' ? 'statements are counted on PostgreSQL' : false,
  }, async (t) => {
    const database = await openTestDatabase(t, kind);
    await importRegistry({ database, clock: systemClock }, { directory: await writeFiles(t, { 5: '02' }) });
    const cnpj = `12ABC3450001${checkDigits('12ABC3450001')}`;
    await getRecord(database.db, cnpj);
    const statements: string[] = [];
    const counted = database.db.withPlugin({
      transformQuery: ({ node }) => {
        statements.push(node.kind);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await getRecord(counted, cnpj);
    assert.equal(statements.length, 1);
  });

  it('gives each partner once, with a representative only where there is one', async (t) => {
    const database = await openTestDatabase(t, kind);
    await importRegistry({ database, clock: systemClock }, { directory: await writeFiles(t, { 5: '02' }) });
    const { partners } = await getRecord(database.db, `12ABC3450001${checkDigits('12ABC3450001')}`);
    assert.deepEqual(
      partners.map(({ kind: what, document, representative }) => [what, document, representative?.document]),
      [
        ['person', '***111222**', undefined],
        ['person', '***111222**', '***333444**'],
        ['company', '12ABC34501DE35', undefined],
        ['foreign', undefined, undefined],
      ],
    );
    assert.deepEqual(partners[1]?.representative, {
      document: '***333444**',
      name: 'MARIA',
      qualification: { code: '05' },
    });
  });
});

describe('parseDate', () => {
  for (const [value, expected] of [
    ['20040229', { date: '2004-02-29' }],
    ['20030229', { date: undefined, raw: '20030229' }],
    ['0', { date: undefined }],
    ['00000000', { date: undefined }],
    ['', { date: undefined }],
    ['02020115', { date: undefined, raw: '02020115' }],
    ['41000101', { date: undefined, raw: '41000101' }],
    ['2020011', { date: undefined, raw: '2020011' }],
  ] as const) {
    it(`reads "${value}" as ${expected.date ?? 'no date'}`, () => {
      assert.deepEqual(parseDate(value), expected);
    });
  }
});

describe('parseCapital', () => {
  for (const [value, expected] of [
    ['1061004829,23', '1061004829.23'],
    ['999999999999,00', '999999999999.00'],
    ['-1500,1', '-1500.10'],
    ['0000005000', '5000.00'],
    ['0,00', '0.00'],
    ['', undefined],
    ['1.000,00', undefined],
  ] as const) {
    it(`reads "${value}" as ${expected}`, () => assert.equal(parseCapital(value), expected));
  }
});
