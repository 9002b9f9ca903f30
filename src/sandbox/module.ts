import { defineModule } from '../module.ts';

export const sandboxModule = defineModule({
  name: 'sandbox',
  commands: {
    sandbox: async (application) => (await import('./commands/sandbox.ts')).sandboxCommand(application),
  },
  open: async (context) => (await import('./open.ts')).openSandbox(context),
});
