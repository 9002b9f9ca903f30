import type { Static, TSchema } from 'typebox';

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

/** The input of a task. */
export type TaskInput<Name extends OperatorTaskName> =
  OperatorTaskTable[Name] extends OperatorTask<infer Input> ? Plain<Static<Input>> : never;

/** The result of a task, as the command receives it. */
export type TaskOutput<Name extends OperatorTaskName> =
  OperatorTaskTable[Name] extends OperatorTask<TSchema, infer Output> ? Plain<Output> : never;

/** Tasks by name: the command's words with a slash between, such as `registry/import`. */
export type OperatorTasks = Readonly<Record<string, OperatorTask>>;

/** One run of a task that a command asks for. */
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
