import { defineModule } from '../module.ts';

/** The main job on sample photos, checked. */
export const demoModule = defineModule({
  name: 'demo',
  commands: { demo: async (application) => (await import('./demo-command.ts')).demoCommand(application) },
});
