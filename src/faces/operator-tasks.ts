import Type from 'typebox';
import type { TaskContext } from '../module.ts';
import { defineOperatorTask, type OperatorTasks } from '../platform/operator-tasks/index.ts';
import { largestOperatorRaise } from './calibrate-threshold.ts';
import { type JudgedPairs, lowerThreshold, type MeasurementOutcome, raiseThreshold } from './cohort/index.ts';
import { FaceError } from './errors.ts';
import { facesModule } from './module.ts';
import { reembedFaces } from './reembed-faces.ts';
import type { facesSettings } from './settings.ts';

declare module '../platform/operator-tasks/types.ts' {
  interface OperatorTaskTable extends ReturnType<typeof faceTasks> {}
}

export function faceTasks({ storage, use }: TaskContext<typeof facesSettings>) {
  return {
    'faces/reembed': defineOperatorTask(
      Type.Object({ parallel: Type.Integer({ minimum: 1, maximum: 256 }) }),
      async ({ parallel }, { signal, report }) => {
        const { db, cipher, engine, store } = (await use(facesModule)).faces;
        return await reembedFaces(
          { database: storage.database, db, cipher, engine, store },
          { parallel, signal, onProgress: (progress) => report({ ...progress }) },
        );
      },
    ),
    'faces/measure': defineOperatorTask(
      Type.Object({}),
      async (_, { signal }): Promise<MeasurementOutcome> =>
        await (await use(facesModule)).measureFalseMatches(signal),
    ),
    'faces/lower-threshold': defineOperatorTask(
      Type.Object({ to: Type.Number({ minimum: 0, maximum: 1 }) }),
      async ({ to }) => {
        const { templateModel } = (await use(facesModule)).faces.engine.describe();
        const before = await storage.database.db
          .transaction()
          .execute((tx) => lowerThreshold(tx, templateModel, to));
        return { before, now: Math.min(before, to) };
      },
    ),
    'faces/raise-threshold': defineOperatorTask(
      Type.Object({ to: Type.Number({ minimum: 0, maximum: largestOperatorRaise }) }),
      async ({ to }) => {
        const { templateModel } = (await use(facesModule)).faces.engine.describe();
        const before = await storage.database.db
          .transaction()
          .execute((tx) => raiseThreshold(tx, templateModel, to));
        return { before, now: Math.max(before, to) };
      },
    ),
    'faces/judge-pairs': defineOperatorTask(
      Type.Object({
        templateModel: Type.String(),
        templates: Type.Array(Type.String()),
        pairs: Type.Array(Type.Tuple([Type.Integer({ minimum: 0 }), Type.Integer({ minimum: 0 })])),
      }),
      async ({ templateModel, templates, pairs }): Promise<JudgedPairs> => {
        const { cohort, faces } = await use(facesModule);
        if (faces.engine.describe().templateModel !== templateModel) {
          throw new FaceError('evaluation_model_differs');
        }
        return await cohort.judgePairs(
          templates.map((text) => new Uint8Array(Buffer.from(text, 'base64'))),
          pairs,
        );
      },
    ),
  } satisfies OperatorTasks;
}
