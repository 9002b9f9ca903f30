import Type from 'typebox';
import type { TaskContext } from '../module.ts';
import { loadNamedKey } from '../platform/encryption/index.ts';
import { defineOperatorTask, type OperatorTasks } from '../platform/operator-tasks/index.ts';
import { importPeople } from './data-sets/import-people.ts';
import { listImports } from './data-sets/person-imports-store.ts';
import { rollBackPeople } from './data-sets/roll-back-people.ts';
import { PeopleError } from './errors.ts';
import { createCpfIndex } from './keyed-indexes.ts';
import { rowLimits } from './rows/read-rows.ts';
import { listRefusedRows } from './rows/refused-rows-store.ts';
import type { peopleSettings } from './settings.ts';

declare module '../platform/operator-tasks/types.ts' {
  interface OperatorTaskTable extends ReturnType<typeof peopleTasks> {}
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
          { database, cipher, cpfIndex, clock, ...rowLimits },
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
