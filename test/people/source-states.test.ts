import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createAgeJudge } from '../../src/people/lists/list-ages.ts';
import { peopleSettings } from '../../src/people/settings.ts';
import { listSourceStates } from '../../src/people/source-states.ts';
import { loadConfig } from '../../src/platform/config/index.ts';
import { describeDatabases, openTestDatabase } from '../support/database.ts';

describeDatabases('the states of sources', (kind) => {
  it('tell the day and the age of what was imported, and what is too old', async (t) => {
    const database = await openTestDatabase(t, kind);
    await database.execute(`insert into person_list_generations
      (list, edition, state, list_date, started_at, finished_at, entry_count)
      values ('un', '', 'current', '2026-01-10', '2026-01-11', '2026-01-11', 700),
        ('eu', '', 'current', null, '2026-01-11', '2026-01-11', 5),
        ('uk', '', 'failed', '2026-01-10', '2026-01-11', '2026-01-11', 9)`);
    await database.execute(`insert into registry_tax_generations (state, started_at, finished_at, row_count, last_year)
      values ('current', '2026-01-11', '2026-01-11', 4, 2023)`);
    const at = async (day: string, name: string) => {
      const states = await listSourceStates(database.db, new Date(day), new Map());
      return states.find((one) => one.name === name);
    };
    const young = await at('2026-01-15T00:00:00Z', 'un');
    assert.deepEqual(
      [young?.health, young?.ageDays, young?.entries, young?.dataDate],
      ['ok', 5, 700, '2026-01-10'],
    );
    assert.equal((await at('2026-01-20T00:00:00Z', 'un'))?.health, 'old');
    assert.equal((await at('2026-01-20T00:00:00Z', 'eu'))?.ageDays, 9, 'without a day, since the import');
    assert.equal((await at('2026-01-20T00:00:00Z', 'uk'))?.health, 'missing');
    await database.execute(`insert into source_provider_health (provider, circuit, last_success_at, updated_at)
      values ('acme', 'closed', '2026-01-11', '2026-01-11'), ('gone', 'open', null, '2026-01-11')`);
    const providers = [
      { name: 'acme', source: 'pfBasicData', maxAgeDays: 30 },
      { name: 'fresh', source: 'pjOther' },
    ];
    const states = await listSourceStates(database.db, new Date('2026-01-15'), new Map(), providers);
    const licence = 'of the contract with the provider';
    assert.deepEqual(
      states.filter((one) => one.kind === 'provider'),
      [
        {
          name: 'acme',
          subject: 'person',
          kind: 'provider',
          sources: ['pfBasicData'],
          health: 'ok',
          licence,
          ageDays: 4,
          maxAgeDays: 30,
        },
        {
          name: 'fresh',
          subject: 'company',
          kind: 'provider',
          sources: ['pjOther'],
          health: 'unasked',
          licence,
        },
      ],
    );
    const tax = await at('2026-01-20T00:00:00Z', 'tax_regimes');
    assert.deepEqual([tax?.dataDate, tax?.ageDays], ['2023', 751], 'since the end of the year');
    await database.execute(`insert into registry_generations (id, state, data_month, started_at, finished_at)
      values (1, 'ready', '2025-10', '2026-01-11', '2026-01-11')`);
    await database.execute(`insert into registry_current (generation, switched_at) values (1, '2026-01-11')`);
    const registry = async (day: string) => {
      const state = await at(day, 'registry');
      return [state?.ageDays, state?.health];
    };
    assert.deepEqual(await registry('2026-01-01T00:00:00Z'), [62, 'ok']);
    assert.deepEqual(await registry('2026-01-11T00:00:00Z'), [72, 'old'], 'an old month imported today');
    const isOld = createAgeJudge(new Map([['tax_regimes', 400]]), new Map());
    const judge = (source: string, day: string, now: string) => isOld({ source, day }, new Date(now));
    assert.equal(judge('registry', '2025-10-31', '2026-01-01'), false);
    assert.equal(judge('registry', '2025-10-31', '2026-01-02'), true);
    assert.equal(judge('tax_regimes', '2023-12-31', '2025-03-01'), true);
    assert.equal(judge('data_sets', '2001-01-01', '2026-01-02'), false, 'no limit is set');
    assert.equal(
      createAgeJudge(new Map([['registry', 90]]), new Map())(
        { source: 'registry', day: '2025-10-31' },
        new Date('2026-01-02'),
      ),
      false,
    );
  });
});

it('ages are set by the name of a source with a date; others are refused at the start', () => {
  const read = (text: string) => loadConfig({ SOURCE_MAX_AGE_DAYS: text }, peopleSettings).people.maxAgeDays;
  assert.deepEqual(read('un=3, data_sets=90'), [
    ['un', '3'],
    ['data_sets', '90'],
  ]);
  for (const wrong of ['acme=3', 'un=0', 'un=x', 'un']) {
    assert.throws(() => read(wrong), /SOURCE_MAX_AGE_DAYS|settings|configuration/i);
  }
});
