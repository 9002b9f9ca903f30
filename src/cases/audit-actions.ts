import type { AuditActions } from '../platform/audit/index.ts';

/** The audited actions of this domain. */
export const caseAuditActions = {
  'case-rules.confirm': { meaning: 'other rules of four eyes were confirmed or refused', target: 'change' },
  'case-rules.propose': { meaning: 'other rules of four eyes were proposed', target: 'change' },
  'case.assign': { meaning: 'a case was handed over; several are in `detail`', target: 'case' },
  'case.attach': { meaning: 'a photo was added to a case', target: 'case' },
  'case.claim': { meaning: 'a person took the next case', target: 'case' },
  'case.comment': { meaning: 'a comment was written to a case', target: 'case' },
  'case.compare': { meaning: 'the possible duplicates of a case were looked at', target: 'case' },
  'case.confirm': { meaning: 'a second person confirmed or refused a decision', target: 'case' },
  'case.decide': { meaning: 'a case was decided, or a decision proposed', target: 'case' },
  'case.escalate': { meaning: 'a case was handed up', target: 'case' },
  'case.link': { meaning: 'two cases were linked', target: 'case' },
  'case.list': { meaning: 'cases were listed' },
  'case.open': { meaning: 'a case was opened by hand or on request', target: 'case' },
  'case.read': { meaning: 'a case was read', target: 'case' },
  'case.snooze': { meaning: 'a case was put away until a moment', target: 'case' },
} as const satisfies AuditActions;

type Own = typeof caseAuditActions;

declare module '../platform/audit/actions.ts' {
  interface AuditActionTable extends Own {}
}
