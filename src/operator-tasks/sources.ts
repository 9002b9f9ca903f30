import Type from 'typebox';
import {
  createCpfIndex,
  createListIndex,
  getSourcesStatus,
  importList,
  type ListName,
  listListGenerations,
  listNames,
  listQuarantine,
  PeopleError,
  probeProviders,
} from '../people/index.ts';
import { loadNamedKey } from '../platform/encryption/index.ts';
import { defineOperatorTask, type OperatorTasks } from '../platform/operator-tasks/index.ts';
import type { TaskParts } from './parts.ts';
import { toPlain } from './to-plain.ts';

const ListSchema = Type.Unsafe<ListName>({ type: 'string', enum: [...listNames] });

export function sourceTasks({ config, storage, clock }: TaskParts): OperatorTasks {
  const { database, cipher } = storage;
  const { db } = database;
  return {
    'sources/import': defineOperatorTask(
      Type.Object({
        list: ListSchema,
        /** Absolute, as the process that runs the task may have another working directory. */
        path: Type.String(),
        listDate: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
      }),
      async (options, { signal, report }) => {
        const cpfIndex = createCpfIndex(await loadNamedKey(db, cipher, 'cpf-index'));
        const listIndex = createListIndex(await loadNamedKey(db, cipher, 'list-index'));
        const { importMaxRowBytes: maxRowBytes, importQuarantineRows: maxQuarantined } = config.people;
        return toPlain(
          await importList(
            { database, cipher, cpfIndex, listIndex, clock, maxRowBytes, maxQuarantined },
            { ...options, signal, onProgress: report },
          ),
        );
      },
    ),

    'sources/status': defineOperatorTask(
      Type.Object({ probe: Type.Optional(Type.Boolean()) }),
      async ({ probe }) => {
        const status = await getSourcesStatus(db);
        if (probe !== true) return toPlain(status);
        const { providersFile, fetchAllow } = config.people;
        return toPlain({ ...status, probes: await probeProviders({ providersFile, fetchAllow }) });
      },
    ),

    'sources/quarantine': defineOperatorTask(
      Type.Object({
        list: Type.Optional(ListSchema),
        generation: Type.Optional(Type.Integer({ minimum: 1 })),
        limit: Type.Integer({ minimum: 1, maximum: 10_000 }),
      }),
      async ({ list, generation, limit }) => {
        const found = (await listListGenerations(db)).find(
          (one) =>
            (list === undefined || one.list === list) && (generation === undefined || one.id === generation),
        );
        if (found === undefined) throw new PeopleError('people_import_unknown');
        const rows = await listQuarantine(db, { generation: found.id }, limit);
        return toPlain({ generation: found, rows });
      },
    ),
  };
}
