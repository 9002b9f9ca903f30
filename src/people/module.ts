import { defineModule } from '../module.ts';
import type { AuditActions } from '../platform/audit/index.ts';
import type { SealedTable } from '../platform/encryption/index.ts';
import { sealedPersonRecord } from './data-sets/person-records-store.ts';
import { sealedListEntry } from './lists/list-entries-store.ts';
import { sealedPerson } from './people-store.ts';
import { sealedProviderAnswer } from './providers/provider-answers-store.ts';
import { peopleSettings } from './settings.ts';

const peopleAuditActions = {
  'person.cpf': { meaning: 'the whole CPF of a person was read', target: 'person' },
  'person.history': { meaning: 'the changes of a person profile were read', target: 'person' },
  'person.search': { meaning: 'people were searched by name' },
  'person.read': { meaning: 'a person profile was read', target: 'person' },
  'operator.people/import': { meaning: 'a data set of people was imported' },
  'operator.people/imports': { meaning: 'the imports of people were listed' },
  'operator.people/refused-rows': { meaning: 'refused rows of an import of people were read' },
  'operator.people/rollback': { meaning: 'the last import of a data set of people was taken back' },
  'operator.sources/import': { meaning: 'a public list was imported' },
  'operator.sources/refused-rows': { meaning: 'refused rows of a list were read' },
  'operator.sources/rollback': { meaning: 'a public list went back to the one before' },
} as const satisfies AuditActions;

declare module '../platform/audit/types.ts' {
  interface AuditActionTable extends Record<keyof typeof peopleAuditActions, object> {}
}

const peopleSealedTables: readonly SealedTable[] = [
  sealedPerson,
  sealedPersonRecord,
  sealedListEntry,
  sealedProviderAnswer,
];

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
    ...(await import('./source-tasks.ts')).peopleTasks(context),
    ...(await import('./source-tasks.ts')).sourceTasks(context),
  }),
});
