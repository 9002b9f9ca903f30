import { defineModule } from '../module.ts';
import { caseAuditActions } from './audit-actions.ts';
import { caseAttachmentIdKind, caseDecisionIdKind, caseIdKind } from './id-kinds.ts';
import { casesSealedTables } from './sealed-tables.ts';
import { casesSettings } from './settings.ts';

/** Cases that people decide: their queue, decisions, four eyes. */
export const casesModule = defineModule({
  name: 'cases',
  auditActions: caseAuditActions,
  idKinds: [caseIdKind, caseAttachmentIdKind, caseDecisionIdKind],
  settings: casesSettings,
  sealedTables: casesSealedTables,
  open: async (context) => (await import('./open.ts')).openCases(context),
});
