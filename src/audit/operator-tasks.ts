import Type from 'typebox';
import { loadSigningKeys, type SigningKeys } from '../access/index.ts';
import type { TaskContext } from '../module.ts';
import { AuditError, verifyAudit } from '../platform/audit/index.ts';
import { loadNamedKey } from '../platform/encryption/index.ts';
import {
  defineOperatorTask,
  OperatorTaskError,
  type OperatorTasks,
} from '../platform/operator-tasks/index.ts';
import { writeExportFile } from './export-audit.ts';
import { verifyExport } from './verify-export.ts';

declare module '../platform/operator-tasks/types.ts' {
  interface OperatorTaskTable extends ReturnType<typeof auditTasks> {}
}

export function auditTasks({ storage, clock, baseUrl, log }: TaskContext) {
  const { db } = storage.database;
  const withKeys = async <Result>(use: (keys: SigningKeys) => Promise<Result>): Promise<Result> => {
    const keys = await loadSigningKeys({
      db,
      cipher: storage.cipher,
      clock,
      onError: (error) => log.error({ error }, 'signing keys could not be read'),
    });
    try {
      return await use(keys);
    } finally {
      keys.stop();
    }
  };
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
        events: await withKeys((keys) =>
          writeExportFile({ auditDb: db, clock, keys, issuer: baseUrl }, to, {
            filter: { from: parseMoment('from', from), to: parseMoment('until', until) },
            signal,
            onEvents: (events) => report({ events }),
          }),
        ),
      }),
    ),

    'audit/verify-export': defineOperatorTask(
      Type.Object({ file: Type.String() }),
      async ({ file }, { signal, report }) => {
        const auditKey = await loadNamedKey(db, storage.cipher, 'audit');
        return await withKeys((keys) =>
          verifyExport(file, {
            keys: { keys: [...keys.publicKeys().keys] },
            auditKey,
            signal,
            onProgress: (events) => report({ events }),
          }),
        );
      },
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
