import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { type AuditLogDeps, createAuditLog } from '../audit/index.ts';
import { describeFindings } from '../describe-findings.ts';
import { loadNamedKey, type RecordCipher } from '../encryption/index.ts';
import { AppError } from '../errors.ts';
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

/** Tasks that only look, at nothing personal. */
const unrecorded = /\/(list|status|show)$/;

/** The task, with each run that changes or reads something recorded in the audit log as the operator's. */
export function recordTask(
  parts: Pick<AuditLogDeps, 'db' | 'clock'> & { readonly cipher: RecordCipher },
  name: string,
  task: OperatorTask,
): OperatorTask {
  if (unrecorded.test(name)) return task;
  const record = async (outcome: string) => {
    const { db, cipher } = parts;
    const key = await loadNamedKey(db, cipher, 'audit');
    const log = createAuditLog({ db, key, clock: parts.clock });
    await log.record({ actor: { kind: 'operator' }, action: `operator.${name}`, outcome });
  };
  return {
    input: task.input,
    async run(input, context) {
      const result = await task.run(input, context).catch(async (error: unknown) => {
        await record(error instanceof AppError ? error.code : 'internal_error');
        throw error;
      });
      await record('done');
      return result;
    },
  };
}
