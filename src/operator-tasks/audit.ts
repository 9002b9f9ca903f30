import Type from 'typebox';
import { AuditError, exportEvents, verifyAudit } from '../platform/audit/index.ts';
import { loadNamedKey } from '../platform/encryption/index.ts';
import {
  defineOperatorTask,
  OperatorTaskError,
  type OperatorTasks,
} from '../platform/operator-tasks/index.ts';
import type { TaskParts } from './parts.ts';

export function auditTasks({ storage }: TaskParts): OperatorTasks {
  const { db } = storage.database;
  return {
    'audit/verify': defineOperatorTask(Type.Object({}), async (_input, { signal, report }) => {
      const key = await loadNamedKey(db, storage.cipher, 'audit');
      const verification = await verifyAudit(db, key, { signal, onProgress: (events) => report({ events }) });
      if (verification.faults.length > 0) {
        throw new AuditError('audit_broken', {
          problems: verification.faults.slice(0, 100).map(({ chain, sequence, fault }) => ({
            path: `${chain}/${sequence}`,
            message: fault,
          })),
        });
      }
      return verification;
    }),

    'audit/export': defineOperatorTask(
      Type.Object({
        to: Type.String(),
        from: Type.Optional(Type.String()),
        until: Type.Optional(Type.String()),
      }),
      async ({ to, from, until }, { signal, report }) => ({
        events: await exportEvents(db, to, {
          from: parseMoment('from', from),
          to: parseMoment('until', until),
          signal,
          onProgress: (events) => report({ events }),
        }),
      }),
    ),
  };
}

function parseMoment(option: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const moment = new Date(text);
  if (!Number.isNaN(moment.getTime())) return moment;
  throw new OperatorTaskError('operator_task_input_invalid', {
    problems: [{ path: option, message: 'is not a moment such as 2026-11-01 or 2026-11-01T12:00:00Z' }],
  });
}
