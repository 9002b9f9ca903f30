import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { generateCpf, maskCpfInName } from '../../../src/platform/documents/index.ts';

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
