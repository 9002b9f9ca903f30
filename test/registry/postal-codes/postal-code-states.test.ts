import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  checkPostalCode,
  findStateOfPostalCode,
} from '../../../src/registry/postal-codes/postal-code-states.ts';

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
