import Type from 'typebox';
import { createCpfIndex, importPeople, listImports, listQuarantine, PeopleError } from '../people/index.ts';
import { loadNamedKey } from '../platform/encryption/index.ts';
import { defineOperatorTask, type OperatorTasks } from '../platform/operator-tasks/index.ts';
import type { TaskParts } from './parts.ts';
import { toPlain } from './to-plain.ts';

export function peopleTasks({ config, storage, clock }: TaskParts): OperatorTasks {
  const { database, cipher } = storage;
  const { db } = database;
  return {
    'people/import': defineOperatorTask(
      Type.Object({
        /** Absolute, as the process that runs the task may have another working directory. */
        path: Type.String(),
        format: Type.Union([Type.Literal('csv'), Type.Literal('ndjson')]),
        mappingPath: Type.Optional(Type.String()),
        dataDate: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
      }),
      async (options, { signal, report }) => {
        const cpfIndex = createCpfIndex(await loadNamedKey(db, cipher, 'cpf-index'));
        const { importMaxRowBytes: maxRowBytes, importQuarantineRows: maxQuarantined } = config.people;
        return toPlain(
          await importPeople(
            { database, cipher, cpfIndex, clock, maxRowBytes, maxQuarantined },
            { ...options, signal, onProgress: report },
          ),
        );
      },
    ),

    'people/imports': defineOperatorTask(Type.Object({}), async () => toPlain(await listImports(db))),

    'people/quarantine': defineOperatorTask(
      Type.Object({
        importId: Type.Optional(Type.Integer({ minimum: 1 })),
        limit: Type.Integer({ minimum: 1, maximum: 10_000 }),
      }),
      async ({ importId, limit }) => {
        const imports = await listImports(db, 1_000);
        const found = importId === undefined ? imports[0] : imports.find(({ id }) => id === importId);
        if (found === undefined) throw new PeopleError('people_import_unknown');
        const rows = await listQuarantine(db, { importId: found.id }, limit);
        return toPlain({ import: found, rows });
      },
    ),
  };
}
