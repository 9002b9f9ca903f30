import Type from 'typebox';
import type { TaskContext } from '../module.ts';
import { defineOperatorTask, type OperatorTasks } from '../platform/operator-tasks/index.ts';
import { getRegistryStatus, listRefusedRows } from './get-registry-status.ts';
import { importRegistry } from './import/import-registry.ts';
import { parseSelection } from './import/parse-selection.ts';
import { pruneRegistry, rollbackRegistry } from './rollback-registry.ts';
import type { registrySettings } from './settings.ts';
import { importTaxRegimes, rollBackTaxRegimes } from './tax/import-tax-regimes.ts';

declare module '../platform/operator-tasks/types.ts' {
  interface OperatorTaskTable extends ReturnType<typeof registryTasks> {}
}

export function registryTasks({ config, storage, clock }: TaskContext<typeof registrySettings>) {
  const { database } = storage;
  return {
    'registry/import': defineOperatorTask(
      Type.Object({
        /** Absolute, as the process that runs the task may have another working directory. */
        directory: Type.String(),
        only: Type.Optional(Type.String()),
        cnpjList: Type.Optional(Type.String()),
        month: Type.Optional(Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$' })),
        force: Type.Optional(Type.Boolean()),
      }),
      async ({ directory, only, cnpjList, month, force }, { signal, report }) => {
        const selection = await parseSelection({ only, cnpjList });
        return await importRegistry(
          { database, clock },
          {
            directory,
            selection,
            dataMonth: month,
            ignoreChecks: force,
            databaseFolder: database.kind === 'embedded' ? config.storage.dataDir : undefined,
            onProgress: report,
            signal,
          },
        );
      },
    ),

    'registry/import-tax': defineOperatorTask(
      Type.Object({
        /** Absolute, as the process that runs the task may have another working directory. */
        directory: Type.String(),
      }),
      async ({ directory }, { signal, report }) =>
        await importTaxRegimes({ database, clock }, { directory, signal, onProgress: report }),
    ),

    'registry/rollback-tax': defineOperatorTask(
      Type.Object({}),
      async () => await rollBackTaxRegimes({ database }),
    ),

    'registry/status': defineOperatorTask(Type.Object({}), async () => {
      const status = await getRegistryStatus(database);
      return { ...status, current: status.current ?? null };
    }),

    'registry/rollback': defineOperatorTask(
      Type.Object({}),
      async () => await rollbackRegistry({ database, clock }),
    ),

    'registry/prune': defineOperatorTask(Type.Object({}), async () => ({
      pruned: await pruneRegistry(database),
    })),

    'registry/refused-rows': defineOperatorTask(
      Type.Object({
        generation: Type.Optional(Type.Integer({ minimum: 1 })),
        after: Type.Optional(Type.Object({ file: Type.String(), line: Type.Integer() })),
        limit: Type.Integer({ minimum: 1, maximum: 1000 }),
      }),
      async ({ generation, after, limit }) =>
        await listRefusedRows(database.db, { generation, after, limit }),
    ),
  } satisfies OperatorTasks;
}
