import Type from 'typebox';
import { defineEventType, eventId } from '../platform/events/index.ts';
import { livenessSessionIdKind } from './id-kinds.ts';

/** Only for the client that created the session. */
export const livenessSessionEnded = defineEventType({
  name: 'liveness_session.ended',
  version: 1,
  scope: 'liveness:read',
  meaning: 'A liveness session was judged, cancelled, ended by a photo file, or its time was over.',
  data: Type.Object({ livenessSessionId: eventId(livenessSessionIdKind) }),
});
