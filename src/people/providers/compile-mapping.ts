import jsonata from 'jsonata';
import { BoundedProcess } from '../../platform/processes.ts';

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
  const expression = jsonata(text, { timeout: limits.timeoutMs, stack: limits.depth, sequence: maxSequence });
  expression.registerFunction('eval', () => {
    throw new TypeError('a mapping may not make mappings');
  });
  return async (body, status) => {
    const result: unknown = await expression.evaluate(body, { status });
    // Lists of JSONata carry members of their own; only what JSON can say is kept.
    return result === undefined || result === null ? undefined : JSON.parse(JSON.stringify(result));
  };
}

export type AnswerMapper = AsyncDisposable & {
  /**
   * The mapped body of an answer; undefined for nothing. Rejects when the body is no JSON and when the mapping fails.
   * Rejects with `ProcessLimitError` when it does not end, as a regular expression may not.
   */
  map(
    mapping: string,
    limits: MappingLimits,
    answer: { readonly body: string; readonly status: number },
  ): Promise<unknown>;
};

/** Heap of the process, in megabytes. An answer has 20 MB at most. */
const memoryMb = 512;
/** Time beside the mapping's own, for reading a large answer. */
const readingMs = 500;

/** A mapper with a process of its own, which does one answer at a time and starts with the first one. */
export function createAnswerMapper(): AnswerMapper {
  const child = new BoundedProcess({ module: new URL('./mapping-worker.ts', import.meta.url), memoryMb });
  return {
    map: (mapping, limits, { body, status }) =>
      child.run({ mapping, limits, body, status }, limits.timeoutMs + readingMs),
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}
