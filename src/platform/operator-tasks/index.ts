export { OperatorTaskError } from './errors.ts';
export {
  defineOperatorTask,
  type OperatorTaskName,
  type OperatorTasks,
  type Plain,
  recordTask,
  type TaskInput,
  type TaskLine,
  type TaskOutput,
  type TaskProgress,
  type TaskRun,
  toPlain,
} from './types.ts';
