import Type from 'typebox';
import type { AuditActions } from '../platform/audit/index.ts';
import type { Cpf } from '../platform/documents.ts';
import { defineSealedColumns, type SealedTable } from '../platform/encryption/index.ts';
import { defineEventType, eventId } from '../platform/events/index.ts';
import { defineExtensionPoint } from '../platform/extension-points.ts';
import { defineIdKind } from '../platform/ids.ts';
import type { LivenessReason } from './types.ts';

export const livenessAuditActions = {
  'liveness.abandon': { meaning: 'the person cancelled a liveness session', target: 'liveness session' },
  'liveness.begin': { meaning: 'a liveness session was begun by its code', target: 'liveness session' },
  'liveness.capture': { meaning: 'the first step was shown', target: 'liveness session' },
  'liveness.create': { meaning: 'a liveness session was created', target: 'liveness session' },
  'liveness.delete': { meaning: 'a liveness session was removed', target: 'liveness session' },
  'liveness.expire': { meaning: 'the time of a liveness session was over', target: 'liveness session' },
  'liveness.fail': {
    meaning: 'a liveness session was judged and did not pass; `detail` says why',
    target: 'liveness session',
  },
  'liveness.finish': { meaning: 'the capture of a liveness session ended', target: 'liveness session' },
  'liveness.extend': {
    meaning: 'a person was given more time in a liveness session',
    target: 'liveness session',
  },
  'liveness.handover': {
    meaning: 'a liveness session was handed over to another device',
    target: 'liveness session',
  },
  'liveness.not-perform': {
    meaning: 'the person cannot make the movements of a liveness session',
    target: 'liveness session',
  },
  'liveness.pass': { meaning: 'a liveness session was judged and passed', target: 'liveness session' },
  'liveness.read': { meaning: 'a liveness session was read', target: 'liveness session' },
  'liveness.repeat': {
    meaning: 'a liveness session asks for a movement again; `detail` says what it lacks',
    target: 'liveness session',
  },
  'liveness.upload': {
    meaning: 'a photo file was sent in place of the movements of a liveness session',
    target: 'liveness session',
  },
  'operator.liveness/record': { meaning: 'a liveness session marked as a test was recorded' },
} as const satisfies AuditActions;

declare module '../platform/audit/types.ts' {
  interface AuditActionTable extends Record<keyof typeof livenessAuditActions, object> {}
}

export const livenessSessionIdKind = defineIdKind('liv');

/** Only for the client that created the session. */
export const livenessSessionEnded = defineEventType({
  name: 'liveness_session.ended',
  version: 1,
  scope: 'liveness:read',
  meaning: 'A liveness session was judged, cancelled, ended by a photo file, or its time was over.',
  data: Type.Object({ livenessSessionId: eventId(livenessSessionIdKind) }),
});

/** The device and the address of a session. */
export const sealedSession = defineSealedColumns('liveness_sessions', { prefix: 'liveness-session' });

export const sealedFingerprints = defineSealedColumns('liveness_fingerprints', {
  prefix: 'liveness-fingerprints',
  idColumn: 'session_id',
});

/** The tables of this domain whose rows hold sealed keys. */
export const livenessSealedTables: readonly SealedTable[] = [sealedSession, sealedFingerprints];

/** The end of a session that needs no camera: the reasons of a failure, none for one that passes, and its only frame. */
export type InventedEnd = { readonly reasons: readonly LivenessReason[]; readonly frame: Uint8Array };

/** Says of people whether their sessions end by themselves. A live service has nobody who does. */
export const inventedEndPoint = defineExtensionPoint<(cpf: Cpf) => InventedEnd | undefined>(
  'invented ends of liveness sessions',
);
