import Type from 'typebox';
import type { TaskContext } from '../module.ts';
import { loadNamedKey } from '../platform/encryption/index.ts';
import { defineOperatorTask, type OperatorTasks } from '../platform/operator-tasks/index.ts';
import { importPeople } from './data-sets/import-people.ts';
import { listImports } from './data-sets/person-imports-store.ts';
import { rollBackPeople } from './data-sets/roll-back-people.ts';
import { PeopleError } from './errors.ts';
import { createCpfIndex, createListIndex } from './keyed-indexes.ts';
import { type ListName, listNames } from './list-entry.ts';
import { importList } from './lists/import-list.ts';
import { listListGenerations } from './lists/list-generations-store.ts';
import { rollBackList } from './lists/put-list-in-service.ts';
import { probeProviders } from './providers/check-provider.ts';
import { listRefusedRows } from './rows/refused-rows-store.ts';
import type { peopleSettings } from './settings.ts';
import { getSourcesStatus } from './source-states.ts';

const ListSchema = Type.Unsafe<ListName>({ type: 'string', enum: [...listNames] });

declare module '../platform/operator-tasks/types.ts' {
  interface OperatorTaskTable extends ReturnType<typeof sourceTasks>, ReturnType<typeof peopleTasks> {}
}

export function sourceTasks({ settings, storage, clock }: TaskContext<typeof peopleSettings>) {
  const { database, cipher } = storage;
  const { db } = database;
  return {
    'sources/import': defineOperatorTask(
      Type.Object({
        list: ListSchema,
        /** Absolute, as the process that runs the task may have another working directory. */
        path: Type.String(),
        listDate: Type.Optional(Type.String({ format: 'date' })),
        isForced: Type.Optional(Type.Boolean()),
      }),
      async (options, { signal, report }) => {
        const cpfIndex = createCpfIndex(await loadNamedKey(db, cipher, 'cpf-index'));
        const listIndex = createListIndex(await loadNamedKey(db, cipher, 'list-index'));
        return await importList(
          { database, cipher, cpfIndex, listIndex, clock },
          { ...options, signal, onProgress: report },
        );
      },
    ),

    'sources/rollback': defineOperatorTask(
      Type.Object({ list: ListSchema, edition: Type.Optional(Type.String({ maxLength: 20 })) }),
      async (options) => await rollBackList({ database, clock }, options),
    ),

    'sources/status': defineOperatorTask(
      Type.Object({ probe: Type.Optional(Type.Boolean()) }),
      async ({ probe }) => {
        const status = await getSourcesStatus(db);
        const { providersFile, fetchAllow } = settings.people;
        const probes = probe === true ? await probeProviders({ providersFile, fetchAllow }) : undefined;
        return { ...status, probes };
      },
    ),

    'sources/refused-rows': defineOperatorTask(
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
        const rows = await listRefusedRows(db, { generation: found.id }, { limit });
        return { generation: found, rows };
      },
    ),
  } satisfies OperatorTasks;
}

export function peopleTasks({ storage, clock }: TaskContext<typeof peopleSettings>) {
  const { database, cipher } = storage;
  const { db } = database;
  return {
    'people/import': defineOperatorTask(
      Type.Object({
        /** Absolute, as the process that runs the task may have another working directory. */
        path: Type.String(),
        format: Type.Union([Type.Literal('csv'), Type.Literal('ndjson')]),
        mappingPath: Type.Optional(Type.String()),
        dataDate: Type.Optional(Type.String({ format: 'date' })),
      }),
      async (options, { signal, report }) => {
        const cpfIndex = createCpfIndex(await loadNamedKey(db, cipher, 'cpf-index'));
        return await importPeople(
          { database, cipher, cpfIndex, clock },
          { ...options, signal, onProgress: report },
        );
      },
    ),

    'people/imports': defineOperatorTask(Type.Object({}), async () => await listImports(db)),

    'people/rollback': defineOperatorTask(Type.Object({}), async () => await rollBackPeople({ database })),

    'people/refused-rows': defineOperatorTask(
      Type.Object({
        importId: Type.Optional(Type.Integer({ minimum: 1 })),
        limit: Type.Integer({ minimum: 1, maximum: 10_000 }),
      }),
      async ({ importId, limit }) => {
        const imports = await listImports(db, 1_000);
        const found = importId === undefined ? imports[0] : imports.find(({ id }) => id === importId);
        if (found === undefined) throw new PeopleError('people_import_unknown');
        const rows = await listRefusedRows(db, { importId: found.id }, { limit });
        return { import: found, rows };
      },
    ),
  } satisfies OperatorTasks;
}
