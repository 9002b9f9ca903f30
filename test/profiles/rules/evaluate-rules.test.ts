import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decide, type Rule, severity } from '../../../src/profiles/rules/evaluate-rules.ts';
import type { RuleContext } from '../../../src/profiles/rules/rule-language.ts';
import type { Verdict } from '../../../src/profiles/types.ts';

const context: RuleContext = {
  basicData: { name: 'Ana Lima', birthDate: '02/01/2000' },
  sources: {
    people: { outcome: 'found', found: true, data: { count: 3n, tags: ['a', 'b'], rate: 0.5 } },
    lists: { outcome: 'absent', found: false },
  },
  face: { registered: true, references: 1n },
  registry: { imported: false },
  attributes: { age: 17n, text: `${'a'.repeat(40)}b` },
  checks: { name: { verdict: 'mismatch', similarity: 0.4 } },
  today: '2026-01-02',
};

type Options = { otherwise?: Verdict; unavailable?: string[]; missing?: string[]; unreviewed?: string[] };

function decideBy(rules: readonly Rule[], options: Options = {}) {
  const { otherwise = 'PENDING', unavailable = [], missing = [], unreviewed = [] } = options;
  return decide({ rules, otherwise, context, unavailable, missing, unreviewed });
}

const rule = (when: string, status: Verdict = 'REPROVED', name = 'rule'): Rule => ({ name, when, status });

describe('rules', () => {
  it('see basic data, sources, face, registry, attributes, checks and the day', () => {
    const expressions = [
      'basicData.name == "Ana Lima"',
      'sources.people.data.count + 1 == 4',
      'sources.people.data.rate < 1',
      'size(sources.people.data.tags) == 2 && "a" in sources.people.data.tags',
      'sources.people.found && !sources.lists.found && sources.lists.outcome == "absent"',
      'face.registered && face.references >= 1',
      '!registry.imported',
      'attributes.age < 18',
      'checks.exists(name, checks[name].verdict == "mismatch")',
      'similarity("José da Silva", "SILVA JOSE") == 1.0',
      'yearsBetween(basicData.birthDate, today) == 26',
      'daysBetween("2026-01-01", today) == 1',
      '!has(basicData.rg)',
    ];
    for (const when of expressions) {
      assert.deepEqual(decideBy([rule(when)]).decidedBy, ['rule'], when);
    }
  });

  it('that match decide by the most severe of their statuses, and are named', () => {
    const statuses = fc.constantFrom<Verdict>(...severity);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(statuses, fc.boolean()), { maxLength: 8 }),
        statuses,
        (list, otherwise) => {
          const rules = list.map(([status, matches], index) => rule(String(matches), status, `r${index}`));
          const decision = decideBy(rules, { otherwise });
          const matching = list.filter(([, matches]) => matches).map(([status]) => status);
          const expected = severity.findLast((status) => matching.includes(status)) ?? otherwise;
          assert.equal(decision.status, expected);
          assert.deepEqual(
            decision.decidedBy,
            rules.filter((it) => it.when === 'true' && it.status === expected).map((it) => it.name),
          );
          assert.equal(decision.rules.length, rules.length);
        },
      ),
    );
  });

  it('that match nothing leave it at what the template says otherwise', () => {
    assert.deepEqual(decideBy([rule('false')]), {
      status: 'PENDING',
      reason: 'no_rule_matched',
      decidedBy: [],
      rules: [{ name: 'rule', status: 'REPROVED', outcome: 'not_matched' }],
    });
    assert.equal(decideBy([], { otherwise: 'WAITING_DOCUMENTS' }).status, 'WAITING_DOCUMENTS');
  });

  it('that read what is absent do not match, and say so', () => {
    for (const when of [
      'basicData.rg == "1"',
      'sources.lists.data.size() > 0',
      'attributes.text.field < 0.5',
    ]) {
      const { status, rules } = decideBy([rule(when)], { otherwise: 'APPROVED' });
      assert.equal(status, 'APPROVED', when);
      assert.deepEqual(rules[0], {
        name: 'rule',
        status: 'REPROVED',
        outcome: 'not_matched',
        reason: 'absent_field',
      });
    }
  });

  it('that cannot be evaluated do not match, and their reason holds nothing of the data', () => {
    for (const when of [
      'basicData.name > 3',
      'yearsBetween(basicData.name, today) > 1',
      'basicData.name.matches("(")',
    ]) {
      const { status, rules } = decideBy([rule(when)], { otherwise: 'APPROVED' });
      assert.equal(status, 'APPROVED', when);
      assert.match(rules[0]!.reason!, /^[a-z_]+$/);
    }
  });

  it('never throw, whatever they say and see', () => {
    const pieces = fc.constantFrom(
      ...[
        'basicData',
        'sources',
        '.people',
        '.data',
        '[0]',
        '["x"]',
        '.exists(a, a)',
        '&&',
        '||',
        '!',
        '(',
        ')',
        '1',
        '"t"',
        '+',
        '<',
        '? 1 : true',
        '.matches("a*")',
        'checks',
        'attributes.age',
      ],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        let decision: ReturnType<typeof decide>;
        try {
          decision = decideBy([rule(parts.join(' '))]);
        } catch (error) {
          // What does not parse is refused when the template is written.
          assert.ok(error instanceof SyntaxError, String(error));
          return;
        }
        assert.ok(severity.includes(decision.status));
      }),
    );
  });
});

