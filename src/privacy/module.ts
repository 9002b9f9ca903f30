import { defineModule } from '../module.ts';
import type { AuditActions } from '../platform/audit/index.ts';
import type { SealedTable } from '../platform/encryption/index.ts';
import { erasureIdKind, holdIdKind, sealedHold } from './declarations.ts';
import { privacySettings } from './settings.ts';

const privacyAuditActions = {
  'hold.end': { meaning: 'a hold on a person was ended; `detail` names it', target: 'person' },
  'hold.list': { meaning: 'holds on people were listed', target: 'person' },
  'hold.set': { meaning: 'a hold was set on a person; `detail` names it', target: 'person' },
  'operator.holds/end': { meaning: 'a hold on a person was ended' },
  'operator.holds/set': { meaning: 'a hold was set on a person' },
  'person.erase-ask': {
    meaning: 'the erasure of a person was asked for, and waits for a second person',
    target: 'person',
  },
  'person.erase': { meaning: 'a person was erased; `detail` names the receipt', target: 'person' },
  'person.export': { meaning: 'everything known of a person was exported', target: 'person' },
} as const satisfies AuditActions;

declare module '../platform/audit/types.ts' {
  interface AuditActionTable extends Record<keyof typeof privacyAuditActions, object> {}
}

const privacySealedTables: readonly SealedTable[] = [sealedHold];

export const privacyModule = defineModule({
  name: 'privacy',
  auditActions: privacyAuditActions,
  idKinds: [erasureIdKind, holdIdKind],
  settings: privacySettings,
  sealedTables: privacySealedTables,
  commands: {
    holds: async () => (await import('./commands/privacy-commands.ts')).holdsCommand(),
    retention: async () => (await import('./commands/privacy-commands.ts')).retentionCommand(),
  },
  open: async (context) => (await import('./open.ts')).openPrivacy(context),
  operatorTasks: async (context) => (await import('./operator-tasks.ts')).privacyTasks(context),
});
