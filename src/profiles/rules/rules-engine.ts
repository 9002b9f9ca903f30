import { isDeepStrictEqual } from 'node:util';
import { BoundedProcess, ProcessLimitError } from '../../platform/processes.ts';
import { type DecideInput, type Decision, decide, outOfTime, type Rule } from './evaluate-rules.ts';
import { compileExpression, type RuleContext } from './rule-language.ts';

/** Decides by the rules of query templates without standing in anybody's way. */
export type RulesEngine = AsyncDisposable & {
  /**
   * The decision of the rules, as `decide` gives it. PENDING with `rules_timeout` when they exceed their time or
   * memory: another evaluation would end the same way.
   */
  decide(input: DecideInput): Promise<Decision>;
  /** The same at once, for rules that are sure to be quick; undefined for others. */
  decideNow(input: DecideInput): Decision | undefined;
};

/** Memory that rules may take with everything they see, in megabytes. */
const memoryMb = 256;

/** After this much more time the process is ended. Its own watch ends everything but what holds that up as well. */
const graceMs = 500;

/**
 * An engine that evaluates fast rules in this thread, and all others in a separate process, one execution at a time.
 * `timeoutMs` limits all rules of one execution, from the start of their evaluation.
 *
 * See docs/decisions/0031 and 0124.
 */
export function createRulesEngine({ timeoutMs }: { readonly timeoutMs: number }): RulesEngine {
  const child = new BoundedProcess({ module: new URL('./rules-worker.ts', import.meta.url), memoryMb });
  const decideNow = (input: DecideInput) =>
    areQuick(input.rules, input.context) ? decide(input) : undefined;
  return {
    decideNow,
    async decide(input) {
      const decision = decideNow(input);
      if (decision !== undefined) return decision;
      try {
        return (await child.run({ input, timeoutMs }, timeoutMs + graceMs)) as Decision;
      } catch (error) {
        if (error instanceof ProcessLimitError) return outOfTime;
        throw error;
      }
    },
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}

/** Steps that take no longer than some milliseconds together. */
const quickSteps = 20_000;

/** Characters that a text function goes through in one step, roughly. */
const charactersPerStep = 1_000;

/**
 * True if rules on these data are sure to be quick: no regular expression or other function that may take longer than
 * its data are long, and not too many rounds of loops. False proves nothing: such rules may be quick as well.
 */
function areQuick(rules: readonly Rule[], context: RuleContext): boolean {
  const expressions = rules.map(({ when }) => compileExpression(when));
  if (!expressions.every(({ isPlain }) => isPlain)) return false;
  const { members, characters } = measure(context);
  const perPart = 1 + characters / charactersPerStep;
  const steps = expressions.map(({ parts, loops }) => parts * members ** loops * perPart);
  return steps.reduce((sum, each) => sum + each, 0) <= quickSteps;
}

type Size = { readonly members: number; readonly characters: number };

/** The members of the longest list or object, and the characters of the longest text. */
function measure(value: unknown): Size {
  if (typeof value === 'string') return { members: 0, characters: value.length };
  if (typeof value !== 'object' || value === null) return { members: 0, characters: 0 };
  const all = Array.isArray(value) ? value : [...Object.keys(value), ...Object.values(value)];
  let members = Array.isArray(value) ? all.length : all.length / 2;
  let characters = 0;
  for (const each of all) {
    const size = measure(each);
    members = Math.max(members, size.members);
    characters = Math.max(characters, size.characters);
  }
  return { members, characters };
}

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
