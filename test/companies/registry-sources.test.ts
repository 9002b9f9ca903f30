import assert from 'node:assert/strict';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Value } from 'typebox/value';
import {
  createRegistrySources,
  listPartners,
  representingQualifications,
} from '../../src/companies/registry-sources.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/db/index.ts';
import type { Cnpj } from '../../src/platform/documents.ts';
import { importRegistry } from '../../src/registry/index.ts';
import { askOnce } from '../profiles/scripted-sources.ts';
import { describeDatabases, openTestDatabase } from '../support/database.ts';
import { cnpjOf, writeRegistry } from '../support/registry-files.ts';
import { createRecord } from './create-record.ts';

const [pjData, pjSimples] = createRegistrySources();

function consult(source: typeof pjData, db: Db, cnpj: Cnpj) {
  const context = { db, signal: new AbortController().signal, attributes: {}, now: new Date() };
  return askOnce(source!, { kind: 'company', id: 'com_1', cnpj }, context);
}

describeDatabases('the sources of the registry', (kind) => {
  it('say that they cannot be asked, that they know nothing, and from which month', async (t) => {
    const database = await openTestDatabase(t, kind);
    const unavailable = { outcome: 'unavailable', reason: 'registry_not_imported' };
    const cnpj = cnpjOf('11222333');
    assert.deepEqual(await consult(pjData, database.db, cnpj), unavailable);
    assert.deepEqual(await consult(pjSimples, database.db, cnpj), unavailable);
    const directory = await writeRegistry({ companies: [{ root: '11222333', name: 'ONE LTDA' }] });
    t.after(() => rm(directory, { recursive: true }));
    await importRegistry({ database, clock: systemClock }, { directory });
    assert.deepEqual(await consult(pjData, database.db, cnpjOf('99888777')), {
      outcome: 'absent',
      reason: 'not_in_registry',
      version: '1',
    });
    assert.deepEqual(await consult(pjSimples, database.db, cnpj), {
      outcome: 'found',
      data: { dataMonth: '2026-04', simples: {}, mei: {} },
      restsOn: [{ source: 'registry', day: '2026-04-30' }],
      version: '1',
    });
    const found = await consult(pjData, database.db, cnpj);
    assert.ok(found.outcome === 'found');
    assert.equal(found.version, '1');
    assert.deepEqual([...Value.Errors(pjData!.dataSchema, found.data)], []);
    // What the registry does not say any more has to go away.
    assert.equal(found.basicData?.companyEmail, null);
  });

  it('say nothing of Simples where the month has no file of it', async (t) => {
    const database = await openTestDatabase(t, kind);
    const directory = await writeRegistry({ companies: [{ root: '11222333', name: 'ONE LTDA' }] });
    t.after(() => rm(directory, { recursive: true }));
    for (const name of await readdir(directory)) {
      if (/simples/i.test(name)) await rm(join(directory, name));
    }
    await importRegistry({ database, clock: systemClock }, { directory, ignoreChecks: true });
    const answer = await consult(pjSimples, database.db, cnpjOf('11222333'));
    assert.deepEqual(answer.outcome === 'found' && answer.data, { dataMonth: '2026-04' });
  });

  it('take no contacts over of a MEI that has not the nature of one', async (t) => {
    const database = await openTestDatabase(t, kind);
    const establishment = { email: 'a@example.com', phone_1_area: '11', phone_1: '33334444' };
    const directory = await writeRegistry({
      companies: [
        { root: '11222333', name: 'ONE LTDA', establishment, simples: { simples: 'S', mei: 'S' } },
        { root: '22333444', name: 'TWO LTDA', establishment, simples: { simples: 'S', mei: 'N' } },
      ],
    });
    t.after(() => rm(directory, { recursive: true }));
    await importRegistry({ database, clock: systemClock }, { directory });
    const [stray, usual] = [
      JSON.stringify(await consult(pjData, database.db, cnpjOf('11222333'))),
      JSON.stringify(await consult(pjData, database.db, cnpjOf('22333444'))),
    ];
    assert.ok(!stray.includes('example.com') && !stray.includes('3333-4444'));
    assert.ok(usual.includes('a@example.com') && usual.includes('3333-4444'));
  });
});

const page = fileURLToPath(new URL('../../docs/reference/partner-qualifications.md', import.meta.url));

describe('listPartners', () => {
  const partner = (name: string, document: string, code: string, more: object = {}) => ({
    kind: 'person' as const,
    name,
    document,
    qualification: { code, description: `of ${code}` },
    since: { date: undefined },
    ...more,
  });

  it('takes those for representatives whose qualification represents', () => {
    const record = createRecord({
      partners: [partner('ANA', '***111111**', '49'), partner('BIA', '***222222**', '22')],
    });
    assert.deepEqual(listPartners(record), [
      {
        kind: 'person',
        name: 'ANA',
        document: '***111111**',
        functionCode: '49',
        function: 'of 49',
        isLegalRepresentative: true,
      },
      {
        kind: 'person',
        name: 'BIA',
        document: '***222222**',
        functionCode: '22',
        function: 'of 22',
        isLegalRepresentative: false,
      },
    ]);
  });

  it('takes a partner for one whom another row names, by name and number, and nobody by one of the two', () => {
    const representative = { name: 'BIA ', document: '***222222**', qualification: { code: '15' } };
    const record = createRecord({
      partners: [
        partner('CAIO', '***333333**', '30', { representative }),
        partner('BIA', '***222222**', '22'),
        partner('BIA', '***444444**', '22'),
        partner('DORA', '***222222**', '22'),
      ],
    });
    assert.deepEqual(
      listPartners(record).map(({ isLegalRepresentative }) => isLegalRepresentative),
      [false, true, false, false],
    );
  });

  it('shows no CPF in a name', () => {
    const [shown] = listPartners(createRecord({ partners: [partner('ANA 52998224725', '', '49')] }));
    assert.equal(shown?.name, 'ANA ***982247**');
  });

  it('knows the qualifications that the reference says represent, and no others', async () => {
    const rows = (await readFile(page, 'utf8')).matchAll(/^\| (\d\d) \| .* \| (yes|no) \| .* \|$/gm);
    const listed = new Map([...rows].map(([, code, represents]) => [code!, represents === 'yes']));
    const codes = Array.from({ length: 80 }, (_, code) => String(code).padStart(2, '0'));
    assert.deepEqual([...listed.keys()], codes, 'every code there is or was');
    assert.deepEqual(
      [...listed].filter(([, represents]) => represents).map(([code]) => code),
      [...representingQualifications].sort(),
    );
  });
});
