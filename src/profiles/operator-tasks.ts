import Type from 'typebox';
import type { TaskContext } from '../module.ts';
import { walkPages } from '../platform/cursors.ts';
import { parseCnpj, parseCpf } from '../platform/documents.ts';
import {
  defineOperatorTask,
  OperatorTaskError,
  type OperatorTasks,
} from '../platform/operator-tasks/index.ts';
import { testQueryTemplate } from './executions/test-query-template.ts';
import { profilesModule } from './module.ts';
import { findQueryTemplates } from './query-templates/query-templates-store.ts';
import type { profilesSettings } from './settings.ts';

/** Templates that one page of the database holds. */
const pageSize = 100;

declare module '../platform/operator-tasks/types.ts' {
  interface OperatorTaskTable extends ReturnType<typeof queryTemplateTasks> {}
}

export function queryTemplateTasks({ storage, use }: TaskContext<typeof profilesSettings>) {
  return {
    'templates/list': defineOperatorTask(Type.Object({}), async () => {
      const { db } = storage.database;
      const all = await Array.fromAsync(walkPages(pageSize, (page) => findQueryTemplates(db, page)));
      return {
        templates: all.map(({ id, version, isDefault, updatedAt, definition: { name = id, subject } }) => ({
          id,
          version,
          isDefault,
          updatedAt: updatedAt.toISOString(),
          name,
          subject,
        })),
      };
    }),

    'templates/test': defineOperatorTask(
      Type.Object({
        templateId: Type.String(),
        subject: Type.String(),
        attributes: Type.Record(Type.String(), Type.Unknown()),
      }),
      async ({ templateId, subject, attributes }, { signal }) => {
        const { profiles } = await use(profilesModule);
        return await testQueryTemplate(profiles, {
          template: { id: templateId },
          asksOthers: true,
          document: parseSubject(subject),
          attributes,
          signal,
        });
      },
    ),
  } satisfies OperatorTasks;
}

function parseSubject(text: string) {
  const cpf = parseCpf(text);
  if (cpf !== undefined) return { cpf };
  const cnpj = parseCnpj(text);
  if (cnpj !== undefined) return { cnpj };
  throw new OperatorTaskError('operator_task_input_invalid', {
    problems: [
      { path: '--subject', message: 'must be a CPF or a CNPJ, without mask, with valid check digits' },
    ],
  });
}
