import { defineModule } from '../module.ts';
import { peopleAuditActions } from './audit-actions.ts';
import { peopleSealedTables } from './sealed-tables.ts';
import { peopleSettings } from './settings.ts';

/** The module of people: persons by CPF, data sets, public lists and providers. */
export const peopleModule = defineModule({
  name: 'people',
  auditActions: peopleAuditActions,
  settings: peopleSettings,
  sealedTables: peopleSealedTables,
  commands: {
    people: async () => (await import('./commands/people/people-command.ts')).peopleCommand(),
    providers: async () => (await import('./commands/providers/providers-command.ts')).providersCommand(),
    sources: async () => (await import('./commands/sources/sources-command.ts')).sourcesCommand(),
  },
  open: async (context) => (await import('./open.ts')).openPeople(context),
  operatorTasks: async (context) => ({
    ...(await import('./data-set-tasks.ts')).peopleTasks(context),
    ...(await import('./source-tasks.ts')).sourceTasks(context),
  }),
});
