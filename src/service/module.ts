import { defineModule } from '../module.ts';
import { processIdKind, serviceAuditActions } from './declarations.ts';

/** Health, figures, readiness, and the commands that a running server carries out. */
export const serviceModule = defineModule({
  name: 'service',
  auditActions: serviceAuditActions,
  idKinds: [processIdKind],
  commands: {
    serve: async (application) => (await import('./commands/serve.ts')).serveCommand(application),
    resume: async () => (await import('./commands/serve.ts')).resumeCommand(),
    migrate: async (application) => (await import('./commands/migrate.ts')).migrateCommand(application),
  },
  open: async (context) => (await import('./open.ts')).openService(context),
  operatorTasks: async (context) => (await import('./operator-tasks.ts')).serviceTasks(context),
});
