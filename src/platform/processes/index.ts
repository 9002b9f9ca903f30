export { answerTasks } from './answer-tasks.ts';
export { BoundedProcess, type BoundedProcessOptions, ProcessLimitError } from './bounded-process.ts';
