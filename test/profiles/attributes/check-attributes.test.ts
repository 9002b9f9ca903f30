import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  checkAttributes,
  checkedAttributes,
  findAttributeProblems,
  parseDay,
} from '../../../src/profiles/attributes/check-attributes.ts';
import type { JsonObject } from '../../../src/profiles/index.ts';
import type { SubjectKind } from '../../../src/profiles/types.ts';

const at = '2026-01-01T00:00:00.000Z';

function check(attributes: Record<string, unknown>, known: Record<string, unknown>) {
  const fields = Object.fromEntries(
    Object.entries(known).map(([name, value]) => [name, { value, source: 'people', at }]),
  );
  return checkAttributes(attributes, fields, checkedAttributes.person);
}

describe('an attribute', () => {
  it('that agrees with a source is a match, with how alike it is and the source', () => {
    assert.deepEqual(check({ name: 'JOAO SILVA' }, { name: 'João da Silva' }), {
      name: { verdict: 'match', similarity: 1, source: 'people' },
    });
  });

  it('that differs is a mismatch', () => {
    const { motherName } = check({ motherName: 'Ana Lima' }, { motherName: 'Rosa Prado' });
    assert.equal(motherName?.verdict, 'mismatch');
    assert.ok(motherName.similarity! < 0.9);
  });

  it('that no source knows is unknown', () => {
    assert.deepEqual(check({ name: 'JOAO' }, {}), { name: { verdict: 'unknown' } });
    assert.deepEqual(check({ name: 'JOAO' }, { name: ' ' }), { name: { verdict: 'unknown' } });
  });

  it('that the basic data has no field for, or that is no text, is passed over', () => {
    const attributes = { partners: [], constructor: 'x', __proto__: 1, name: { first: 'JOAO' }, rg: null };
    assert.deepEqual(check(attributes, { name: 'JOAO' }), {});
  });

  it('that is a day is compared as a day, however it is written', () => {
    assert.equal(check({ birthDate: '1990-02-03' }, { birthDate: '03/02/1990' }).birthDate?.verdict, 'match');
    const other = check({ birthDate: '04/02/1990' }, { birthDate: '03/02/1990' }).birthDate;
    assert.deepEqual(other, { verdict: 'mismatch', similarity: 0.875, source: 'people' });
    const noDay = check({ birthDate: '03/02/1990' }, { birthDate: 'in 1990' }).birthDate;
    assert.deepEqual(noDay, { verdict: 'unknown' });
  });

  it('that is a gender is compared in both languages', () => {
    assert.equal(check({ gender: 'Feminino' }, { gender: 'Female' }).gender?.verdict, 'match');
    assert.equal(check({ gender: 'M' }, { gender: 'Female' }).gender?.verdict, 'mismatch');
  });

  it('that is a document number is compared without its punctuation', () => {
    assert.equal(check({ rg: '12.345.678-x' }, { rg: '12345678X' }).rg?.verdict, 'match');
  });
});

describe('a day', () => {
  it('is read from both forms, and refused when no calendar has it', () => {
    assert.equal(parseDay('29/02/2024'), Date.UTC(2024, 1, 29));
    assert.equal(parseDay('2024-02-29'), Date.UTC(2024, 1, 29));
    for (const text of [
      '29/02/2023',
      '31/04/2024',
      '2024-13-01',
      '00/01/2024',
      '1/2/2024',
      '15/07/0094',
      'yesterday',
      '',
    ]) {
      assert.equal(parseDay(text), undefined, text);
    }
  });
});

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
    '15/07/0094',
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

  it('no name of 300 characters, of whatever size each is', () => {
    assert.deepEqual(problemsOf('person', { motherName: '𠮷'.repeat(300) }), {});
  });

  it('a day to come', () => {
    assert.deepEqual(problemsOf('person', { birthDate: '16/06/2026' }), {
      'body/attributes/birthDate': 'must not be in the future',
    });
  });

  it('the next day until midnight in São Paulo, three hours after that of UTC', () => {
    const problemsAt = (now: string) =>
      findAttributeProblems('person', { birthDate: '2026-06-16' }, new Date(now)).length;
    assert.equal(problemsAt('2026-06-16T02:59:59Z'), 1);
    assert.equal(problemsAt('2026-06-16T03:00:00Z'), 0);
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
