import type { TSchema } from 'typebox';

/** What a task tells while it runs, to be shown: plain JSON, nothing personal. */
export type TaskProgress = Readonly<Record<string, unknown>>;

export type OperatorTaskContext = {
  /** Aborted when the operator gives up, or the process that runs the task stops. */
  readonly signal: AbortSignal;
  /** May be called often; whoever shows it decides how often that is seen. */
  readonly report: (progress: TaskProgress) => void;
};

/** Work on the deployment's storage that a command asks for, in whichever process holds the storage. */
export type OperatorTask = {
  readonly input: TSchema;
  /** Resolves to plain JSON. Rejects with `operator_task_input_invalid` for an input unlike the schema. */
  run(input: unknown, context: OperatorTaskContext): Promise<unknown>;
};

/** Tasks by name: the command's words with a slash between, such as `registry/import`. */
export type OperatorTasks = Readonly<Record<string, OperatorTask>>;

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
