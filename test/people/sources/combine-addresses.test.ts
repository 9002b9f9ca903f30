import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Value } from 'typebox/value';
import { mergeAddresses } from '../../../src/people/addresses/merge-addresses.ts';
import { checkPostalCode, findStateOfPostalCode } from '../../../src/people/addresses/postal-code-states.ts';
import { type AddressSource, combineAddresses } from '../../../src/people/sources/combine-addresses.ts';
import { MergedAddressesSchema, PfAddressesSchema } from '../../../src/people/types.ts';
import type { Consultation, Source } from '../../../src/profiles/index.ts';
import { openTestDatabase } from '../../support/database.ts';

describe('addresses', () => {
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
    assert.equal(
      checkPostalCode({ postalCode: '1000-001', state: 'Lisboa', country: 'Portugal' }),
      undefined,
    );
  });

  it('one address written twice is one, filled from both, with both origins', () => {
    const merged = mergeAddresses([
      { origin: 'data-sets', addresses: [{ street: 'R. das Flores', number: '010', city: 'Natal' }] },
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
        origins: ['data-sets', 'acme', 'other'],
        postalCodeCheck: 'agrees',
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
  });
});
