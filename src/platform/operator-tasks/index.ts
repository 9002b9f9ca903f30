export { defineOperatorTask, recordTask } from './define-operator-task.ts';
export { OperatorTaskError } from './errors.ts';
export {
  type OperatorTask,
  type OperatorTaskContext,
  type OperatorTaskName,
  type OperatorTasks,
  type Plain,
  type TaskInput,
  type TaskLine,
  type TaskOutput,
  type TaskProgress,
  type TaskRun,
  toPlain,
} from './types.ts';
