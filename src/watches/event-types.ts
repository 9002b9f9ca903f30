import Type from 'typebox';
import { defineEventType, eventId } from '../platform/events/index.ts';

/** Only for the client whose watch it is. */
export const watchChanged = defineEventType({
  name: 'watch.changed',
  version: 1,
  scope: 'executions:read',
  meaning: 'An execution of a watch came to another outcome than the one before.',
  data: Type.Object({
    watchId: eventId('watch'),
    executionId: eventId('execution'),
    personId: Type.Optional(eventId('person')),
    companyId: Type.Optional(eventId('company')),
  }),
});
