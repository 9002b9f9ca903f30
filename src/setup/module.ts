import { defineModule } from '../module.ts';

export const setupModule = defineModule({
  name: 'setup',
  commands: {
    init: async (application) => (await import('./commands/init.ts')).initCommand(application),
    doctor: async (application) => (await import('./commands/doctor.ts')).doctorCommand(application),
  },
});
