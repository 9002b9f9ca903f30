import type { AuditActions } from '../platform/audit/index.ts';

/** The audited actions of this domain. */
export const registryAuditActions = {
  'operator.registry/import': { meaning: 'a month of the registry was imported' },
  'operator.registry/import-tax': { meaning: 'tax regimes of companies were imported' },
  'operator.registry/prune': { meaning: 'old months of the registry were deleted' },
  'operator.registry/quarantine': { meaning: 'refused rows of an import of the registry were read' },
  'operator.registry/rollback': { meaning: 'the registry went back to the month before' },
  'operator.registry/rollback-tax': { meaning: 'tax regimes went back to the import before' },
} as const satisfies AuditActions;

type Own = typeof registryAuditActions;

declare module '../platform/audit/actions.ts' {
  interface AuditActionTable extends Own {}
}
