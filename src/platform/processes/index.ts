export {
  answerTasks,
  BoundedProcess,
  type BoundedProcessOptions,
  ProcessLimitError,
} from './bounded-process.ts';
