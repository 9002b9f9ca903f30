import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type DecideInput, outOfTime } from '../../../src/profiles/rules/evaluate-rules.ts';
import { createRulesEngine, decideOutside } from '../../../src/profiles/rules/rules-engine.ts';

const engine = createRulesEngine({ timeoutMs: 300 });
describe('the rules engine', () => {
  after(() => engine[Symbol.asyncDispose]());

  function ask(when: string, attributes: object = {}): DecideInput {
    return {
      rules: [{ name: 'rule', when, status: 'REPROVED' }],
      otherwise: 'APPROVED',
      context: {
        basicData: { name: 'Ana' },
        sources: {},
        face: {},
        registry: {},
        attributes,
        checks: {},
        today: '2026-01-02',
      },
      unavailable: [],
      missing: [],
    };
  }

  const endless = ask('attributes.text.matches("^(a+)+$")', { text: `${'a'.repeat(40)}b` });
  const items = Array.from({ length: 400 }, (_, index) => BigInt(index));
  const slow = ask(
    'attributes.l.all(a, attributes.l.all(b, attributes.l.all(c, attributes.l.all(d, a + b + c + d >= 0))))',
    { l: items },
  );

  /** How many turns the event loop took while some work was done. Work on this thread leaves it one. */
  async function countTurns(work: Promise<unknown>): Promise<number> {
    let isDone = false;
    const done = work.finally(() => {
      isDone = true;
    });
    let turns = 0;
    while (!isDone) {
      await delay(1);
      turns += 1;
    }
    await done;
    return turns;
  }

  describe('rules that take longer than they may', () => {
    for (const [name, input] of [
      ['in a regular expression', endless],
      ['in loops within loops', slow],
    ] as const) {
      it(`${name} decide nothing, and nobody waits for them`, async () => {
        await engine.decide(ask('"a".matches("a")'));
        const decision = engine.decide(input);
        assert.ok((await countTurns(decision)) > 5);
        assert.deepEqual(await decision, outOfTime);
      });
    }

    it('in memory decide nothing, and the process goes on', async (t) => {
      const patient = createRulesEngine({ timeoutMs: 60_000 });
      t.after(() => patient[Symbol.asyncDispose]());
      const text =
        '[1,2,3,4,5,6,7,8,9,10].all(a, attributes.l.map(b, attributes.l.map(c, attributes.l.map(d, d))).size() > 0)';
      const decision = await patient.decide(ask(text, { l: items }));
      assert.deepEqual(decision, outOfTime);
    });

    it('leave the next ones as they are', async () => {
      await engine.decide(endless);
      assert.deepEqual((await engine.decide(ask('basicData.name.matches("^A")'))).decidedBy, ['rule']);
    });
  });

  describe('an engine of rules', () => {
    it('decides in its thread as it does at once', async () => {
      const when = 'attributes.age < 18 && basicData.name == "Ana"';
      const attributes = { age: 17n };
      assert.deepEqual(
        await engine.decide(ask(`${when} && "a".matches("a")`, attributes)),
        engine.decideNow(ask(when, attributes)),
      );
    });

    it('does at once only what is sure to be quick', () => {
      const quick = [
        'basicData.name == "Ana"',
        'checks.exists(name, checks[name].verdict == "mismatch")',
        'has(basicData.name) && yearsBetween("2000-01-01", today) > 18',
      ];
      for (const when of quick) assert.notEqual(engine.decideNow(ask(when)), undefined, when);
      const others = [
        'basicData.name.matches("^A")',
        'similarity(basicData.name, "Ana") > 0.9',
        'cel.bind(a, basicData.name, a == "Ana")',
        'attributes.l.all(a, attributes.l.all(b, a + b >= 0))',
      ];
      for (const when of others) assert.equal(engine.decideNow(ask(when, { l: items })), undefined, when);
    });
  });

  describe('work in a transaction', () => {
    it('is done anew once its rules are evaluated, and never waits for them', async () => {
      const input = ask('basicData.name.matches("^A")');
      let rounds = 0;
      let answers = 0;
      const counted: typeof engine = {
        ...engine,
        async decide(asked) {
          const decision = await engine.decide(asked);
          answers += 1;
          return decision;
        },
      };
      const decision = await decideOutside(counted, async (decide) => {
        rounds += 1;
        try {
          return await decide(structuredClone(input));
        } finally {
          assert.equal(answers, rounds - 1, 'the transaction does not wait for the answer');
        }
      });
      assert.deepEqual(decision.decidedBy, ['rule']);
      assert.equal(rounds, 2);
    });

    it('whose rules see something else each time comes to an end', async () => {
      let rounds = 0;
      const decision = await decideOutside(engine, async (decide) => {
        rounds += 1;
        return await decide(ask('attributes.n >= 0 && "a".matches("a")', { n: BigInt(rounds) }));
      });
      assert.deepEqual(decision.decidedBy, ['rule']);
      assert.equal(rounds, 5);
    });

    it('that fails by itself fails', async () => {
      const failing = decideOutside(engine, () => Promise.reject(new TypeError('of its own')));
      await assert.rejects(failing, { message: 'of its own' });
    });
  });
});
