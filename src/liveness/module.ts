import { defineModule } from '../module.ts';
import { livenessSealedTables } from './sealed-tables.ts';
import { livenessSettings } from './settings.ts';

/** Liveness sessions: movements asked step by step, judged by the server. */
export const livenessModule = defineModule({
  name: 'liveness',
  settings: livenessSettings,
  sealedTables: livenessSealedTables,
  commands: { liveness: async () => (await import('./commands/liveness-command.ts')).livenessCommand() },
  open: async (context) => (await import('./open.ts')).openLiveness(context),
});
