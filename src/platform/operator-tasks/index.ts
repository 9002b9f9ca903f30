export { defineOperatorTask } from './define-operator-task.ts';
export { OperatorTaskError } from './errors.ts';
export { recordTask } from './record-task.ts';
export { type Plain, toPlain } from './to-plain.ts';
export type {
  OperatorTask,
  OperatorTaskContext,
  OperatorTaskName,
  OperatorTasks,
  TaskInput,
  TaskLine,
  TaskOutput,
  TaskProgress,
  TaskRun,
} from './types.ts';
