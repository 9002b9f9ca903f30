import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { oneChange } from '../../../bench/screening/alterations.ts';
import {
  measureDocuments,
  measureFalseAlarms,
  measureRecall,
  prepare,
} from '../../../bench/screening/measure.ts';

describe('screening against generated lists', () => {
  let prepared: Awaited<ReturnType<typeof prepare>>;
  before(async () => {
    prepared = await prepare(7, { people: 3_000, companies: 500 });
  });

  it('finds nearly everybody by document, by the same name, and by one change with the birth date', () => {
    const { index, lists, random } = prepared;
    assert.ok(measureDocuments(index, lists.people) >= 0.99);
    for (const { alteration, tried, withDate, nameOnly } of measureRecall(
      index,
      lists.people.slice(0, 400),
      random,
    )) {
      assert.ok(tried > 50, alteration);
      const goal = oneChange.has(alteration) ? 0.95 : 0.99;
      assert.ok(withDate >= goal, `${alteration}: ${withDate}`);
      if (alteration === 'same name') assert.ok(nameOnly >= 0.99);
    }
  });

  it('takes at most one Brazilian in a thousand for somebody listed', () => {
    const { index, random } = prepared;
    assert.ok(measureFalseAlarms(index, 5_000, random).withoutDate <= 5);
  });
});
