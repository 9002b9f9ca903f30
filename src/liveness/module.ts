import { defineModule } from '../module.ts';
import type { OperatorTasks } from '../platform/operator-tasks/index.ts';
import { livenessAuditActions, livenessSealedTables, livenessSessionIdKind } from './declarations.ts';
import { livenessSettings } from './settings.ts';

/** Liveness sessions: movements asked step by step, judged by the server. */
export const livenessModule = defineModule({
  name: 'liveness',
  auditActions: livenessAuditActions,
  idKinds: [livenessSessionIdKind],
  settings: livenessSettings,
  sealedTables: livenessSealedTables,
  commands: { liveness: async () => (await import('./commands/liveness-command.ts')).livenessCommand() },
  operatorTasks: async (context): Promise<OperatorTasks> =>
    (await import('./operator-tasks.ts')).livenessTasks(context),
  open: async (context) => (await import('./open.ts')).openLiveness(context),
});
