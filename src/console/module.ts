import { defineModule } from '../module.ts';

export const consoleModule = defineModule({
  name: 'console',
  open: async (context) => (await import('./open.ts')).openConsole(context),
});
