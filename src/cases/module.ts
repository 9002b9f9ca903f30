import { defineModule } from '../module.ts';
import {
  caseAttachmentIdKind,
  caseAuditActions,
  caseDecisionIdKind,
  caseIdKind,
  casesSealedTables,
} from './declarations.ts';
import { casesSettings } from './settings.ts';

export const casesModule = defineModule({
  name: 'cases',
  auditActions: caseAuditActions,
  idKinds: [caseIdKind, caseAttachmentIdKind, caseDecisionIdKind],
  settings: casesSettings,
  sealedTables: casesSealedTables,
  open: async (context) => (await import('./open.ts')).openCases(context),
});
