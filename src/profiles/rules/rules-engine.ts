import { BoundedProcess, ProcessLimitError } from '../../platform/processes/index.ts';
import { type DecideInput, type Decision, decide, outOfTime } from './evaluate-rules.ts';
import { areQuick } from './measure-rules.ts';

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
