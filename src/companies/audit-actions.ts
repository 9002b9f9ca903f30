import type { AuditActions } from '../platform/audit/index.ts';

/** The audited actions of this domain. */
export const companyAuditActions = {
  'company.history': { meaning: 'the changes of a company profile were read', target: 'company' },
  'company.read': { meaning: 'a company profile was read', target: 'company' },
  'company.search': { meaning: 'companies were searched' },
} as const satisfies AuditActions;

type Own = typeof companyAuditActions;

declare module '../platform/audit/actions.ts' {
  interface AuditActionTable extends Own {}
}
