import Type from 'typebox';
import type { TaskContext } from '../module.ts';
import { splitPartitions } from '../platform/db/index.ts';
import { defineOperatorTask, type OperatorTasks } from '../platform/operator-tasks/index.ts';

declare module '../platform/operator-tasks/types.ts' {
  interface OperatorTaskTable extends ReturnType<typeof serviceTasks> {}
}

export function serviceTasks({ storage }: TaskContext) {
  const Split = Type.Object({ rowsPerSecond: Type.Integer({ minimum: 1 }) });
  return {
    'partitions/split': defineOperatorTask(Split, async ({ rowsPerSecond }, { signal, report }) => {
      const tables = await splitPartitions(storage.database, {
        ...{ rowsPerSecond, signal },
        onProgress: (progress) => report({ ...progress }),
      });
      return { tables };
    }),
  } satisfies OperatorTasks;
}
