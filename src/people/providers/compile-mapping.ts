import jsonata from 'jsonata';

export type MapAnswer = (body: unknown, status: number) => Promise<unknown>;

export type MappingLimits = {
  readonly timeoutMs: number;
  /** Calls within each other at most. */
  readonly depth: number;
};

/** Maximum members of all lists that a mapping makes. No valid answer has more. */
const maxSequence = 100_000;

/**
 * A mapping in JSONata, ready to be used: gives what it makes of an answer's body, undefined for nothing. `$status`
 * is the answer's status. Throws (here) for what is no JSONata; the mapping rejects when it runs longer or nests
 * deeper than it may. `$eval` is not there.
 *
 * NOTE: a regular expression within it is not interrupted here: that takes the process of `createAnswerMapper`.
 */
export function compileMapping(text: string, limits: MappingLimits): MapAnswer {
  const expression = jsonata(text, {
    timeout: limits.timeoutMs,
    stack: limits.depth,
    sequence: maxSequence,
  });
  expression.registerFunction('eval', () => {
    throw new TypeError('a mapping may not make mappings');
  });
  return async (body, status) => {
    const result: unknown = await expression.evaluate(body, { status });
    // Lists of JSONata carry members of their own; only what JSON can say is kept.
    return result === undefined || result === null ? undefined : JSON.parse(JSON.stringify(result));
  };
}
