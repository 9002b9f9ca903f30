import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { it } from 'node:test';
import { Value } from 'typebox/value';
import type { InternationalLists } from '../../../src/people/lists/list-data.ts';
import { createScreeningLoader } from '../../../src/people/lists/load-screening-index.ts';
import {
  createInternationalListsOfCompanies,
  createInternationalListsOfPeople,
  findCompanyNames,
} from '../../../src/people/sources/international-lists.ts';
import { createDataSetBasicData } from '../../../src/people/sources/pf-records.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { type Cnpj, generateCnpj, generateCpf, parseCnpj } from '../../../src/platform/documents.ts';
import type { Source, Subject } from '../../../src/profiles/index.ts';
import { importRegistry } from '../../../src/registry/index.ts';
import { describeDatabases } from '../../support/database.ts';
import { cnpjOf, writeRegistry } from '../../support/registry-files.ts';
import { person, shareLists } from '../lists/share-lists.ts';
import { ofacFile, unFile } from '../world-lists/world-list-files.ts';

const omar = {
  id: '77',
  name: ['OMAR', 'KHALID', 'AL-MASRI'],
  aliases: [
    { name: 'Umar al Misri', isWeak: false },
    { name: 'Abu Khalid Tariq', isWeak: true },
  ],
  births: ['1963-07-28'],
  countries: ['Iraq'],
  documents: [{ type: 'Passport', number: 'A-0012345', country: 'Iraq' }],
};

