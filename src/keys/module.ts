import { defineModule } from '../module.ts';
import type { AuditActions } from '../platform/audit/index.ts';

const keyAuditActions = {
  'operator.keys/create': { meaning: 'a master key was made' },
  'operator.keys/rotate': { meaning: 'records were sealed under the current master key' },
} as const satisfies AuditActions;

declare module '../platform/audit/types.ts' {
  interface AuditActionTable extends Record<keyof typeof keyAuditActions, object> {}
}

/** The master key: listed, made, rotated. */
export const keysModule = defineModule({
  name: 'keys',
  auditActions: keyAuditActions,
  commands: { keys: async () => (await import('./commands/keys-command.ts')).keysCommand() },
  operatorTasks: async (context) => (await import('./operator-tasks.ts')).keyTasks(context),
});
