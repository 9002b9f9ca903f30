import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type ListEntry, type WorldListName, worldListNames } from '../../../src/people/list-entry.ts';
import { listListGenerations } from '../../../src/people/lists/list-generations-store.ts';
import { rollBackList } from '../../../src/people/lists/put-list-in-service.ts';
import { listRefusedRows } from '../../../src/people/rows/refused-rows-store.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { describeDatabases } from '../../support/database.ts';
import { shareLists } from '../lists/share-lists.ts';
import { type DrawnEntry, euFile, ofacFile, ukFile, ukXmlFile, unFile } from './world-list-files.ts';

const omar: DrawnEntry = {
  id: '6908555',
  name: ['OMAR', 'BIN', 'KHALID', 'AL-MASRI'],
  originalScript: 'عمر خالد المصري',
  aliases: [
    { name: 'Umar al Misri', isWeak: false },
    { name: 'Abu Khalid', isWeak: true },
  ],
  births: ['1963-07-28', '1964'],
  countries: ['Iraq', 'Syrian Arab Republic'],
  documents: [{ type: 'Passport', number: 'A0012345', country: 'Iraq' }],
  programme: 'Al-Qaida & others',
  listedOn: '2012-12-31',
};
const trade: DrawnEntry = { id: '110', kind: 'company', name: ['NORTHERN', 'STAR', 'TRADING', 'LLC'] };

const files: Readonly<Record<WorldListName, (entries: readonly DrawnEntry[]) => string>> = {
  un: (entries) => unFile(entries),
  ofac_sdn: (entries) => ofacFile(entries),
  ofac_consolidated: (entries) => ofacFile(entries),
  eu: (entries) => euFile(entries),
  uk: (entries) => ukFile(entries),
};

