import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { normaliseName } from '../../../src/people/keyed-indexes.ts';
import type { ListEntry } from '../../../src/people/list-entry.ts';
import {
  isSanctionInForce,
  judgePosition,
  matchEntry,
  type Wanted,
} from '../../../src/people/lists/match-entry.ts';
import { type Cpf, generateCpf } from '../../../src/platform/documents.ts';

const word = fc.constantFrom(
  'JOSE',
  'Maria',
  'João',
  'ANA',
  'Silva',
  'Souza',
  'LIMA',
  'Gonçalves',
  'Araújo',
  'Reis',
);
const name = fc.array(word, { minLength: 2, maxLength: 5 }).map((words) => words.join(' '));
const cpf = fc.noShrink(fc.integer()).map(() => generateCpf());
const sixDigits = fc.stringMatching(/^[0-9]{6}$/);
const day = fc
  .date({ min: new Date('1930-01-01'), max: new Date('2010-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });

const wantedPerson: fc.Arbitrary<Wanted> = fc
  .record({
    cpf: optional(cpf),
    six: sixDigits,
    names: fc.array(name, { maxLength: 3 }),
    birthDate: optional(day),
  })
  .map(({ six, ...rest }) => ({ ...rest, sixDigits: rest.cpf?.slice(3, 9) ?? six }));
const entry: fc.Arbitrary<ListEntry> = fc
  .record({ name, document: fc.oneof(cpf, sixDigits, fc.constant('')), birthDate: optional(day) })
  .map(({ name: entryName, document, birthDate }) => ({
    name: entryName,
    ...(document.length === 11 && { cpf: document as Cpf }),
    ...(document.length === 6 && { sixDigits: document }),
    ...(birthDate !== undefined && { birthDate }),
  }));
/** A wanted person and an entry made to be close to each other. */
const pair = fc
  .tuple(wantedPerson, entry, fc.boolean(), fc.boolean())
  .map(([wanted, one, sameName, sameDigits]) => ({
    wanted: sameName ? { ...wanted, names: [...wanted.names, one.name] } : wanted,
    one: sameDigits && one.sixDigits !== undefined ? { ...one, sixDigits: wanted.sixDigits! } : one,
  }));

describe('matchEntry', () => {
  it('exact is said of the same whole CPF only, and then always', () => {
    fc.assert(
      fc.property(pair, fc.boolean(), ({ wanted, one }, isSame) => {
        const withCpf = isSame && wanted.cpf ? { name: one.name, cpf: wanted.cpf } : one;
        const match = matchEntry(wanted, withCpf);
        const isEqual = wanted.cpf !== undefined && withCpf.cpf === wanted.cpf;
        assert.equal(match?.matchBasis === 'exact', isEqual);
      }),
    );
  });

  it('documents that differ are different people, whatever the names and dates', () => {
    fc.assert(
      fc.property(pair, ({ wanted, one }) => {
        const digits = one.sixDigits ?? one.cpf?.slice(3, 9);
        const differs =
          (one.cpf !== undefined && wanted.cpf !== undefined && one.cpf !== wanted.cpf) ||
          (digits !== undefined && digits !== wanted.sixDigits);
        if (differs) assert.equal(matchEntry({ ...wanted, names: [one.name] }, one), undefined);
      }),
    );
  });

  it('the same name and six digits always match, below certainty, however the name is spelt', () => {
    fc.assert(
      fc.property(
        name,
        sixDigits,
        fc.array(fc.nat(9), { minLength: 5, maxLength: 5 }),
        (full, six, order) => {
          const words = full.split(' ');
          const shuffled = words
            .map((each, index) => ({ each: index % 2 ? each.toLowerCase() : each, at: order[index]! }))
            .sort((a, b) => a.at - b.at)
            .map(({ each }) => each)
            .join(' da ');
          const wanted = { cpf: undefined, sixDigits: six, names: [shuffled], birthDate: undefined };
          const match = matchEntry(wanted, { name: full.normalize('NFD'), sixDigits: six });
          assert.equal(match?.matchBasis, 'name_and_six_digits');
          assert.ok(match!.confidence > 0.9 && match!.confidence < 1);
        },
      ),
    );
  });

  it('a name alone must agree in every word, and counts for little', () => {
    fc.assert(
      fc.property(pair, ({ wanted, one }) => {
        const bare: ListEntry = { name: one.name };
        const match = matchEntry(wanted, bare);
        const agrees = wanted.names.some((each) => normaliseName(each) === normaliseName(one.name));
        assert.equal(match !== undefined, agrees);
        if (match !== undefined) assert.deepEqual(match, { matchBasis: 'name_only', confidence: 0.3 });
      }),
    );
  });

  it('birth dates that differ are different people, and the same one makes a name worth more', () => {
    const wanted = { cpf: undefined, sixDigits: '111111', names: ['Ana Lima'], birthDate: '1980-01-01' };
    const basis = { name: 'ANA LIMA', birthDate: '1980-01-01' };
    assert.deepEqual(matchEntry(wanted, basis), { matchBasis: 'name_only', confidence: 0.8 });
    assert.equal(matchEntry(wanted, { ...basis, birthDate: '1980-01-02' }), undefined);
    assert.equal(matchEntry(wanted, { ...basis, sixDigits: '111111', birthDate: '1980-01-02' }), undefined);
    assert.equal(matchEntry(wanted, { ...basis, sixDigits: '111111' })?.confidence, 0.99);
  });

  it('confidence lies between 0 and 1, and more evidence never lowers it', () => {
    fc.assert(
      fc.property(pair, ({ wanted, one }) => {
        const match = matchEntry(wanted, one);
        if (match === undefined) return;
        assert.ok(match.confidence > 0 && match.confidence <= 1);
        const more = matchEntry({ ...wanted, names: [...wanted.names, one.name] }, one);
        assert.ok(more !== undefined && more.confidence >= match.confidence);
      }),
    );
  });

  it('a company is nobody', () => {
    const wanted = { cpf: undefined, sixDigits: '111111', names: ['ANA LIMA'], birthDate: undefined };
    assert.equal(matchEntry(wanted, { name: 'ANA LIMA', cnpj: '11222333000181' as never }), undefined);
  });
});

describe('normaliseName', () => {
  it('is the same for itself, whatever accents, case, order and particles', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        assert.equal(normaliseName(normaliseName(text)), normaliseName(text));
      }),
    );
    for (const spelling of [
      'José da Silva',
      'SILVA, JOSE',
      'jose  silva',
      '(CUMULATIVAMENTE) José da Silva',
    ]) {
      assert.equal(normaliseName(spelling), 'JOSE SILVA');
    }
    assert.equal(normaliseName('***'), '');
  });
});

