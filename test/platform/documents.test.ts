import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Cpf, generateCpf, maskCpf, maskCpfInName, parseCpf } from '../../src/platform/documents.ts';

const valid = ['11144477735', '52998224725', '10723555079'];

/** Uniform in [0, limit), shrinkable: what `generateCpf` takes. */
const generated = fc
  .infiniteStream(fc.nat({ max: 9 }))
  .map((digits) => generateCpf(() => digits.next().value));

describe('CPF', () => {
  it('with right check digits is accepted as it is', () => {
    for (const value of valid) assert.equal(parseCpf(value), value);
  });

  it('with a wrong check digit, length or eleven equal digits is refused', () => {
    const invalid = ['52998224724', '5299822472', '529982247250', '', ' 52998224725', '52998224725 '];
    for (const value of invalid) assert.equal(parseCpf(value), undefined, value);
    for (let digit = 0; digit <= 9; digit += 1) assert.equal(parseCpf(String(digit).repeat(11)), undefined);
  });

  it('with a mask, with digits of another script or that is no string is refused', () => {
    const invalid = [
      '529.982.247-25',
      '5299822472５',
      '52998224725\n',
      52998224725,
      null,
      undefined,
      ['52998224725'],
    ];
    for (const value of invalid) assert.equal(parseCpf(value), undefined, String(value));
  });

  it('that was generated is valid', () => {
    fc.assert(fc.property(generated, (cpf) => parseCpf(cpf) === cpf));
    for (let count = 0; count < 200; count += 1) assert.notEqual(parseCpf(generateCpf()), undefined);
  });

  it('is refused unless its check digits are the only ones for its root', () => {
    fc.assert(
      fc.property(generated, (cpf) => {
        const accepted = Array.from(
          { length: 100 },
          (_, pair) => cpf.slice(0, 9) + String(pair).padStart(2, '0'),
        );
        assert.deepEqual(
          accepted.filter((value) => parseCpf(value) !== undefined),
          [cpf],
        );
      }),
      { numRuns: 30 },
    );
  });

  it('is masked to its middle six digits', () => {
    assert.equal(maskCpf('12345678909' as Cpf), '***.456.789-**');
  });
});

describe('maskCpfInName', () => {
  for (const [name, masked] of [
    ['MARIA DA SILVA 52998224725', 'MARIA DA SILVA ***982247**'],
    ['MARIA DA SILVA 529.982.247-25', 'MARIA DA SILVA ***982247**'],
    ['MARIA DA SILVA-52998224725.', 'MARIA DA SILVA-***982247**.'],
    // Whatever ends a name in eleven digits is taken for a CPF, right or wrong.
    ['MARIA DA SILVA 52998224724', 'MARIA DA SILVA ***982247**'],
    ['MARIA 52998224725 BOLOS', 'MARIA ***982247** BOLOS'],
    ['52998224725', '***982247**'],
  ] as const) {
    it(`hides five digits of ${name}`, () => assert.equal(maskCpfInName(name), masked));
  }

  for (const name of [
    'MARIA DA SILVA',
    'POSTO 2000 LTDA',
    '12.345.678 MARIA DA SILVA',
    'CONDOMINIO 12345678901234',
    'TELEFONE 11999998888 LTDA',
    '',
  ]) {
    it(`leaves "${name}" as it is`, () => assert.equal(maskCpfInName(name), name));
  }

  it('leaves no CPF readable, wherever it stands', () => {
    const cpf = fc.infiniteStream(fc.nat({ max: 9 })).map((digits) => generateCpf(() => digits.next().value));
    const word = fc.stringMatching(/^[A-Z]{0,8}$/);
    fc.assert(
      fc.property(word, cpf, word, (before, number, after) => {
        assert.ok(!maskCpfInName(`${before} ${number} ${after}`).includes(number));
      }),
    );
  });
});
