import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findAttributeProblems } from '../../../src/profiles/attributes/find-attribute-problems.ts';
import type { JsonObject, SubjectKind } from '../../../src/profiles/index.ts';

const now = new Date('2026-06-15T12:00:00Z');

function problemsOf(kind: SubjectKind, attributes: JsonObject): Record<string, string> {
  const problems = findAttributeProblems(kind, attributes, now);
  return Object.fromEntries(problems.map(({ path, message }) => [path, message]));
}

describe('an attribute that cannot be compared is refused, with the form expected', () => {
  for (const birthDate of [
    '15/7/1994',
    '1994/07/15',
    19940715,
    '99/99/9999',
    '31/02/1994',
    '1994-07-15T00:00:00Z',
    '',
    null,
    ['15/07/1994'],
    {},
    true,
  ]) {
    it(`a birth date such as ${JSON.stringify(birthDate)}`, () => {
      assert.deepEqual(problemsOf('person', { birthDate }), {
        'body/attributes/birthDate': 'must be a day of the calendar as DD/MM/YYYY or YYYY-MM-DD',
      });
    });
  }

  for (const value of ['', '  ', '--', null, ['x'], 7, {}, 'x'.repeat(301)]) {
    it(`a name such as ${JSON.stringify(value).slice(0, 20)}`, () => {
      const message = 'must be a text of 1 to 300 characters with a letter or digit';
      assert.deepEqual(problemsOf('person', { motherName: value }), {
        'body/attributes/motherName': message,
      });
      assert.deepEqual(problemsOf('company', { officialName: value }), {
        'body/attributes/officialName': message,
      });
    });
  }

  it('a day to come', () => {
    assert.deepEqual(problemsOf('person', { birthDate: '16/06/2026' }), {
      'body/attributes/birthDate': 'must not be in the future',
    });
  });

  it('a partner without a name or a valid CPF', () => {
    const partners = [{ name: 'Ana', cpf: '12345678909' }, { name: '', cpf: '12345678900' }, null];
    assert.deepEqual(Object.keys(problemsOf('company', { partners })), [
      'body/attributes/partners/1/name',
      'body/attributes/partners/1/cpf',
      'body/attributes/partners/2/name',
      'body/attributes/partners/2/cpf',
    ]);
    assert.deepEqual(Object.keys(problemsOf('company', { partners: 'Ana' })), ['body/attributes/partners']);
  });
});

it('attributes in their form, and those that are for rules only, may be sent', () => {
  const person = {
    name: 'Ana',
    birthDate: '15/07/1994',
    rg: '12-X',
    gender: 'F',
    age: 17,
    partners: 'any',
    x: null,
  };
  assert.deepEqual(problemsOf('person', person), {});
  assert.deepEqual(problemsOf('person', { birthDate: '1994-07-15' }), {});
  assert.deepEqual(problemsOf('company', { openingDate: '2020-01-31', birthDate: 'never' }), {});
});
