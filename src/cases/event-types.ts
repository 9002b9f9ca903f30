import Type from 'typebox';
import { defineEventType, eventId } from '../platform/events/index.ts';
import { companyIdKind, personIdKind } from '../platform/ids.ts';
import { reviewKinds } from '../platform/reviews.ts';
import { caseIdKind } from './id-kinds.ts';
import { caseOutcomes } from './types.ts';

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

/** The types of events of this domain. */
export const caseEventTypes = [caseOpened, caseDecided];
