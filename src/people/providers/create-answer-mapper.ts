import { BoundedProcess } from '../../platform/processes.ts';
import type { MappingLimits } from './compile-mapping.ts';

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
