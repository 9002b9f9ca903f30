export { defineOperatorTask } from './define-operator-task.ts';
export { OperatorTaskError, operatorTaskErrorCatalogue } from './errors.ts';
export {
  type OperatorTask,
  type OperatorTaskContext,
  type OperatorTasks,
  type TaskLine,
  TaskLineSchema,
  type TaskProgress,
} from './types.ts';
