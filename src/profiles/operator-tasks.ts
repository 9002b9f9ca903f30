import Type from 'typebox';
import type { TaskContext } from '../module.ts';
import { parseCnpj, parseCpf } from '../platform/documents/index.ts';
import {
  defineOperatorTask,
  OperatorTaskError,
  type OperatorTasks,
} from '../platform/operator-tasks/index.ts';
import { testTemplate } from './executions/test-template.ts';
import { profilesModule } from './module.ts';
import type { profilesSettings } from './settings.ts';
import { listTemplates } from './templates/list-templates.ts';

/** Templates that one page of the database holds. */
const pageSize = 100;

declare module '../platform/operator-tasks/types.ts' {
  interface OperatorTaskTable extends ReturnType<typeof templateTasks> {}
}

export function templateTasks({ storage, use }: TaskContext<typeof profilesSettings>) {
  return {
    'templates/list': defineOperatorTask(Type.Object({}), async () => {
      const templates = [];
      for (let cursor: string | undefined; ; ) {
        const page = await listTemplates(storage.database.db, { cursor, limit: pageSize });
        for (const { id, version, isDefault, updatedAt, definition } of page.templates) {
          const { name = id, subject } = definition;
          templates.push({ id, version, isDefault, updatedAt: updatedAt.toISOString(), name, subject });
        }
        cursor = page.nextCursor;
        if (cursor === undefined) return { templates };
      }
    }),

    'templates/test': defineOperatorTask(
      Type.Object({
        templateId: Type.String(),
        subject: Type.String(),
        attributes: Type.Record(Type.String(), Type.Unknown()),
      }),
      async ({ templateId, subject, attributes }, { signal }) => {
        const { profiles } = await use(profilesModule);
        return await testTemplate(profiles, {
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
