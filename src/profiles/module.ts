import { defineModule } from '../module.ts';
import type { AuditActions } from '../platform/audit/index.ts';
import type { SealedTable } from '../platform/encryption/index.ts';
import type { OperatorTasks } from '../platform/operator-tasks/index.ts';
import {
  executionIdKind,
  historyEntryIdKind,
  queryTemplateIdKind,
  sealedAnswer,
  sealedDocument,
  sealedExecution,
  sealedHistory,
  sealedState,
} from './declarations.ts';
import { profilesSettings } from './settings.ts';

const profileAuditActions = {
  'execution.cancel': { meaning: 'an execution was cancelled', target: 'execution' },
  'execution.create': { meaning: 'a query template was run on a person or company', target: 'execution' },
  'execution.list': { meaning: 'executions were listed' },
  'execution.read': { meaning: 'an execution was read', target: 'execution' },
  'execution.run-again': {
    meaning: 'an execution was repeated; `detail` says which, the target is the new one',
    target: 'execution',
  },
  'query-template.create': { meaning: 'a query template was created', target: 'query template' },
  'query-template.delete': { meaning: 'a query template was deleted', target: 'query template' },
  'query-template.replace': { meaning: 'a query template was given a new version', target: 'query template' },
  'operator.templates/test': { meaning: 'a query template was tried' },
  'query-template.try': {
    meaning: 'a query template was tried on a person or company, with nothing recorded',
    target: 'query template',
  },
} as const satisfies AuditActions;

declare module '../platform/audit/types.ts' {
  interface AuditActionTable extends Record<keyof typeof profileAuditActions, object> {}
}

const profilesSealedTables: readonly SealedTable[] = [
  sealedDocument,
  sealedState,
  sealedExecution,
  sealedAnswer,
  sealedHistory,
];

export const profilesModule = defineModule({
  name: 'profiles',
  auditActions: profileAuditActions,
  idKinds: [executionIdKind, historyEntryIdKind, queryTemplateIdKind],
  settings: profilesSettings,
  sealedTables: profilesSealedTables,
  commands: {
    templates: async () => (await import('./commands/query-templates-command.ts')).queryTemplatesCommand(),
  },
  open: async (context) => (await import('./open.ts')).openProfiles(context),
  operatorTasks: async (context): Promise<OperatorTasks> =>
    (await import('./operator-tasks.ts')).queryTemplateTasks(context),
});
