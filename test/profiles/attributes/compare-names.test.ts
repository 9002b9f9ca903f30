import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { nameMatchSimilarity } from '../../../src/profiles/attributes/check-attributes.ts';
import { compareNames, splitName } from '../../../src/profiles/attributes/compare-names.ts';

const words = [
  'ANA',
  'BEATRIZ',
  'CARLOS',
  'DOMINGUES',
  'ESTEVÃO',
  'FIGUEIREDO',
  'GONÇALVES',
  'HELOÍSA',
  'JOSÉ',
];
const particles = ['da', 'de', 'do', 'das', 'dos', 'e', 'DE', 'Da'];
const names = fc.uniqueArray(fc.constantFrom(...words), { minLength: 2, maxLength: 5 });
const anyText = fc.oneof(fc.string({ maxLength: 60 }), fc.string({ unit: 'grapheme', maxLength: 60 }));

describe('the similarity of two names', () => {
  it('is from 0 to 1 and the same both ways, whatever is compared', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        const similarity = compareNames(a, b);
        assert.ok(similarity >= 0 && similarity <= 1, String(similarity));
        assert.equal(similarity, compareNames(b, a));
      }),
    );
  });

  it('is 1 for a name and itself, and 0 with what holds no word', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        assert.equal(compareNames(name, name), splitName(name).length === 0 ? 0 : 1);
        assert.equal(compareNames(name, ' -.'), 0);
      }),
    );
  });

  it('is 1 whatever the case, accents, particles, punctuation and order', () => {
    fc.assert(
      fc.property(
        names,
        fc.array(fc.constantFrom(...particles), { maxLength: 4 }),
        fc.array(fc.nat(10), { minLength: 20, maxLength: 20 }),
        (name, extra, shuffle) => {
          const order = [...name.keys()].sort((a, b) => shuffle[a]! - shuffle[b]!);
          const other = order.flatMap((index, place) => [name[index]!, ...extra.slice(place, place + 1)]);
          const plain = other.join(' ').normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
          assert.equal(compareNames(name.join(' '), plain.replace(' ', ' - ')), 1);
        },
      ),
    );
  });

  const same: [string, string][] = [
    ['João da Silva', 'SILVA, JOAO'],
    ['Maria das Dores e Souza', 'MARIA DORES SOUZA'],
    ['MARIA SILVA', 'MARIA SOUZA SILVA'],
    ['J. S. Silva', 'João Souza Silva'],
    ['Thiago Lima', 'Tiago Lima'],
    ['ANTÔNIO GONÇALVES', 'ANTONIO GONCALVES'],
    ['Wilson Pereira Jr.', 'WILSON PEREIRA JÚNIOR'],
    ["Pedro D'Almeida", 'PEDRO DALMEIDA'],
    ['Pedro D’Almeida', 'PEDRO D ALMEIDA'],
    ['PEDRO D ALMEIDA', 'PEDRO DALMEIDA'],
    ["Maria Sant'Anna", 'MARIA SANTANA'],
    ['JOSE D SILVA', 'José Daniel Silva'],
  ];
  for (const [a, b] of same) {
    it(`${a} and ${b} count as the same`, () => {
      assert.ok(compareNames(a, b) >= nameMatchSimilarity, String(compareNames(a, b)));
    });
  }

  const different: [string, string][] = [
    ['João Silva Santos', 'João Silva Souza'],
    ['Maria Silva', 'Maria Souza'],
    ['Wilson Pereira Júnior', 'Wilson Pereira Filho'],
    ["José Carlos Pereira D'Ávila", "JOSE CARLOS PEREIRA D'ANGELO"],
    ['ANA BEATRIZ MARIA D LIMA', 'ANA BEATRIZ MARIA D OLIVEIRA'],
    ['Maria', 'Maria Silva'],
    ['Ana Beatriz Lima', 'Carlos Eduardo Lima'],
    ['J S', 'João Silva'],
    ['', 'João Silva'],
  ];
  for (const [a, b] of different) {
    it(`${a || 'nothing'} and ${b} count as different`, () => {
      assert.ok(compareNames(a, b) < nameMatchSimilarity, String(compareNames(a, b)));
    });
  }

  it('of two endless names is found without comparing all of them', () => {
    const endless = 'A '.repeat(100_000);
    assert.equal(compareNames(endless, endless), 1);
    assert.ok(splitName(endless).length <= 24);
  });
});
