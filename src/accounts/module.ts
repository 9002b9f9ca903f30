import { defineModule } from '../module.ts';
import {
  accountAuditActions,
  accountChallengeIdKind,
  accountIdKind,
  accountInvitationIdKind,
  accountSessionIdKind,
  accountsSealedTables,
} from './declarations.ts';
import { accountsSettings } from './settings.ts';

export const accountsModule = defineModule({
  name: 'accounts',
  auditActions: accountAuditActions,
  idKinds: [accountIdKind, accountChallengeIdKind, accountInvitationIdKind, accountSessionIdKind],
  settings: accountsSettings,
  sealedTables: accountsSealedTables,
  commands: { accounts: async () => (await import('./commands/accounts-command.ts')).accountsCommand() },
  open: async (context) => (await import('./open.ts')).openAccounts(context),
  operatorTasks: async (context) => (await import('./operator-tasks.ts')).accountsTasks(context),
});
