import { createAuditLog } from '../platform/audit/index.ts';
import { loadNamedKey } from '../platform/encryption/index.ts';
import { AppError } from '../platform/errors.ts';
import type { OperatorTask } from '../platform/operator-tasks/index.ts';
import type { TaskParts } from './parts.ts';

/** Tasks that only look, at nothing personal. */
const unrecorded = /\/(list|status|show)$/;

/** The task, with each run that changes or reads something recorded in the audit log as the operator's. */
export function recordTask(parts: TaskParts, name: string, task: OperatorTask): OperatorTask {
  if (unrecorded.test(name)) return task;
  const record = async (outcome: string) => {
    const { db } = parts.storage.database;
    const key = await loadNamedKey(db, parts.storage.cipher, 'audit');
    const log = createAuditLog({ db, key, clock: parts.clock });
    await log.record({ actor: { kind: 'operator' }, action: `operator.${name}`, outcome });
  };
  return {
    input: task.input,
    async run(input, context) {
      const result = await task.run(input, context).catch(async (error: unknown) => {
        await record(error instanceof AppError ? error.code : 'internal_error');
        throw error;
      });
      await record('done');
      return result;
    },
  };
}
