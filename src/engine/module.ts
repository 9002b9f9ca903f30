import { defineModule } from '../module.ts';
import { engineSettings } from './settings.ts';

/** The face networks, behind the port `FaceEngine`. */
export const engineModule = defineModule({
  name: 'engine',
  settings: engineSettings,
  commands: {
    models: async () => (await import('./commands/models-command.ts')).modelsCommand(),
    setup: async () => (await import('./commands/setup.ts')).setUpCommand(),
  },
  open: async (context) => (await import('./open.ts')).openEngine(context),
});
