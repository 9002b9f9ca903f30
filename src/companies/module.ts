import { defineModule } from '../module.ts';
import type { AuditActions } from '../platform/audit/index.ts';

const companyAuditActions = {
  'company.history': { meaning: 'the changes of a company profile were read', target: 'company' },
  'company.read': { meaning: 'a company profile was read', target: 'company' },
  'company.search': { meaning: 'companies were searched' },
} as const satisfies AuditActions;

declare module '../platform/audit/types.ts' {
  interface AuditActionTable extends Record<keyof typeof companyAuditActions, object> {}
}

export const companiesModule = defineModule({
  name: 'companies',
  auditActions: companyAuditActions,
  open: async (context) => (await import('./open.ts')).openCompanies(context),
});
