import Type from 'typebox';
import type { TaskContext } from '../module.ts';
import { endHold } from '../platform/deployment/index.ts';
import { defineOperatorTask, type OperatorTasks } from '../platform/operator-tasks/index.ts';

declare module '../platform/operator-tasks/types.ts' {
  interface OperatorTaskTable extends ReturnType<typeof serviceTasks> {}
}

export function serviceTasks({ storage }: TaskContext) {
  const Nothing = Type.Object({});
  return {
    'deployment/resume': defineOperatorTask(Nothing, async () => ({
      isResumed: await endHold(storage.database.db),
    })),
  } satisfies OperatorTasks;
}
