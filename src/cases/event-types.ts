import Type from 'typebox';
import { defineEventType, eventId } from '../platform/events/index.ts';
import { reviewKinds } from '../platform/reviews.ts';
import { caseOutcomes } from './types.ts';

const about = {
  caseId: eventId('case'),
  kind: Type.Enum([...reviewKinds]),
  personId: Type.Optional(eventId('person')),
  companyId: Type.Optional(eventId('company')),
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
