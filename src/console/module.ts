import { defineModule } from '../module.ts';

/** The web console: its built files at /console. */
export const consoleModule = defineModule({
  name: 'console',
  open: async (context) => (await import('./open.ts')).openConsole(context),
});
