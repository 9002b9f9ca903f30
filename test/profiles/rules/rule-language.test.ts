import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compileExpression, maxRuleLength } from '../../../src/profiles/rules/rule-language.ts';

describe('an expression is refused', () => {
  const cases: [string, string, RegExp][] = [
    ['that does not parse', '1 +', /does not parse.*character/],
    ['that names what there is not', 'profile.name == "x"', /Unknown variable: profile \(at character 1\)/],
    ['that is no question', '1 + 1', /gives int; a rule must give true or false/],
    ['that compares what cannot be compared', '1 == "a"', /cannot be evaluated/],
    ['that is too long', `true ${'|| true '.repeat(maxRuleLength)}`, /is longer than/],
    [
      'that has too many parts',
      Array.from({ length: 300 }, () => '1==1').join('||'),
      /does not parse|longer/,
    ],
    ['that is nested too deeply', `${'('.repeat(100)}true${')'.repeat(100)}`, /does not parse/],
    [
      'that calls what there is not',
      'process.exit(1)',
      /Unknown variable|cannot be evaluated|does not parse/,
    ],
    ['that calls a function of JavaScript', 'eval("1")', /cannot be evaluated|does not parse/],
  ];
  for (const [name, text, message] of cases) {
    it(name, () => {
      assert.throws(() => compileExpression(text), { message });
    });
  }
});

describe('an expression', () => {
  it('tells the sources it names, and those it reads data of', () => {
    const sourcesOf = (text: string) => {
      const { names, readsDataOf } = compileExpression(text);
      return [[...names], readsDataOf && [...readsDataOf]];
    };
    assert.deepEqual(sourcesOf('sources.a.data.x == 1 && sources["b"].found'), [['a', 'b'], ['a']]);
    assert.deepEqual(sourcesOf('sources.a == sources.b'), [
      ['a', 'b'],
      ['a', 'b'],
    ]);
    assert.deepEqual(sourcesOf('basicData.name == "x"'), [[], []]);
    assert.deepEqual(sourcesOf('sources.exists(s, sources[s].found)'), [[], undefined]);
    assert.deepEqual(sourcesOf('has(sources.a.data.x) && sources.a.outcome == "found"'), [['a'], ['a']]);
    assert.deepEqual(sourcesOf('sources.a["outcome"] == "found" || sources["b"]["found"]'), [['a', 'b'], []]);
  });

  it('reaches no more of its data than what is theirs', () => {
    const empty = {
      basicData: {},
      sources: {},
      face: {},
      registry: {},
      attributes: {},
      checks: {},
      today: '',
    };
    for (const text of [
      'basicData.constructor == null',
      'basicData.__proto__ == null',
      'basicData["toString"] == null',
    ]) {
      assert.throws(() => compileExpression(text).evaluate(empty), { code: 'no_such_key' }, text);
    }
  });
});
