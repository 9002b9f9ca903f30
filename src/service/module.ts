import { defineModule } from '../module.ts';

/** Health, figures, readiness, and the commands that a running server carries out. */
export const serviceModule = defineModule({
  name: 'service',
  commands: {
    serve: async () => (await import('./commands/serve.ts')).serveCommand(),
    migrate: async () => (await import('./commands/migrate.ts')).migrateCommand(),
  },
  open: async (context) => (await import('./open.ts')).openService(context),
});
