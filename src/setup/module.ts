import { defineModule } from '../module.ts';

/** Help for an operator before the service runs: its files, and a look at the machine. */
export const setupModule = defineModule({
  name: 'setup',
  commands: {
    init: async (application) => (await import('./commands/init.ts')).initCommand(application),
    doctor: async (application) => (await import('./commands/doctor.ts')).doctorCommand(application),
  },
});
