import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type BasicDataShare,
  listChanges,
  mergeBasicData,
  toBasicData,
} from '../../src/profiles/merge-basic-data.ts';

const share = (source: string, day: number, basicData: Record<string, unknown>): BasicDataShare => ({
  source,
  at: new Date(Date.UTC(2026, 0, day)),
  basicData,
});
const merge = (...rounds: BasicDataShare[][]) =>
  rounds.reduce((fields, shares) => mergeBasicData(fields, shares), {} as ReturnType<typeof mergeBasicData>);

describe('the basic data', () => {
  it('keep what nobody says anything of', () => {
    const fields = merge([share('a', 1, { name: 'Ana', rg: '1' })], [share('a', 2, { name: 'Anna' })]);
    assert.deepEqual(toBasicData(fields), { name: 'Anna', rg: '1' });
  });

  it('are not changed by an answer that is older than what they are from', () => {
    const fields = merge([share('a', 5, { name: 'Ana' })], [share('b', 4, { name: 'Old', rg: '1' })]);
    assert.deepEqual(toBasicData(fields), { name: 'Ana', rg: '1' });
  });

  it('take the first of two answers that are equally old', () => {
    const fields = merge([share('first', 1, { name: 'Ana' }), share('second', 1, { name: 'Anna', rg: '1' })]);
    assert.deepEqual(toBasicData(fields), { name: 'Ana', rg: '1' });
  });

  it('lose a field when who gave it says that there is none, and to nobody else', () => {
    const known = [share('a', 1, { name: 'Ana', rg: '1' })];
    assert.deepEqual(toBasicData(merge(known, [share('a', 2, { rg: null })])), { name: 'Ana' });
    assert.deepEqual(toBasicData(merge(known, [share('b', 2, { rg: null })])), { name: 'Ana', rg: '1' });
  });

  it('are none when nothing is known', () => {
    assert.equal(toBasicData(merge([share('a', 1, { name: undefined })])), undefined);
  });

  const field = fc.constantFrom('name', 'rg', 'gender');
  const shares = fc.array(
    fc.record({
      source: fc.constantFrom('a', 'b', 'c'),
      day: fc.integer({ min: 1, max: 9 }),
      basicData: fc.dictionary(field, fc.constantFrom('x', 'y', 'z'), { noNullPrototype: true }),
    }),
    { maxLength: 8 },
  );

  it('never lose a field by an answer that does not say so, and merging again changes nothing', () => {
    fc.assert(
      fc.property(shares, shares, (first, second) => {
        const toShares = (list: typeof first) => list.map((it) => share(it.source, it.day, it.basicData));
        const before = merge(toShares(first));
        const after = mergeBasicData(before, toShares(second));
        for (const name of Object.keys(before)) assert.ok(Object.hasOwn(after, name), name);
        assert.deepEqual(mergeBasicData(after, toShares(second)), after);
      }),
    );
  });

  it('are from the newest answer that knows the field', () => {
    fc.assert(
      fc.property(shares, (list) => {
        const fields = merge(...list.map((it) => [share(it.source, it.day, it.basicData)]));
        for (const [name, { at }] of Object.entries(fields)) {
          const days = list.filter((it) => Object.hasOwn(it.basicData, name)).map((it) => it.day);
          assert.equal(new Date(at).getUTCDate(), Math.max(...days));
        }
      }),
    );
  });
});

describe('what changed', () => {
  it('names each field that differs, with what it was and is', () => {
    const before = merge([share('a', 1, { name: 'Ana', rg: '1', list: [{ code: 1 }] })]);
    const after = merge(
      [share('a', 1, { name: 'Ana', list: [{ code: 1 }] })],
      [share('b', 2, { gender: 'Female', list: [{ code: 2 }] })],
    );
    assert.deepEqual(listChanges(before, after), [
      { path: 'basicData.gender', to: 'Female' },
      { path: 'basicData.list', from: [{ code: 1 }], to: [{ code: 2 }] },
      { path: 'basicData.rg', from: '1' },
    ]);
    assert.deepEqual(listChanges(after, after), []);
  });
});
