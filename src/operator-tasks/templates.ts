import Type from 'typebox';
import { parseCnpj, parseCpf } from '../platform/documents/index.ts';
import {
  defineOperatorTask,
  OperatorTaskError,
  type OperatorTasks,
} from '../platform/operator-tasks/index.ts';
import { listTemplates, testTemplate } from '../profiles/index.ts';
import type { TaskParts } from './parts.ts';

/** Templates that one page of the database holds. */
const pageSize = 100;

export function templateTasks({ storage, services }: TaskParts): OperatorTasks {
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
        const { profiles } = (await services()).routes;
        return await testTemplate(profiles, {
          templateId,
          document: parseSubject(subject),
          attributes,
          signal,
        });
      },
    ),
  };
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