const today = '2026-03-10';

it('a position is current until its last day, then in grace until that ends', () => {
  const judge = (endDate: string | undefined, graceEndDate?: string, years?: number) => {
    const position = {
      startDate: '2020-01-01',
      ...(endDate && { endDate }),
      ...(graceEndDate && { graceEndDate }),
    };
    const { isCurrent, isInGracePeriod } = judgePosition(position, today, years);
    return isCurrent ? 'current' : isInGracePeriod ? 'grace' : 'past';
  };
  assert.equal(judge(undefined), 'current');
  assert.equal(judge(today), 'current');
  assert.equal(judge('2026-03-09'), 'grace');
  assert.equal(judge('2021-03-10'), 'grace');
  assert.equal(judge('2021-03-09'), 'past');
  assert.equal(judge('2021-03-09', today), 'grace');
  assert.equal(judge('2025-03-09', '2026-03-09'), 'past');
  assert.equal(judge('2021-03-09', '2030-01-01', 2), 'past', "the operator's rule goes before the list's");
  assert.equal(judge('2025-03-09', '2025-03-09', 2), 'grace');
  assert.equal(judge('2026-03-09', undefined, 0), 'past');
});

it('a position that has not begun is neither', () => {
  const { isCurrent, isInGracePeriod } = judgePosition({ startDate: '2026-03-11' }, today, undefined);
  assert.deepEqual([isCurrent, isInGracePeriod], [false, false]);
});

it('a sanction is in force from its first to its last day, and unfitness until it is dropped', () => {
  assert.ok(isSanctionInForce({ startDate: today, endDate: today }, today));
  assert.ok(isSanctionInForce({ startDate: '2020-01-01' }, today));
  assert.ok(!isSanctionInForce({ startDate: '2026-03-11' }, today));
  assert.ok(!isSanctionInForce({ startDate: '2020-01-01', endDate: '2026-03-09' }, today));
  const category = 'Declaração de Inidoneidade com prazo determinado';
  assert.ok(isSanctionInForce({ category, startDate: '2020-01-01', endDate: '2024-01-01' }, today));
});