describe('rules about a source that could not be asked', () => {
  it('leave it PENDING when they could be more severe than what matches', () => {
    const rules = [
      rule('sources.lists.data.size() > 0', 'REPROVED', 'listed'),
      rule('true', 'APPROVED', 'fine'),
    ];
    const decision = decideBy(rules, { unavailable: ['lists'] });
    assert.equal(decision.status, 'PENDING');
    assert.equal(decision.reason, 'source_unavailable:lists');
    assert.deepEqual(decision.decidedBy, []);
    assert.equal(decision.rules[0]?.outcome, 'undetermined');
  });

  it('make no difference when something as severe matches without it', () => {
    const rules = [
      rule('sources.lists.data.size() > 0', 'PENDING', 'listed'),
      rule('true', 'REPROVED', 'bad'),
    ];
    assert.deepEqual(decideBy(rules, { unavailable: ['lists'] }).decidedBy, ['bad']);
  });

  it('are found by name, by index and where it cannot be told which source is read', () => {
    for (const when of [
      'sources["lists"].data == null',
      'sources.exists(s, sources[s].found)',
      'sources.?lists.?data.hasValue()',
    ]) {
      assert.equal(
        decideBy([rule(when)], { unavailable: ['lists'] }).reason,
        'source_unavailable:lists',
        when,
      );
    }
  });

  it('can ask whether it answered', () => {
    const decision = decideBy([rule('sources.lists.outcome != "found"', 'WAITING_DOCUMENTS')], {
      unavailable: ['lists'],
    });
    assert.equal(decision.status, 'WAITING_DOCUMENTS');
  });
});

describe('a source whose answer needs a look', () => {
  const unreviewed = ['lists'];
  it('keeps anything from being approved, unless a rule reads it', () => {
    const { status, reason } = decideBy([rule('true', 'APPROVED')], { unreviewed });
    assert.deepEqual([status, reason], ['PENDING', 'review_needed:lists']);
    const reads = rule('sources.lists.found && sources.lists.data.name == "x"', 'REPROVED');
    assert.equal(decideBy([rule('true', 'APPROVED'), reads], { unreviewed }).status, 'APPROVED');
    const asks = rule('sources.lists.outcome == "other"', 'REPROVED');
    assert.equal(decideBy([rule('true', 'APPROVED'), asks], { unreviewed }).status, 'PENDING');
    assert.equal(decideBy([rule('true', 'REPROVED')], { unreviewed }).status, 'REPROVED');
  });
});

describe('a required source that has nothing', () => {
  it('keeps anything from being approved', () => {
    const decision = decideBy([rule('true', 'APPROVED')], { missing: ['people'] });
    assert.equal(decision.status, 'PENDING');
    assert.equal(decision.reason, 'source_without_data:people');
  });

  it('lets everything more severe stand', () => {
    for (const status of ['PENDING', 'WAITING_DOCUMENTS', 'REPROVED'] as const) {
      assert.deepEqual(decideBy([rule('true', status)], { missing: ['people'] }).decidedBy, ['rule']);
    }
  });
});

describe('a rule that names an attribute which was not sent', () => {
  const approve = rule('true', 'APPROVED', 'fine');

  it('is unknown, and keeps everything less severe from being decided', () => {
    for (const when of [
      'attributes.income < 100',
      'attributes["income"] < 100',
      'checks.income.verdict == "mismatch"',
      'true || attributes.income < 100',
    ]) {
      const decision = decideBy([rule(when), approve]);
      assert.equal(decision.status, 'PENDING', when);
      assert.equal(decision.reason, 'attribute_missing:income', when);
      assert.equal(decision.rules[0]!.outcome, 'unknown', when);
      assert.deepEqual(decision.decidedBy, []);
    }
  });

  it('makes no difference when something as severe matches without it', () => {
    const rules = [rule('attributes.income < 100', 'PENDING', 'poor'), rule('true', 'REPROVED', 'bad')];
    assert.deepEqual(decideBy(rules).decidedBy, ['bad']);
  });

  it('is evaluated when it asks first whether the attribute is there', () => {
    assert.equal(
      decideBy([rule('has(attributes.income) && attributes.income < 1'), approve]).status,
      'APPROVED',
    );
    assert.equal(decideBy([rule('attributes.?income.orValue(0) > 1'), approve]).status, 'APPROVED');
    assert.equal(
      decideBy([rule('!has(attributes.income)', 'WAITING_DOCUMENTS')]).status,
      'WAITING_DOCUMENTS',
    );
  });

  it('gives way to a source that may still answer', () => {
    const rules = [rule('attributes.income < 100'), rule('sources.lists.data.size() > 0')];
    assert.equal(decideBy(rules, { unavailable: ['lists'] }).reason, 'source_unavailable:lists');
  });

  it('is none that goes over all checks: it sees those of attributes that were sent', () => {
    const over = 'checks.exists(name, checks[name].verdict == "mismatch")';
    assert.deepEqual(decideBy([rule(over)]).decidedBy, ['rule']);
    assert.deepEqual(decideBy([rule('checks.all(name, name == "name")')]).decidedBy, ['rule']);
  });
});
