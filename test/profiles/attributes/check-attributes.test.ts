import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkAttributes, checkedAttributes } from '../../../src/profiles/attributes/check-attributes.ts';
import { parseDay } from '../../../src/profiles/attributes/parse-day.ts';

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
      'yesterday',
      '',
    ]) {
      assert.equal(parseDay(text), undefined, text);
    }
  });
});
