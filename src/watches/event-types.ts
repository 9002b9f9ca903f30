import Type from 'typebox';
import { defineEventType, eventId } from '../platform/events/index.ts';
import { companyIdKind, personIdKind } from '../platform/ids.ts';
import { executionIdKind } from '../profiles/index.ts';
import { watchIdKind } from './id-kinds.ts';

/** Only for the client whose watch it is. */
export const watchChanged = defineEventType({
  name: 'watch.changed',
  version: 1,
  scope: 'executions:read',
  meaning:
    'An execution of a watch, or of its template on its subject between two runs, came to another outcome than the one before.',
  data: Type.Object({
    watchId: eventId(watchIdKind),
    executionId: eventId(executionIdKind),
    personId: Type.Optional(eventId(personIdKind)),
    companyId: Type.Optional(eventId(companyIdKind)),
  }),
});
