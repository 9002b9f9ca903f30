import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { systemClock } from '../../../src/platform/clock.ts';
import { checkAddress, importRegistry, rollbackRegistry } from '../../../src/registry/index.ts';
import { checkPostalCode, findStateOfPostalCode } from '../../../src/registry/postal-codes/check-address.ts';
import { pruneRegistry } from '../../../src/registry/rollback-registry.ts';
import { describeDatabases, openTestDatabase } from '../../support/database.ts';
import { type TestCompany, writeRegistry } from '../../support/registry-files.ts';

const [saoPaulo, campinas, rio] = ['7107', '6291', '6001'];

let nextRoot = 10_000_000;
/** Head offices in a city with a postal code. */
function settle(count: number, postal_code: string, city: string, state = 'SP'): TestCompany[] {
  return Array.from({ length: count }, () => {
    nextRoot += 1;
    return { root: String(nextRoot), name: 'ACME', city, state, establishment: { postal_code } };
  });
}

describeDatabases('the city of a postal code', (kind) => {
  it('is learned from the establishments of a month, and is of the month in service', async (t) => {
    const database = await openTestDatabase(t, kind);
    const { db } = database;
    const importMonth = async (month: string, companies: readonly TestCompany[]) => {
      const directory = await writeRegistry({ companies, month });
      t.after(() => rm(directory, { recursive: true }));
      return await importRegistry({ database, clock: systemClock }, { directory });
    };
    const cityOf = async (postalCode: string, city: string) => {
      const { postalCodeCityCheck, postalCodeCity } = await checkAddress(db, {
        postalCode,
        city,
        state: 'SP',
      });
      return [postalCodeCityCheck, postalCodeCity?.name];
    };
    assert.deepEqual(await cityOf('01310-100', 'São Paulo'), ['unknown', undefined], 'before an import');

    const first = await importMonth('2026-04', [
      // As many as make two batches on the embedded database.
      ...settle(240, '01310100', saoPaulo),
      // Typing errors: one alone, and a few.
      ...settle(1, '01310100', rio, 'RJ'),
      ...settle(4, '01310100', campinas),
      ...settle(4, '13010000', campinas),
      // The leading zero is missing, as in some files.
      ...settle(6, '1001000', saoPaulo),
      // Half of them each.
      ...settle(5, '13990000', campinas),
      ...settle(5, '13990000', saoPaulo),
      // Two of twelve: neither a city of the code nor a mere error.
      ...settle(10, '13991000', campinas),
      ...settle(2, '13991000', saoPaulo),
      ...settle(9, '01234567', '9707', 'EX'),
      ...settle(9, 'S/N', saoPaulo),
    ]);
    assert.deepEqual(await cityOf('01310-100', 'São Paulo'), ['agrees', 'SAO PAULO']);
    assert.deepEqual(await cityOf('01310100', ' sao-paulo '), ['agrees', 'SAO PAULO']);
    assert.deepEqual(await cityOf('01310100', 'Rio de Janeiro'), ['disagrees', 'SAO PAULO']);
    assert.deepEqual(await cityOf('01310100', 'Campinas'), ['disagrees', 'SAO PAULO'], 'few errors');
    assert.deepEqual(await cityOf('01310100', 'Vila Mariana'), ['unknown', 'SAO PAULO'], 'no city');
    assert.deepEqual(await cityOf('13010000', 'Campinas'), ['unknown', undefined], 'too few establishments');
    assert.deepEqual(await cityOf('01001000', 'SAO PAULO'), ['agrees', 'SAO PAULO']);
    assert.deepEqual(await cityOf('13990000', 'Campinas'), ['agrees', undefined]);
    assert.deepEqual(await cityOf('13990000', 'São Paulo'), ['agrees', undefined]);
    assert.deepEqual(await cityOf('13990000', 'Rio de Janeiro'), ['disagrees', undefined]);
    assert.deepEqual(await cityOf('13991000', 'São Paulo'), ['unknown', 'CAMPINAS']);
    assert.deepEqual(await cityOf('01234567', 'São Paulo'), ['unknown', undefined], 'only abroad');
    assert.deepEqual(await cityOf('99999999', 'São Paulo'), ['unknown', undefined], 'a new code');

    const byCode = (cityCode: string) => checkAddress(db, { postalCode: '01310100', state: 'SP', cityCode });
    assert.deepEqual(await byCode(saoPaulo), {
      postalCodeCheck: 'agrees',
      postalCodeCityCheck: 'agrees',
      postalCodeCity: { name: 'SAO PAULO', ibgeCode: '3550308' },
    });
    assert.equal((await byCode(rio)).postalCodeCityCheck, 'disagrees');
    assert.equal((await byCode('0000')).postalCodeCityCheck, 'unknown', 'no code of a city');
    const where = { postalCode: '01310100', city: 'São Paulo' };
    assert.deepEqual(await checkAddress(db, { ...where, country: 'Portugal' }), {});
    assert.deepEqual(await checkAddress(db, { ...where, state: 'EX' }), {});
    assert.deepEqual(await checkAddress(db, { city: 'São Paulo', state: 'SP' }), {});
    assert.deepEqual(await checkAddress(db, { postalCode: '123', city: 'São Paulo', state: 'SP' }), {
      postalCodeCheck: 'unassigned',
    });

    // The code belongs to another city now. The month before answers again after a rollback.
    await importMonth('2026-05', settle(50, '01310100', campinas));
    assert.deepEqual(await cityOf('01310100', 'São Paulo'), ['disagrees', 'CAMPINAS']);
    await rollbackRegistry({ database, clock: systemClock });
    assert.deepEqual(await cityOf('01310100', 'São Paulo'), ['agrees', 'SAO PAULO']);
    await pruneRegistry(database);
    const { rows } = await database.execute(
      `select relname from pg_class where relkind = 'r' and relname like '%\\_postal\\_codes'`,
    );
    assert.deepEqual(rows, [{ relname: `registry_g${first.id}_postal_codes` }]);
  });

  it('is not known in a month that was imported without the table', async (t) => {
    const database = await openTestDatabase(t, kind);
    for (const month of ['2026-04', '2026-05']) {
      const directory = await writeRegistry({ companies: settle(9, '01310100', saoPaulo), month });
      t.after(() => rm(directory, { recursive: true }));
      await importRegistry({ database, clock: systemClock }, { directory });
    }
    await database.execute('drop table registry_g1_postal_codes');
    await rollbackRegistry({ database, clock: systemClock });
    const checked = await checkAddress(database.db, { postalCode: '01310100', city: 'São Paulo' });
    assert.deepEqual(checked, { postalCodeCityCheck: 'unknown' });
  });
});

