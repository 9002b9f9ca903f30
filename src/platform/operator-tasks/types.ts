import type { Static, TSchema } from 'typebox';
import Format from 'typebox/format';
import { Value } from 'typebox/value';
import { type AuditLogDeps, createAuditLog } from '../audit/index.ts';
import { describeFindings } from '../describe-findings.ts';
import { loadNamedKey, type RecordCipher } from '../encryption/index.ts';
import { AppError } from '../errors.ts';
import { OperatorTaskError } from './errors.ts';

/** The progress of a task, for display: plain JSON, nothing personal. */
export type TaskProgress = Readonly<Record<string, unknown>>;

export type OperatorTaskContext = {
  /** Aborted when the operator gives up, or the process that runs the task stops. */
  readonly signal: AbortSignal;
  /** May be called often; whoever shows it decides how often that is seen. */
  readonly report: (progress: TaskProgress) => void;
};

/** Work on the deployment's storage that a command asks for, in whichever process holds the storage. */
export type OperatorTask<Input extends TSchema = TSchema, Output = unknown> = {
  readonly input: Input;
  /** Resolves to what becomes JSON. Rejects with `operator_task_input_invalid` for an input unlike the schema. */
  run(input: unknown, context: OperatorTaskContext): Promise<Output>;
};

/**
 * The tasks of all domains by name, for the compiler. Each domain adds its own beside their declaration:
 *
 * @example
 * declare module '../platform/operator-tasks/types.ts' {
 *   interface OperatorTaskTable extends ReturnType<typeof registryTasks> {}
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: domains add to it
export interface OperatorTaskTable {}

export type OperatorTaskName = keyof OperatorTaskTable & string;

export type TaskInput<Name extends OperatorTaskName> =
  OperatorTaskTable[Name] extends OperatorTask<infer Input> ? Plain<Static<Input>> : never;

/** The result of a task, as the command receives it. */
export type TaskOutput<Name extends OperatorTaskName> =
  OperatorTaskTable[Name] extends OperatorTask<TSchema, infer Output> ? Plain<Output> : never;

/** Tasks by name: the command's words with a slash between, such as `registry/import`. */
export type OperatorTasks = Readonly<Record<string, OperatorTask>>;

export type TaskRun = {
  readonly name: string;
  readonly input: object;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: TaskProgress) => void;
};

/** A line of the server's answer to a task: newline-delimited JSON, the result or the error last. */
export type TaskLine =
  | { progress: Record<string, unknown> }
  | { result: unknown }
  | {
      error: {
        code: string;
        kind: string;
        title: string;
        fix: string;
        detail?: string;
        problems?: { path: string; message: string }[];
      };
    };

/** A value after its way through JSON. */
export type Plain<Value> = Value extends Date
  ? string
  : Value extends object
    ? { readonly [Key in keyof Value]: Plain<Value[Key]> }
    : Value;

/** The value as it comes out of JSON: moments are texts, wherever the task ran. */
export function toPlain<Value>(value: Value): Plain<Value> {
  return JSON.parse(JSON.stringify(value ?? null)) as Plain<Value>;
}

// A leap second and the year 0 are right by RFC 3339, and nothing that every database can keep.
Format.Set('date-time', (text) => Format.IsDateTime(text) && new Date(text).getUTCFullYear() >= 1);

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
