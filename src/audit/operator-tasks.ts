import Type from 'typebox';
import type { TaskContext } from '../module.ts';
import { AuditError, exportEvents, verifyAudit } from '../platform/audit/index.ts';
import { loadNamedKey } from '../platform/encryption/index.ts';
import {
  defineOperatorTask,
  OperatorTaskError,
  type OperatorTasks,
} from '../platform/operator-tasks/index.ts';

declare module '../platform/operator-tasks/types.ts' {
  interface OperatorTaskTable extends ReturnType<typeof auditTasks> {}
}

export function auditTasks({ storage }: TaskContext) {
  const { db } = storage.database;
  return {
    'audit/verify': defineOperatorTask(Type.Object({}), async (_input, { signal, report }) => {
      const key = await loadNamedKey(db, storage.cipher, 'audit');
      const verification = await verifyAudit(db, key, {
        signal,
        onProgress: (events) => report({ events }),
        // Opening the storage begins the log.
        mustHaveBegun: true,
      });
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
  } satisfies OperatorTasks;
}

function parseMoment(option: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const moment = new Date(text);
  if (!Number.isNaN(moment.getTime())) return moment;
  throw new OperatorTaskError('operator_task_input_invalid', {
    problems: [{ path: option, message: 'is not a moment such as 2026-11-01 or 2026-11-01T12:00:00Z' }],
  });
}