describe('the states of postal codes', () => {
  it('a postal code is held against the state', () => {
    const capitals = {
      SP: '01001-000',
      RJ: '20010-000',
      ES: '29010000',
      MG: '30110-000',
      BA: '40020000',
      SE: '49010000',
      PE: '50010000',
      AL: '57020000',
      PB: '58010000',
      RN: '59010000',
      CE: '60010000',
      PI: '64000000',
      MA: '65010000',
      PA: '66010000',
      AP: '68900000',
      AM: '69005000',
      RR: '69301000',
      AC: '69900000',
      DF: '70040000',
      GO: '74003000',
      RO: '76801000',
      TO: '77001000',
      MT: '78005000',
      MS: '79002000',
      PR: '80010000',
      SC: '88010000',
      RS: '90010000',
    };
    for (const [state, code] of Object.entries(capitals)) {
      assert.equal(findStateOfPostalCode(code), state);
      assert.equal(checkPostalCode({ postalCode: code, state: state.toLowerCase() }), 'agrees');
    }
    assert.equal(checkPostalCode({ postalCode: '01001000', state: 'RJ' }), 'state_differs');
    assert.equal(checkPostalCode({ postalCode: '00001000', state: 'SP' }), 'unassigned');
    assert.equal(checkPostalCode({ postalCode: '123' }), 'unassigned');
    assert.equal(checkPostalCode({ postalCode: '01001000' }), undefined);
    assert.equal(checkPostalCode({ state: 'SP' }), undefined);
    assert.equal(checkPostalCode({ postalCode: '01001000', state: 'EX' }), undefined, 'abroad');
    assert.equal(
      checkPostalCode({ postalCode: '1000-001', state: 'Lisboa', country: 'Portugal' }),
      undefined,
    );
  });
});
