import { createContext, Script } from 'node:vm';
import { answerTasks } from '../../platform/processes.ts';
import { type DecideInput, type Decision, decide, outOfTime } from './evaluate-rules.ts';
import { compileExpression } from './rule-language.ts';

type Task = { readonly input: DecideInput; readonly timeoutMs: number };

// The script is ours and fixed: `node:vm` is used for its watch alone, which also ends loops in a regular expression.
const box: { run: (() => void) | undefined } = { run: undefined };
const context = createContext(box);
const script = new Script('run()');

function decideInTime({ input, timeoutMs }: Task): Decision {
  // What is compiled is bounded by the limits on templates; the time is for the evaluation.
  for (const { when } of input.rules) compileExpression(when);
  let decision: Decision | undefined;
  box.run = () => {
    decision = decide(input);
  };
  try {
    script.runInContext(context, { timeout: timeoutMs });
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return outOfTime;
    throw error;
  } finally {
    box.run = undefined;
  }
  return decision!;
}

answerTasks(decideInTime);
