import Type from 'typebox';
import type { Config } from '../platform/config/index.ts';
import { defineOperatorTask, type OperatorTasks } from '../platform/operator-tasks/index.ts';
import {
  type CheckLimits,
  getRegistryStatus,
  importRegistry,
  listQuarantine,
  parseSelection,
  pruneRegistry,
  rollbackRegistry,
} from '../registry/index.ts';
import type { TaskParts } from './parts.ts';
import { toPlain } from './to-plain.ts';

export function registryTasks({ config, storage, clock }: TaskParts): OperatorTasks {
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
        const generation = await importRegistry(
          { database, clock },
          {
            directory,
            selection,
            dataMonth: month,
            ignoreChecks: force,
            limits: checkLimits(config.registry),
            quarantineRowsPerFile: config.registry.quarantineRowsPerFile,
            databaseFolder: database.kind === 'embedded' ? config.storage.dataDir : undefined,
            onProgress: report,
            signal,
          },
        );
        return toPlain(generation);
      },
    ),

    'registry/status': defineOperatorTask(Type.Object({}), async () => {
      const status = await getRegistryStatus(database);
      return toPlain({ ...status, current: status.current ?? null });
    }),

    'registry/rollback': defineOperatorTask(Type.Object({}), async () =>
      toPlain(await rollbackRegistry({ database, clock })),
    ),

    'registry/prune': defineOperatorTask(Type.Object({}), async () => ({
      pruned: await pruneRegistry(database),
    })),

    'registry/quarantine': defineOperatorTask(
      Type.Object({
        generation: Type.Optional(Type.Integer({ minimum: 1 })),
        after: Type.Optional(Type.Object({ file: Type.String(), line: Type.Integer() })),
        limit: Type.Integer({ minimum: 1, maximum: 1000 }),
      }),
      async ({ generation, after, limit }) => await listQuarantine(database.db, { generation, after, limit }),
    ),
  };
}

function checkLimits(config: Config['registry']): Partial<CheckLimits> {
  return {
    rowCountDifference: config.maxRowCountDifference,
    quarantined: config.maxQuarantined,
    duplicates: config.maxDuplicates,
    replacedCharacters: config.maxReplacedCharacters,
    shortPartnerDocuments: config.maxShortPartnerDocuments,
    orphanCodes: config.maxOrphanCodes,
  };
}
