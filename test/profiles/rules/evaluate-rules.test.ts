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
  checks: { name: { verdict: 'MISMATCH', similarity: 0.4 } },
  today: '2026-01-02',
};

type Options = { otherwise?: Verdict; unavailable?: string[]; missing?: string[]; timeoutMs?: number };

function decideBy(rules: readonly Rule[], options: Options = {}) {
  const { otherwise = 'PENDING', unavailable = [], missing = [], timeoutMs = 2_000 } = options;
  return decide({ rules, otherwise, context, unavailable: new Set(unavailable), missing, timeoutMs });
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
      'checks.exists(name, checks[name].verdict == "MISMATCH")',
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
      rules: [{ name: 'rule', status: 'REPROVED', outcome: 'not-matched' }],
    });
    assert.equal(decideBy([], { otherwise: 'WAITING_DOCUMENTS' }).status, 'WAITING_DOCUMENTS');
  });

  it('that read what is absent do not match, and say so', () => {
    for (const when of [
      'basicData.rg == "1"',
      'sources.lists.data.size() > 0',
      'checks.motherName.similarity < 0.5',
    ]) {
      const { status, rules } = decideBy([rule(when)], { otherwise: 'APPROVED' });
      assert.equal(status, 'APPROVED', when);
      assert.deepEqual(rules[0], {
        name: 'rule',
        status: 'REPROVED',
        outcome: 'not-matched',
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

describe('the time of rules', () => {
  it('is limited, even inside a regular expression', () => {
    const decision = decideBy([rule('attributes.text.matches("^(a+)+$")', 'APPROVED')], { timeoutMs: 20 });
    assert.deepEqual(decision, { status: 'PENDING', reason: 'rules_timeout', decidedBy: [], rules: [] });
  });

  it('that ran out leaves the next rules as they are', () => {
    decideBy([rule('attributes.text.matches("^(a+)+$")')], { timeoutMs: 20 });
    assert.deepEqual(decideBy([rule('face.registered', 'APPROVED')]).decidedBy, ['rule']);
  });
});
