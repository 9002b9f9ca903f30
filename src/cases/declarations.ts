import Type from 'typebox';
import type { AuditActions } from '../platform/audit/index.ts';
import { defineSealedColumns, type SealedTable } from '../platform/encryption/index.ts';
import { defineEventType, eventId } from '../platform/events/index.ts';
import { companyIdKind, defineIdKind, personIdKind } from '../platform/ids.ts';
import { reviewKinds } from '../platform/reviews.ts';
import { caseOutcomes } from './types.ts';

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

declare module '../platform/audit/types.ts' {
  interface AuditActionTable extends Record<keyof typeof caseAuditActions, object> {}
}

export const caseIdKind = defineIdKind('cas');
export const caseAttachmentIdKind = defineIdKind('cat');
export const caseDecisionIdKind = defineIdKind('dec');

const about = {
  caseId: eventId(caseIdKind),
  kind: Type.Enum([...reviewKinds]),
  personId: Type.Optional(eventId(personIdKind)),
  companyId: Type.Optional(eventId(companyIdKind)),
};

export const caseOpened = defineEventType({
  name: 'case.opened',
  version: 1,
  scope: 'cases:read',
  meaning: 'A case was opened for people to decide.',
  data: Type.Object(about),
});

export const caseDecided = defineEventType({
  name: 'case.decided',
  version: 1,
  scope: 'cases:read',
  meaning: 'A case was decided, and confirmed where that was needed.',
  data: Type.Object({ ...about, outcome: Type.Enum([...caseOutcomes]) }),
});

export const caseEventTypes = [caseOpened, caseDecided];

export const sealedComment = defineSealedColumns('case_comments', { prefix: 'case-comment' });

export const sealedDecision = defineSealedColumns('case_decisions', { prefix: 'case-decision' });

export const casesSealedTables: readonly SealedTable[] = [sealedComment, sealedDecision];
