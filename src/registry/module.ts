import { defineModule } from '../module.ts';
import type { AuditActions } from '../platform/audit/index.ts';
import { registrySettings } from './settings.ts';

const registryAuditActions = {
  'operator.registry/import': { meaning: 'a month of the registry was imported' },
  'operator.registry/import-tax': { meaning: 'tax regimes of companies were imported' },
  'operator.registry/prune': { meaning: 'old months of the registry were deleted' },
  'operator.registry/refused-rows': { meaning: 'refused rows of an import of the registry were read' },
  'operator.registry/rollback': { meaning: 'the registry went back to the month before' },
  'operator.registry/rollback-tax': { meaning: 'tax regimes went back to the import before' },
} as const satisfies AuditActions;

declare module '../platform/audit/types.ts' {
  interface AuditActionTable extends Record<keyof typeof registryAuditActions, object> {}
}

/** The registry of companies: imported, verified, looked up. */
export const registryModule = defineModule({
  name: 'registry',
  auditActions: registryAuditActions,
  settings: registrySettings,
  commands: { registry: async () => (await import('./commands/registry-command.ts')).registryCommand() },
  open: async (context) => (await import('./open.ts')).openRegistry(context),
  operatorTasks: async (context) => (await import('./operator-tasks.ts')).registryTasks(context),
});
