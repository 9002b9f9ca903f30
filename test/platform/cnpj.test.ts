import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { generateCnpj, parseCnpj } from '../../src/platform/documents.ts';

const valid = [
  '12ABC34501DE35',
  '6A3EDMWP000168',
  'D7YDDI5H000162',
  'Q2GROWP7000185',
  'UU97L8QM000130',
  '2P76BMNX000166',
  'B4ESBMHS000102',
  '19131243000197',
  '33683111000280',
  '00000000000191',
];

const generated = fc
  .tuple(fc.boolean(), fc.infiniteStream(fc.nat({ max: 35 })))
  .map(([alphanumeric, numbers]) =>
    generateCnpj({ alphanumeric, random: (limit) => numbers.next().value % limit }),
  );

describe('CNPJ', () => {
  it('with right check digits is accepted as it is, numeric or with letters', () => {
    for (const value of valid) assert.equal(parseCnpj(value), value);
  });

  it('with a wrong check digit, lower case letters, a wrong length or equal characters is refused', () => {
    const invalid = [
      '12ABC34501DE36',
      '12abc34501de35',
      '1913124300019',
      '191312430001970',
      '',
      'AAAAAAAAAAAAAA',
    ];
    for (const value of invalid) assert.equal(parseCnpj(value), undefined, value);
    for (let digit = 0; digit <= 9; digit += 1) assert.equal(parseCnpj(String(digit).repeat(14)), undefined);
  });

  it('with letters for check digits, a mask or that is no string is refused', () => {
    const invalid = [
      '12ABC34501DEA5',
      '19.131.243/0001-97',
      '19131243000197\n',
      19131243000197,
      null,
      undefined,
    ];
    for (const value of invalid) assert.equal(parseCnpj(value), undefined, String(value));
  });

  it('that was generated is valid', () => {
    fc.assert(fc.property(generated, (cnpj) => parseCnpj(cnpj) === cnpj));
    assert.notEqual(parseCnpj(generateCnpj()), undefined);
  });

  it('is refused unless its check digits are the only ones for its root', () => {
    fc.assert(
      fc.property(generated, (cnpj) => {
        const accepted = Array.from(
          { length: 100 },
          (_, pair) => cnpj.slice(0, 12) + String(pair).padStart(2, '0'),
        );
        assert.deepEqual(
          accepted.filter((value) => parseCnpj(value) !== undefined),
          [cnpj],
        );
      }),
      { numRuns: 30 },
    );
  });
});