describeDatabases('the sources of international lists', (kind) => {
  const { database, run, keys, consult } = shareLists(kind);

  const withBirthDate = (birthDate?: string): Source => ({
    ...createDataSetBasicData(keys),
    consult: async () =>
      birthDate === undefined
        ? { outcome: 'absent' }
        : { outcome: 'found', data: {}, basicData: { birthDate } },
  });
  const sources = (
    birthDate?: string,
    names: readonly string[] = [],
    foreignPartners: readonly string[] = [],
  ) => {
    const deps = {
      screening: createScreeningLoader(keys),
      basicData: withBirthDate(birthDate),
      companyNames: async () => ({ names, foreignPartners }),
    };
    return {
      ofPeople: createInternationalListsOfPeople(deps),
      ofCompanies: createInternationalListsOfCompanies(deps),
    };
  };
  async function look(source: Source, subject: Subject, attributes = {}): Promise<InternationalLists> {
    const answer = await consult(source, subject, attributes);
    assert.ok(answer.outcome === 'found', JSON.stringify(answer));
    assert.ok(Value.Check(source.dataSchema, answer.data), 'the answer is of its schema');
    return answer.data as InternationalLists;
  }
  const cpf = generateCpf();
  const bases = ({ isListed, needsReview, hits }: InternationalLists) => [
    isListed,
    needsReview,
    ...hits.map(({ matchBasis, against }) => [matchBasis, ...against].join(' ')),
  ];

  it('a hit says by what, how surely and what speaks against it; a name alone needs a look', async () => {
    await run('un', unFile([omar]), 'list.xml');
    const masri = person(cpf, 'Umar Khaled al-Masri');
    assert.deepEqual(bases(await look(sources().ofPeople, masri)), [false, true, 'name_only']);
    assert.deepEqual(bases(await look(sources('28/07/1963').ofPeople, masri)), [
      true,
      false,
      'name_and_birth_date',
    ]);
    assert.deepEqual(bases(await look(sources('01/02/1963').ofPeople, masri)), [
      false,
      true,
      'name_and_birth_year',
    ]);
    const exact = person(cpf, 'Omar Khalid Al-Masri');
    assert.deepEqual(bases(await look(sources('01/02/1990').ofPeople, exact)), [
      false,
      true,
      'name_only birth_date',
    ]);
    const brazilian = await look(sources('28/07/1963').ofPeople, masri, { nationality: 'Brazil' });
    assert.deepEqual(bases(brazilian), [false, true, 'name_and_birth_date nationality']);
    for (const nationality of ['Iraqi', 'iraquiana', 'none that is known'])
      assert.deepEqual(bases(await look(sources('28/07/1963').ofPeople, masri, { nationality })), [
        true,
        false,
        'name_and_birth_date',
      ]);
    const weak = await look(sources().ofPeople, person(cpf, 'ABU KHALID TARIQ'));
    assert.deepEqual(bases(weak), [false, true, 'weak_alias']);
    const document = await look(sources().ofPeople, person(cpf, 'Somebody Else'), {
      passport: 'a0012345',
      passportCountry: 'IQ',
    });
    assert.deepEqual(bases(document), [true, false, 'document']);
    assert.deepEqual(bases(await look(sources().ofPeople, person(cpf, 'Maria da Silva'))), [false, false]);
    const [hit] = document.hits;
    assert.deepEqual([hit!.list, hit!.entryId, hit!.score, hit!.countries], ['un', '77', 1, ['IQ']]);
    assert.deepEqual(
      document.lists.map(({ list, listDate }) => [list, listDate]),
      [['un', '2026-10-03']],
    );
  });

  it('an entry whose birth date the list corrects stays the same hit, and tells that it counts otherwise', async () => {
    const { ofPeople } = sources('01/02/1990');
    const exact = person(cpf, 'Omar Khalid Al-Masri');
    const found = [];
    for (const births of [['1963-07-28'], ['1990-02-01']]) {
      await run('un', unFile([{ ...omar, births }]), 'list.xml');
      found.push(...ofPeople.hitsOf!(await look(ofPeople, exact)));
    }
    assert.deepEqual(
      found.map(({ key, detail }) => [key, detail.matchBasis, detail.against]),
      [
        ['listing un 77', 'name_only', ['birth_date']],
        ['listing un 77', 'name_and_birth_date', []],
      ],
    );
  });

  it("the client's birth date confirms an entry and hides none, with a data set that knows another or nobody", async () => {
    await run('un', unFile([omar]), 'list.xml');
    const masri = person(cpf, 'Omar Khalid Al-Masri');
    const claim = (birthDate: string, known?: string) =>
      look(sources(known).ofPeople, masri, { birthDate }).then(bases);
    assert.deepEqual(await claim('1963-07-28'), [true, false, 'name_and_birth_date']);
    assert.deepEqual(await claim('28/07/1963', '01/02/1990'), [true, false, 'name_and_birth_date']);
    assert.deepEqual(await claim('1963'), [false, true, 'name_and_birth_year']);
    assert.deepEqual(await claim('1990-02-01'), [false, true, 'name_only']);
    assert.deepEqual(await claim('1990-02-01', '28/07/1963'), [true, false, 'name_and_birth_date']);
    assert.deepEqual(await claim('no date'), [false, true, 'name_only']);
  });

  it('another family name with the same birth date needs a look', async () => {
    await run('un', unFile([omar]), 'list.xml');
    const renamed = await look(sources('28/07/1963').ofPeople, person(cpf, 'Omar Khalid Ferreira'));
    assert.deepEqual(bases(renamed), [false, true, 'name_and_birth_date name']);
  });

  it('a document is found within the prose that a list writes, and no year or day of it is one', async () => {
    const number = 'Afghan passport number OR801168, issued on 28/02/2006 in Kabul (file 20060228)';
    const documents = [{ type: 'Passport', number, country: 'Afghanistan' }];
    await run('un', unFile([{ ...omar, documents }]), 'list.xml');
    const ask = (passport: string) =>
      look(sources().ofPeople, person(cpf, 'Somebody Else'), { passport, passportCountry: 'AF' }).then(bases);
    assert.deepEqual(await ask('OR-801168'), [true, false, 'document']);
    for (const other of ['20060228', '28022006', 'OR80116'])
      assert.deepEqual(await ask(other), [false, false]);
  });

  it('one word in common is no hit, and neither is a passport of another country', async () => {
    await run('un', unFile([{ ...omar, id: '1', name: ['OMAR'], aliases: [] }, omar]), 'list.xml');
    const dated = sources('28/07/1963').ofPeople;
    assert.deepEqual(bases(await look(dated, person(cpf, 'Lima Omar'))), [false, false]);
    const other = { passport: 'A0012345', passportCountry: 'AR' };
    assert.deepEqual(bases(await look(sources().ofPeople, person(cpf, 'Ana Lima'), other)), [false, false]);
  });

  it('companies are found with and without their legal form, not by digits or words that all have', async () => {
    const companies = ['NORTHERN STAR TRADING LLC', '11420 CORP.', 'EMMA LLC', 'ORIENT SHIPPING CO. LTD.'];
    await run(
      'ofac_sdn',
      ofacFile(companies.map((name, at) => ({ id: String(at), kind: 'company' as const, name: [name] }))),
      'list.xml',
    );
    const company: Subject = { kind: 'company', id: 'com_1', cnpj: generateCnpj() };
    const hitsOf = async (name: string) =>
      (await look(sources(undefined, [name]).ofCompanies, company)).hits.map((hit) => hit.name);
    assert.deepEqual(await hitsOf('Northern Star Trading Ltda'), ['NORTHERN STAR TRADING LLC']);
    assert.deepEqual(await hitsOf('STAR NORTHERN TRADING S/A'), ['NORTHERN STAR TRADING LLC']);
    assert.deepEqual(await hitsOf('11421 CORP LTDA'), []);
    assert.deepEqual(await hitsOf('EMMA DANIELS LTDA'), []);
    assert.deepEqual(await hitsOf('PACIFIC SHIPPING LTDA'), []);
    const unknown = await consult(sources().ofCompanies, company);
    assert.deepEqual(unknown, { outcome: 'absent', reason: 'name_unknown' });
  });

  it('a company is found by the CNPJ of another of its establishments, and no other company is', async () => {
    const listed = generateCnpj();
    const branch = Array.from({ length: 100 }, (_, digits) =>
      parseCnpj(`${listed.slice(0, 8)}0007${String(digits).padStart(2, '0')}`),
    ).find((cnpj) => cnpj !== undefined)!;
    const documents = [{ type: 'Tax ID No.', number: `CNPJ ${listed} (Brazil)`, country: 'Brazil' }];
    await run(
      'un',
      unFile([
        { ...omar, documents },
        { id: '9', kind: 'company', name: ['ACME'] },
      ]),
      'a.xml',
    );
    await run('ofac_sdn', ofacFile([{ id: '8', kind: 'company', name: ['OTHER NAME'], documents }]), 'b.xml');
    const bases = async (cnpj: Cnpj) =>
      (
        await look(sources(undefined, ['PADARIA LTDA']).ofCompanies, { kind: 'company', id: 'com_1', cnpj })
      ).hits.map(({ entryId, matchBasis }) => `${entryId} ${matchBasis}`);
    assert.deepEqual(await bases(branch), ['8 document']);
    assert.deepEqual(await bases(generateCnpj()), []);
  });

  it('partners abroad of a company are screened by name, as people and as companies, and are to be looked at', async () => {
    const star = { id: '9', kind: 'company' as const, name: ['NORTHERN STAR TRADING LLC'] };
    await run('un', unFile([omar, star]), 'list.xml');
    const company: Subject = { kind: 'company', id: 'com_1', cnpj: generateCnpj() };
    const partners = [`OMAR KHALID AL MASRI ${cpf}`, 'NORTHERN STAR TRADING', 'ANNA BERG'];
    const data = await look(sources(undefined, ['PADARIA LTDA'], partners).ofCompanies, company);
    assert.deepEqual([data.isListed, data.needsReview], [false, true]);
    assert.deepEqual(
      data.hits.map(({ entryId, partner }) => [entryId, partner]),
      [
        ['77', `OMAR KHALID AL MASRI ***${cpf.slice(3, 9)}**`],
        ['9', 'NORTHERN STAR TRADING'],
      ],
    );
  });

  it('a company that is a natural person is screened as one, too: the registry names nobody else of it', async (t) => {
    const documents = [{ type: 'Tax ID No.', number: cpf, country: 'Brazil' }];
    const mei = { id: '79', name: ['WANG', 'MEI'] };
    await run('un', unFile([omar, { id: '78', name: ['ANNA', 'BERG'], documents }, mei]), 'list.xml');
    const soleProprietor = { nature: '2135' };
    const directory = await writeRegistry({
      companies: [
        { root: '10000001', name: 'OMAR KHALID AL MASRI', ...soleProprietor },
        { root: '10000002', name: '10.000.002 OMAR KHALID AL MASRI', ...soleProprietor },
        { root: '10000003', name: 'UMAR AL MISRI - ME', ...soleProprietor },
        { root: '10000004', name: `SOMEBODY ELSE ${cpf}`, ...soleProprietor },
        { root: '10000005', name: 'OMAR KHALID AL MASRI', simples: { mei: 'S' } },
        { root: '10000006', name: 'OMAR KHALID AL MASRI LTDA' },
        { root: '10000007', name: 'WANG MEI', ...soleProprietor },
      ],
    });
    t.after(() => rm(directory, { recursive: true }));
    await importRegistry({ database: database(), clock: systemClock }, { directory });
    const screening = createScreeningLoader(keys);
    const source = createInternationalListsOfCompanies({
      screening,
      basicData: withBirthDate(),
      companyNames: findCompanyNames,
    });
    const ask = async (root: string) =>
      bases(await look(source, { kind: 'company', id: 'com_1', cnpj: cnpjOf(root) }));
    const isToReview = [false, true, 'name_only'];
    for (const root of ['10000001', '10000002', '10000003', '10000005', '10000007'])
      assert.deepEqual(await ask(root), isToReview, root);
    assert.deepEqual(await ask('10000004'), [true, false, 'document']);
    assert.deepEqual(await ask('10000006'), [false, false]);
  });

  it('a new list answers at once, and without a list or a name nothing is claimed', async () => {
    const { ofPeople } = sources();
    const masri = person(cpf, 'Omar Khalid Al-Masri');
    assert.deepEqual(await consult(ofPeople, masri), { outcome: 'absent', reason: 'no_list_imported' });
    await run('un', unFile([omar]), 'list.xml');
    assert.equal((await look(ofPeople, masri)).hits.length, 1);
    const before = await ofPeople.currentVersion!(database().db);
    await run('un', unFile([{ ...omar, name: ['ANNA', 'BERG'], aliases: [] }]), 'list.xml');
    assert.notEqual(await ofPeople.currentVersion!(database().db), before);
    assert.deepEqual((await look(ofPeople, masri)).hits, []);
    for (const name of [undefined, 'Omar', '12 34'])
      assert.deepEqual(await consult(ofPeople, person(cpf, name)), {
        outcome: 'absent',
        reason: 'name_unknown',
      });
    await run('un', unFile([omar]), 'list.xml');
    const passport = { passport: 'A0012345', passportCountry: 'IQ' };
    assert.deepEqual(bases(await look(ofPeople, person(cpf, 'Omar'), passport)), [true, false, 'document']);
  });
});