describeDatabases('the import of an international list', (kind) => {
  const { database, run, keys } = shareLists(kind);

  async function entriesOf(generation: number): Promise<readonly ListEntry[]> {
    const { rows } = await database().execute(
      `select id, key_id, wrapped_key, ciphertext from person_list_entries where generation = ${generation} order by line`,
    );
    return rows.map((row) => {
      const { id, ...sealed } = row as Record<'id' | 'key_id' | 'wrapped_key' | 'ciphertext', never>;
      return JSON.parse(Buffer.from(keys.cipher.open(sealed, `person-list-entry:${id}`)).toString());
    });
  }

  it('every list gives names with their quality, inexact birth dates, countries, documents and its own id', async () => {
    const expected = {
      un: { listDate: '2026-10-03', programmes: ['Al-Qaida & others', 'CDi.6908555'], type: 'Passport' },
      ofac_sdn: { listDate: '2026-10-02', programmes: ['Al-Qaida & others'], type: 'Passport' },
      ofac_consolidated: { listDate: '2026-10-02', programmes: ['Al-Qaida & others'], type: 'Passport' },
      eu: { listDate: '2026-10-01', programmes: ['Al-Qaida & others'], type: 'Passport' },
      uk: { listDate: '2026-09-23', programmes: ['Al-Qaida & others'], type: 'Passport' },
    } as const;
    for (const list of worldListNames) {
      const done = await run(list, files[list]([omar, trade]), 'list.xml');
      const { listDate, programmes, type } = expected[list];
      assert.deepEqual([done.entries, done.refusedRows, done.listDate], [2, {}, listDate], list);
      const [person, company] = await entriesOf(done.id);
      const { listing } = person!;
      assert.equal(person!.name, 'OMAR BIN KHALID AL-MASRI', list);
      assert.deepEqual([listing!.id, listing!.kind], ['6908555', 'person'], list);
      const scripts = list.startsWith('ofac') ? [] : [{ name: omar.originalScript, isWeak: false }];
      const byName = (a: { name?: string | undefined }, b: { name?: string | undefined }) =>
        a.name! < b.name! ? -1 : 1;
      assert.deepEqual([...listing!.aliases].sort(byName), [...omar.aliases!, ...scripts].sort(byName), list);
      assert.deepEqual(
        listing!.birthDates,
        [
          { from: '1963-07-28', to: '1963-07-28' },
          { from: '1964-01-01', to: '1964-12-31' },
        ],
        list,
      );
      assert.deepEqual(listing!.countries, ['IQ', 'SY'], list);
      assert.deepEqual(
        [listing!.documents[0]!.type, listing!.documents[0]!.number],
        [type, 'A0012345'],
        list,
      );
      assert.deepEqual(listing!.programmes, programmes, list);
      if (!list.startsWith('ofac')) assert.equal(listing!.listedOn, '2012-12-31', list);
      assert.deepEqual(
        [company!.name, company!.listing!.kind],
        ['NORTHERN STAR TRADING LLC', 'company'],
        list,
      );
    }
  });

  it('the birth dates beside aliases of the United Nations are dates of the person', async () => {
    const births: readonly (readonly [string, string])[] = [
      ['1971-02-03', '1971-02-03 1971-02-03'],
      ['1972', '1972-01-01 1972-12-31'],
      ['3 Feb. 1973', '1973-02-03 1973-02-03'],
      ['3.2.1974', '1974-02-03 1974-02-03'],
      ['between 1975 and 1976', '1975-01-01 1976-12-31'],
      ['1977-1978', '1977-01-01 1978-12-31'],
      ['about 1980', '1979-01-01 1981-12-31'],
    ];
    const aliases = births.map(([birth], at) => ({ name: `Umar ${at}`, isWeak: at === 1, birth }));
    const done = await run('un', unFile([{ ...omar, births: [], aliases }]), 'list.xml');
    const [person] = await entriesOf(done.id);
    assert.deepEqual(
      person!.listing!.birthDates.map(({ from, to }) => `${from} ${to}`),
      births.map(([, span]) => span),
    );
  });

  it('names with signs that show nothing, and names that begin like a formula, stay', async () => {
    const written = ['\u200fعلي\u200cاکبر رضایی\u200e', '- Umar al Misri', 'Umar\u00ad\ufeff Misri'];
    const aliases = written.map((name) => ({ name, isWeak: false }));
    for (const list of worldListNames) {
      const done = await run(list, files[list]([{ ...omar, aliases }]), 'list.xml', { isForced: true });
      const names = (await entriesOf(done.id))[0]!.listing!.aliases.map(({ name }) => name);
      for (const name of ['علياکبر رضایی', '- Umar al Misri', 'Umar Misri'])
        assert.ok(names.includes(name), `${list}: ${names}`);
    }
  });

  it('the XML of the United Kingdom says the same as its CSV', async () => {
    const ship: DrawnEntry = { id: 'RUS9', kind: 'vessel', name: ['OCEAN', 'STAR'] };
    const drawn = [{ ...omar, births: ['1963-07-28', '1964'] }, trade, ship];
    const csv = await run('uk', ukFile(drawn), 'uk.csv');
    const expected = await entriesOf(csv.id);
    const xml = await run('uk', ukXmlFile(drawn), 'UK-Sanctions-List.xml');
    assert.deepEqual([xml.entries, xml.refusedRows, xml.listDate], [3, {}, csv.listDate]);
    const byName = (one: ListEntry) => ({
      ...one,
      listing: {
        ...one.listing!,
        aliases: one.listing!.aliases.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      },
    });
    assert.deepEqual((await entriesOf(xml.id)).map(byName), expected.map(byName));
  });

  it('approximate dates, ranges and months become the days they may mean', async () => {
    const spans = async (list: WorldListName, births: readonly string[]) => {
      const done = await run(list, files[list]([{ ...omar, births }]), 'list.xml', { isForced: true });
      return (await entriesOf(done.id))[0]!.listing!.birthDates.map(({ from, to }) => `${from} ${to}`);
    };
    for (const list of ['un', 'ofac_sdn', 'eu'] as const) {
      const found = await spans(list, ['~1960', '1958-1961']);
      assert.deepEqual(found, ['1959-01-01 1961-12-31', '1958-01-01 1961-12-31'], list);
    }
    assert.deepEqual(await spans('ofac_sdn', ['1963-02', '1963']), [
      '1963-02-01 1963-02-28',
      '1963-01-01 1963-12-31',
    ]);
    assert.deepEqual(await spans('uk', ['1963', '1963-02-30']), ['1963-01-01 1963-12-31']);
  });

  it('a file that is cut, or holds fewer entries than it says, is refused and the list stays', async () => {
    const many = Array.from({ length: 20 }, (_, at) => ({ ...omar, id: String(at + 1) }));
    for (const list of worldListNames) {
      const whole = files[list](many);
      const before = await run(list, whole, 'list.xml');
      for (const share of [0.999, 0.5]) {
        const cut = whole.trimEnd().slice(0, Math.floor((whole.length - 3) * share));
        await assert.rejects(
          run(list, cut, 'list.xml', { isForced: true }),
          { code: 'list_incomplete' },
          `${list} ${share}`,
        );
      }
      const [current] = await listListGenerations(database().db, { state: 'current' });
      assert.equal(current!.id, before.id, list);
    }
    await assert.rejects(run('ofac_sdn', ofacFile(many, 21), 'list.xml'), {
      code: 'list_incomplete',
      detail: 'The file says that it has 21 entries, and it has 20.',
    });
  });

  it('a file of another list is refused, by its root, its columns or its name', async () => {
    for (const list of worldListNames) {
      for (const other of worldListNames) {
        if (list === other || (list.startsWith('ofac') && other.startsWith('ofac'))) continue;
        const wrong = run(list, files[other]([omar]), 'list.xml');
        const code = list === 'uk' || other !== 'uk' ? 'list_layout_unknown' : 'people_file_unreadable';
        await assert.rejects(wrong, { code }, `${other} as ${list}`);
      }
    }
    await assert.rejects(run('ofac_sdn', ofacFile([omar]), 'CONSOLIDATED.XML'), {
      code: 'list_layout_unknown',
    });
    await assert.rejects(run('ofac_consolidated', ofacFile([omar]), 'SDN.XML'), {
      code: 'list_layout_unknown',
    });
  });

  it('hostile XML is refused: a document type, an unknown entity, another encoding, no XML at all', async () => {
    const [head, ...rest] = unFile([omar]).split('\n');
    const bomb = `${head}<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]>${rest.join('\n')}`;
    const hostile = [
      bomb,
      unFile([omar]).replace('OMAR', '&b;'),
      unFile([omar]).replace('OMAR', '&nbsp;OMAR'),
      unFile([omar]).replace('UTF-8', 'UTF-16'),
      unFile([omar]).replace('</INDIVIDUAL>', ''),
      '<html><body>Access denied</html>',
      '<a>'.repeat(100),
      'no XML',
    ];
    for (const file of hostile) {
      await assert.rejects(
        run('un', file, 'list.xml'),
        { code: 'people_file_unreadable' },
        file.slice(0, 120),
      );
    }
    await assert.rejects(run('un', '<html><body>Access denied</body></html>', 'list.xml'), {
      code: 'list_layout_unknown',
    });
  });

  it('entries without a name or an id, and endless ones, are put aside with their lines', async () => {
    const nameless = { ...omar, id: '2', name: [], originalScript: '', aliases: [] };
    const endless = { ...omar, id: '4', originalScript: 'x'.repeat(1_100_000) };
    const done = await run('un', unFile([omar, nameless, { ...omar, id: '' }, endless]), 'list.xml');
    assert.deepEqual(
      [done.entries, done.refusedRows],
      [1, { name_missing: 1, value_invalid: 1, row_too_long: 1 }],
    );
    const aside = await listRefusedRows(database().db, { generation: done.id }, { limit: 10 });
    assert.deepEqual(
      aside.map(({ line, reason, field }) => [line, reason, field]),
      [
        [4, 'name_missing', 'name'],
        [5, 'value_invalid', 'id'],
        [6, 'row_too_long', undefined],
      ],
    );
  });

  it('a list that shrinks is refused, and a rollback restores the one before', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ ...omar, id: String(at + 1) }));
    const first = await run('eu', euFile(many(10)), 'list.xml');
    await assert.rejects(run('eu', euFile(many(7)), 'list.xml'), { code: 'list_shrunk' });
    const second = await run('eu', euFile(many(9)), 'list.xml');
    assert.deepEqual([first.state, second.state], ['current', 'current']);
    const restored = await rollBackList({ database: database(), clock: systemClock }, { list: 'eu' });
    assert.deepEqual(
      restored.map(({ id, entries }) => [id, entries]),
      [[first.id, 10]],
    );
  });

  it('nothing that names a person can be read from the tables', async () => {
    await run('un', unFile([omar]), 'list.xml');
    const { rows } = await database().execute('select * from person_list_entries');
    const stored = rows.flatMap((row) =>
      Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value))),
    );
    assert.ok(!stored.join().match(/OMAR|MASRI|A0012345|1963/));
  });
});
