import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { Value } from 'typebox/value';
import { createRegistrySources } from '../../src/companies/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/db/index.ts';
import type { Cnpj } from '../../src/platform/documents.ts';
import { importRegistry } from '../../src/registry/index.ts';
import { askOnce } from '../profiles/scripted-sources.ts';
import { describeDatabases, openTestDatabase } from '../support/database.ts';
import { cnpjOf, writeRegistry } from '../support/registry-files.ts';

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
