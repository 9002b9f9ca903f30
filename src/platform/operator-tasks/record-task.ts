import { type AuditLogDeps, createAuditLog } from '../audit/index.ts';
import { loadNamedKey, type RecordCipher } from '../encryption/index.ts';
import { AppError } from '../errors.ts';
import type { OperatorTask } from './types.ts';

/** Tasks that only look, at nothing personal. */
const unrecorded = /\/(list|status|show)$/;

/** The task, with each run that changes or reads something recorded in the audit log as the operator's. */
export function recordTask(
  parts: Pick<AuditLogDeps, 'db' | 'clock'> & { readonly cipher: RecordCipher },
  name: string,
  task: OperatorTask,
): OperatorTask {
  if (unrecorded.test(name)) return task;
  const record = async (outcome: string) => {
    const { db, cipher } = parts;
    const key = await loadNamedKey(db, cipher, 'audit');
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
