import { defineModule } from '../module.ts';
import { companyAuditActions } from './audit-actions.ts';

/** Companies: their profiles from the register, and the search. */
export const companiesModule = defineModule({
  name: 'companies',
  auditActions: companyAuditActions,
  open: async (context) => (await import('./open.ts')).openCompanies(context),
});
