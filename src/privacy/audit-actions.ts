import type { AuditActions } from '../platform/audit/index.ts';

/** The audited actions of this domain. */
export const privacyAuditActions = {
  'person.erase': { meaning: 'a person was erased; `detail` names the receipt', target: 'person' },
  'person.export': { meaning: 'everything known of a person was exported', target: 'person' },
} as const satisfies AuditActions;

type Own = typeof privacyAuditActions;

declare module '../platform/audit/actions.ts' {
  interface AuditActionTable extends Own {}
}
