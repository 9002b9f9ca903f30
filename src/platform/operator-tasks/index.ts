export { defineOperatorTask } from './define-operator-task.ts';
export { OperatorTaskError } from './errors.ts';
export type {
  OperatorTask,
  OperatorTaskContext,
  OperatorTasks,
  TaskLine,
  TaskProgress,
} from './types.ts';
