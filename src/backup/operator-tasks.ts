import Type from 'typebox';
import { openImageFiles } from '../images/index.ts';
import type { TaskContext } from '../module.ts';
import { defineOperatorTask, type OperatorTasks } from '../platform/operator-tasks/index.ts';
import { createBackup } from './create-backup.ts';

declare module '../platform/operator-tasks/types.ts' {
  interface OperatorTaskTable extends ReturnType<typeof backupTasks> {}
}

export function backupTasks({ config, storage, clock }: TaskContext) {
  const { database, cipher, folder } = storage;
  const Create = Type.Object({ file: Type.String(), isWithoutMissing: Type.Optional(Type.Boolean()) });
  return {
    'backup/create': defineOperatorTask(
      Create,
      async ({ file, isWithoutMissing = false }, { signal, report }) => {
        using photos = openImageFiles(config, folder.directory);
        const { store } = photos;
        const onProgress = (progress: object) => report({ ...progress });
        return await createBackup({ database, cipher, store, clock }, file, {
          signal,
          onProgress,
          isWithoutMissing,
        });
      },
    ),
  } satisfies OperatorTasks;
}
