import { defineModule } from '../module.ts';
import { privacyAuditActions } from './audit-actions.ts';
import { erasureIdKind } from './id-kinds.ts';

/** Erasing a person, the copy of everything known of a person, retention. */
export const privacyModule = defineModule({
  name: 'privacy',
  auditActions: privacyAuditActions,
  idKinds: [erasureIdKind],
  open: async (context) => (await import('./open.ts')).openPrivacy(context),
});
