import { defineModule } from '../module.ts';

export const demoModule = defineModule({
  name: 'demo',
  commands: { demo: async (application) => (await import('./demo-command.ts')).demoCommand(application) },
});
