import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { describeFindings } from '../describe-findings.ts';
import { OperatorTaskError } from './errors.ts';
import type { OperatorTask, OperatorTaskContext } from './types.ts';

/**
 * A task whose input is checked against its schema before it runs.
 *
 * @example
 * const count = defineOperatorTask(Type.Object({ upTo: Type.Integer() }), async ({ upTo }, { report }) => {
 *   for (let i = 1; i <= upTo; i += 1) report({ i });
 *   return { counted: upTo };
 * });
 */
export function defineOperatorTask<Schema extends TSchema, Output>(
  input: Schema,
  run: (input: Static<Schema>, context: OperatorTaskContext) => Promise<Output>,
): OperatorTask<Schema, Output> {
  return {
    input,
    async run(value, context) {
      if (!Value.Check(input, value)) {
        const problems = describeFindings(Value.Errors(input, value), 'input');
        throw new OperatorTaskError('operator_task_input_invalid', { problems });
      }
      return await run(value as Static<Schema>, context);
    },
  };
}
