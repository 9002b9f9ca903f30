import Type from 'typebox';
import type { TaskContext } from '../module.ts';
import { splitPartitions } from '../platform/db/index.ts';
import { endHold } from '../platform/deployment/index.ts';
import { defineOperatorTask, type OperatorTasks } from '../platform/operator-tasks/index.ts';

declare module '../platform/operator-tasks/types.ts' {
  interface OperatorTaskTable extends ReturnType<typeof serviceTasks> {}
}

export function serviceTasks({ storage }: TaskContext) {
  const Nothing = Type.Object({});
  const Split = Type.Object({ rowsPerSecond: Type.Integer({ minimum: 1 }) });
  return {
    'deployment/resume': defineOperatorTask(Nothing, async () => ({
      isResumed: await endHold(storage.database.db),
    })),
    'partitions/split': defineOperatorTask(Split, async ({ rowsPerSecond }, { signal, report }) => {
      const tables = await splitPartitions(storage.database, {
        ...{ rowsPerSecond, signal },
        onProgress: (progress) => report({ ...progress }),
      });
      return { tables };
    }),
  } satisfies OperatorTasks;
}
