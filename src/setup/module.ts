import { defineModule } from '../module.ts';

/** Help for an operator before the service runs: its files, and a look at the machine. */
export const setupModule = defineModule({
  name: 'setup',
  commands: {
    init: async () => (await import('./commands/init.ts')).initCommand(),
    doctor: async () => (await import('./commands/doctor.ts')).doctorCommand(),
  },
});
