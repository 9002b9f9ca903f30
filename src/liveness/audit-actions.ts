import type { AuditActions } from '../platform/audit/index.ts';

/** The audited actions of this domain. */
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
  'operator.liveness/record': {
    meaning: 'a liveness session marked as a test was recorded',
  },
} as const satisfies AuditActions;

type Own = typeof livenessAuditActions;

declare module '../platform/audit/actions.ts' {
  interface AuditActionTable extends Own {}
}
