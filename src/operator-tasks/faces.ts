import Type from 'typebox';
import { reembedFaces } from '../faces/index.ts';
import { defineOperatorTask, type OperatorTasks } from '../platform/operator-tasks/index.ts';
import type { TaskParts } from './parts.ts';

export function faceTasks({ storage, services }: TaskParts): OperatorTasks {
  return {
    'faces/reembed': defineOperatorTask(
      Type.Object({ parallel: Type.Integer({ minimum: 1, maximum: 256 }) }),
      async ({ parallel }, { signal, report }) => {
        const { routes } = await services();
        const { db, cipher, engine, store } = routes.faces;
        return await reembedFaces(
          { database: storage.database, db, cipher, engine, store },
          { parallel, signal, onProgress: (progress) => report({ ...progress }) },
        );
      },
    ),
  };
}
