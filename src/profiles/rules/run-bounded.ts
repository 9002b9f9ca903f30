import { createContext, Script } from 'node:vm';

/**
 * Runs synchronous work with a limit on its time; throws `RuleTimeoutError` when it passes. The script is ours and
 * fixed: `node:vm` is used for its watchdog alone, which also ends loops inside a regular expression.
 */
export function runBounded<T>(work: () => T, timeoutMs: number): T {
  let result: { readonly value: T } | undefined;
  box.run = () => {
    result = { value: work() };
  };
  try {
    script.runInContext(context, { timeout: timeoutMs });
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw new RuleTimeoutError();
    throw error;
  } finally {
    box.run = undefined;
  }
  return result!.value;
}

/** The rules took longer than they may. */
export class RuleTimeoutError extends Error {
  override readonly name = 'RuleTimeoutError';
}

const box: { run: (() => void) | undefined } = { run: undefined };
const context = createContext(box);
const script = new Script('run()');
