import assert from 'node:assert/strict';
import { it } from 'node:test';
import { alignNames } from '../../../src/people/screening/align-names.ts';
import { compareWords, distanceOf, skeletonOf } from '../../../src/people/screening/compare-words.ts';
import { foldCompanyName, foldPersonName } from '../../../src/people/screening/fold-name.ts';

it('names are folded to Latin capitals without accents and particles, whatever their script', () => {
  const folded: readonly (readonly [string, string])[] = [
    ['João da Silva e Souza', 'JOAO SILVA SOUZA'],
    ['AL-MASRI, Omar bin Khalid', 'OMAR KHALID MASRI'],
    ["Seán O'Neill", 'SEAN ONEILL'],
    ['Владимир Петров', 'VLADIMIR PETROV'],
    ['Łukasz Straße', 'LUKASZ STRASSE'],
    ['习近平', 'XI JIN PING'],
    ['Ｊｏｓé\u200b Lima', 'JOSE LIMA'],
    ['de la', 'DE LA'],
    ['', ''],
    ['!!! ...', ''],
  ];
  for (const [name, expected] of folded) assert.equal(foldPersonName(name).join(' '), expected, name);
  assert.ok(foldPersonName('A'.repeat(10_000)).join('').length <= 300);
});

it('companies lose their legal form and keep their digits', () => {
  const folded: readonly (readonly [string, string])[] = [
    ['Padaria Pão Quente Ltda - ME', 'PADARIA PAO QUENTE'],
    ['Petróleo Brasileiro S.A.', 'PETROLEO BRASILEIRO'],
    ['PETROLEO BRASILEIRO S/A', 'PETROLEO BRASILEIRO'],
    ['11420 CORP.', '11420'],
    ['OOO "Vostok-7"', 'VOSTOK 7'],
    ['L.L.C.', 'LLC'],
  ];
  for (const [name, expected] of folded) assert.equal(foldCompanyName(name).join(' '), expected, name);
});

it('words are alike by letters and by sounds, and digits are the same or not', () => {
  for (const [a, b] of [
    ['MOHAMMED', 'MUHAMAD'],
    ['MHMD', 'MOHAMMED'],
    ['ALEXANDER', 'ALEKSANDR'],
    ['HUSSEIN', 'HUSAYN'],
    ['YUSUF', 'YOUSSEF'],
  ] as const) {
    assert.ok(compareWords(a, b) >= 0.92, `${a} ${b}`);
    assert.equal(compareWords(a, b), compareWords(b, a), 'in both directions');
    assert.equal(skeletonOf(a), skeletonOf(b));
  }
  assert.equal(compareWords('ALMASRI', 'MASRI'), 0.97);
  assert.equal(compareWords('PETROV', 'PERTOV'), 0.9);
  assert.equal(compareWords('GONZALEZ', 'GONZALES'), 0.9);
  assert.equal(compareWords('SULEIMAN', 'SULAYMAN'), 0.93);
  assert.equal(compareWords('MARTINEZ', 'MARTINER'), 0.9);
  assert.ok(compareWords('ANTONIO', 'ANTONIA') < 0.8);
  assert.equal(compareWords('11420', '11421'), 0);
  assert.equal(compareWords('ALI', 'ADI'), 0);
  assert.deepEqual(
    [distanceOf('AB', 'BA'), distanceOf('ABC', 'ABC'), distanceOf('ABCDEF', 'UVWXYZ')],
    [1, 0, 3],
  );
});

it('words are paired whatever their order, as initials, and two for one', () => {
  const align = (a: string, b: string) => alignNames(a.split(' '), b.split(' '));
  assert.equal(align('OMAR KHALID MASRI', 'MASRI OMAR KHALID').likeness, 1);
  assert.deepEqual(align('ABDUL RAHMAN OMAR', 'ABDULRAHMAN OMAR').onlyFirst, []);
  assert.deepEqual(align('ABDULRAHMAN OMAR', 'ABDUL RAHMAN OMAR').onlySecond, []);
  assert.equal(align('J PEREZ', 'JUAN PEREZ').initials, 1);
  const missing = align('ANA MARIA LIMA', 'ANA LIMA');
  assert.deepEqual([missing.pairs.length, missing.onlyFirst, missing.likeness < 1], [2, ['MARIA'], true]);
  assert.equal(align('ANA', 'OTTO').likeness, 0);
});
