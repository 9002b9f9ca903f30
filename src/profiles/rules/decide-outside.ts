import { isDeepStrictEqual } from 'node:util';
import type { DecideInput, Decision } from './evaluate-rules.ts';
import type { RulesEngine } from './rules-engine.ts';

/** The decision of the rules, for work in a transaction. */
export type Decider = (input: DecideInput) => Promise<Decision>;

class DecisionNeeded extends Error {
  readonly input: DecideInput;

  constructor(input: DecideInput) {
    super('The rules are to be evaluated first');
    this.input = input;
  }
}

/** Times that the work is done anew because the rules saw something else than before. */
const mostRounds = 5;

/**
 * Does work in a transaction that needs a decision, without the transaction waiting for rules that take long: the work
 * is rolled back, the rules are evaluated, and the work is done again. `work` must throw what its decider throws.
 */
export async function decideOutside<T>(
  rules: RulesEngine,
  work: (decide: Decider) => Promise<T>,
): Promise<T> {
  let known: { readonly input: DecideInput; readonly decision: Decision } | undefined;
  for (let round = 1; ; round += 1) {
    try {
      return await work(async (input) => {
        const now = rules.decideNow(input);
        if (now !== undefined) return now;
        if (known !== undefined && isDeepStrictEqual(known.input, input)) return known.decision;
        // What the rules see changes all the time: then they are waited for.
        if (round === mostRounds) return await rules.decide(input);
        throw new DecisionNeeded(input);
      });
    } catch (error) {
      if (!(error instanceof DecisionNeeded)) throw error;
      known = { input: error.input, decision: await rules.decide(error.input) };
    }
  }
}
