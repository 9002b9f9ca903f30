import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { oneChange } from '../../../bench/screening/alterations.ts';
import {
  measureCompanies,
  measureDocuments,
  measureFalseAlarms,
  measureOtherPeople,
  measureRecall,
  measureRegistryAlarms,
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
    for (const { alteration, tried, withDate, nameOnly } of measureRecall(index, lists.people, random)) {
      assert.ok(tried > 10, alteration);
      const goal = oneChange.has(alteration) ? 0.95 : alteration === 'same name' ? 0.99 : 0.85;
      assert.ok(withDate >= goal, `${alteration}: ${withDate}`);
      if (alteration === 'same name') assert.ok(nameOnly >= 0.99);
    }
  });

  it('finds companies by what their names are written like, and not others near them', () => {
    const { index, lists, random } = prepared;
    const { altered, others } = measureCompanies(index, lists.companies, random);
    for (const { kind, tried, hit } of altered)
      assert.ok(tried > 10 && hit / tried >= 0.9, `${kind}: ${hit}`);
    for (const { kind, tried, hit } of others)
      assert.ok(tried > 10 && hit / tried <= 0.05, `${kind}: ${hit}`);
    const { hit, tried } = measureRegistryAlarms(index, 2_000);
    assert.ok(hit <= tried / 1000 + 2, `${hit} companies of the registry`);
  });

  it('takes other people near a listed one for another, but for one whose birth date and other names agree', () => {
    const { index, lists, random } = prepared;
    for (const { kind, tried, hit } of measureOtherPeople(index, lists.people, random)) {
      assert.ok(kind.includes('twin') || hit / tried <= 0.05, `${kind}: ${hit} of ${tried}`);
    }
  });

  it('takes no Brazilian without a date for somebody listed under another name', () => {
    const { index, random } = prepared;
    assert.equal(measureFalseAlarms(index, 5_000, random).withoutDate, 0);
  });
});
