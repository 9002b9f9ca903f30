import { defineModule } from '../module.ts';
import type { AuditActions } from '../platform/audit/index.ts';
import { importIdKind } from './declarations.ts';
import { importsSettings } from './settings.ts';

const importAuditActions = {
  'import.list-refused': { meaning: 'refused rows of an import were listed', target: 'import' },
  'import.start': { meaning: 'an import or a download of a source was started', target: 'import' },
  'import.stop': { meaning: 'an import or a download of a source was stopped', target: 'import' },
  'source.rollback': { meaning: 'a source went back to the import before; `detail` says which' },
} as const satisfies AuditActions;

declare module '../platform/audit/types.ts' {
  interface AuditActionTable extends Record<keyof typeof importAuditActions, object> {}
}

export const importsModule = defineModule({
  name: 'imports',
  auditActions: importAuditActions,
  idKinds: [importIdKind],
  settings: importsSettings,
  open: async (context) => (await import('./open.ts')).openImports(context),
});
