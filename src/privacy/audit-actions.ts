import type { AuditActions } from '../platform/audit/index.ts';

/** The audited actions of this domain. */
export const privacyAuditActions = {
  'hold.end': { meaning: 'a hold on a person was ended; `detail` names it', target: 'person' },
  'hold.list': { meaning: 'holds on people were listed', target: 'person' },
  'hold.set': { meaning: 'a hold was set on a person; `detail` names it', target: 'person' },
  'operator.holds/end': { meaning: 'a hold on a person was ended' },
  'operator.holds/set': { meaning: 'a hold was set on a person' },
  'person.erase': { meaning: 'a person was erased; `detail` names the receipt', target: 'person' },
  'person.export': { meaning: 'everything known of a person was exported', target: 'person' },
} as const satisfies AuditActions;

type Own = typeof privacyAuditActions;

declare module '../platform/audit/actions.ts' {
  interface AuditActionTable extends Own {}
}
