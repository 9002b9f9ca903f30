import Type from 'typebox';
import { createBackup, verifyBackup } from '../backup/index.ts';
import { createFileImageStore } from '../images/index.ts';
import { imagesPath } from '../open-storage.ts';
import { defineOperatorTask, type OperatorTasks } from '../platform/operator-tasks/index.ts';
import type { TaskParts } from './parts.ts';

export function backupTasks({ storage, clock }: TaskParts): OperatorTasks {
  const { database, cipher, folder } = storage;
  const File = Type.Object({ file: Type.String() });
  return {
    'backup/create': defineOperatorTask(File, async ({ file }, { signal, report }) => {
      const store = createFileImageStore({ directory: imagesPath(folder.directory) });
      const onProgress = (progress: object) => report({ ...progress });
      return await createBackup({ database, cipher, store, clock }, file, { signal, onProgress });
    }),
    'backup/verify': defineOperatorTask(File, async ({ file }, { signal, report }) =>
      verifyBackup(cipher, file, { signal, onProgress: (progress) => report({ ...progress }) }),
    ),
  };
}
