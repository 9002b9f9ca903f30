import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { Value } from 'typebox/value';
import {
  type AddressSource,
  combineAddresses,
  mergeAddresses,
} from '../../../src/people/sources/combine-addresses.ts';
import { MergedAddressesSchema, PfAddressesSchema } from '../../../src/people/types.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import type { Consultation, Source } from '../../../src/profiles/index.ts';
import { importRegistry } from '../../../src/registry/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { writeRegistry } from '../../support/registry-files.ts';

describe('addresses', () => {
  it('one address written twice is one, filled from both, with both origins', () => {
    const merged = mergeAddresses([
      { origin: 'data_sets', addresses: [{ street: 'R. das Flores', number: '010', city: 'Natal' }] },
      {
        origin: 'acme',
        addresses: [
          { street: 'RUA DAS FLÔRES', number: '10', state: 'RN', postalCode: '59010-000' },
          { street: 'RUA DAS FLORES', number: '11', city: 'NATAL' },
        ],
      },
      { origin: 'other', addresses: [{ postalCode: '59010000', number: '10' }] },
    ]);
    assert.deepEqual(merged, [
      {
        street: 'R. das Flores',
        number: '010',
        city: 'Natal',
        state: 'RN',
        postalCode: '59010-000',
        origins: ['data_sets', 'acme', 'other'],
      },
      { street: 'RUA DAS FLORES', number: '11', city: 'NATAL', origins: ['acme'] },
    ]);
    const apart = mergeAddresses([
      { origin: 'a', addresses: [{ street: 'Rua A', number: '1', city: 'Natal' }] },
      { origin: 'b', addresses: [{ street: 'Rua A', number: '1', city: 'Recife' }, { city: 'Natal' }] },
    ]);
    assert.equal(apart.length, 3, 'another city; a city alone');
  });

  it('all sources are asked, billed ones only where the others know nothing', async (t) => {
    const database = await openTestDatabase(t, 'embedded');
    const asked: string[] = [];
    const source = (origin: string, answer: Consultation, isBilled = false): AddressSource => ({
      origin,
      isBilled,
      source: {
        name: 'pfAddresses',
        subject: 'person',
        dataSchema: PfAddressesSchema,
        timeoutMs: 10,
        isLocal: false,
        consult: async () => {
          asked.push(origin);
          return answer;
        },
      } satisfies Source,
    });
    const found = (street: string): Consultation => ({
      outcome: 'found',
      data: { addresses: [{ street, number: '1' }] },
    });
    const ask = async (...sources: [AddressSource, ...AddressSource[]]) => {
      asked.length = 0;
      const combined = combineAddresses(sources);
      const context = {
        db: database.db,
        signal: new AbortController().signal,
        attributes: {},
        now: new Date(),
      };
      const subject = { kind: 'person', id: 'per_1', cpf: undefined } as const;
      const answer = await combined.consult(subject, {
        ...context,
        ask: (one, about) => one.consult(about, { ...context, ask: () => assert.fail() }),
      });
      if (answer.outcome === 'found') assert.ok(Value.Check(MergedAddressesSchema, answer.data));
      return answer;
    };
    const billed = source('billed', found('C'), true);
    const down = source('down', { outcome: 'unavailable', reason: 'provider_failed' });
    const both = await ask(billed, source('a', found('A')), down, source('b', found('B')));
    assert.deepEqual(asked, ['a', 'down', 'b']);
    assert.ok(both.outcome === 'found');
    assert.deepEqual(
      [(both.data.addresses as { origins: string[] }[]).map(({ origins }) => origins), both.data.unavailable],
      [[['a'], ['b']], ['down']],
    );
    const bought = await ask(source('a', { outcome: 'absent' }), billed);
    assert.ok(bought.outcome === 'found');
    assert.deepEqual(asked, ['a', 'billed']);
    assert.equal((await ask(source('a', { outcome: 'absent' }), down)).outcome, 'unavailable');
    assert.equal((await ask(source('a', { outcome: 'absent' }))).outcome, 'absent');

    const directory = await writeRegistry({
      companies: [{ root: '11222333', name: 'ONE LTDA', city: '7107', branches: 9 }],
    });
    t.after(() => rm(directory, { recursive: true }));
    await importRegistry({ database, clock: systemClock }, { directory });
    const where = { street: 'AVENIDA PAULISTA', postalCode: '01310-100', state: 'SP' };
    const checked = await ask(
      source('a', { outcome: 'found', data: { addresses: [{ ...where, number: '1', city: 'São Paulo' }] } }),
      source('b', { outcome: 'found', data: { addresses: [{ ...where, number: '2', city: 'Campinas' }] } }),
    );
    assert.ok(checked.outcome === 'found');
    const postalCodeCity = { name: 'SAO PAULO', ibgeCode: '3550308' };
    assert.deepEqual(
      (checked.data.addresses as Record<string, unknown>[]).map((one) => [
        one.origins,
        one.postalCodeCheck,
        one.postalCodeCityCheck,
        one.postalCodeCity,
      ]),
      [
        [['a'], 'agrees', 'agrees', postalCodeCity],
        [['b'], 'agrees', 'disagrees', postalCodeCity],
      ],
    );
  });
});
