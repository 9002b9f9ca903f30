import type { AuditActions } from '../platform/audit/index.ts';
import { defineIdKind } from '../platform/ids.ts';

export const serviceAuditActions = {
  'job.retry': { meaning: 'a failed background job was put back in the queue; `detail` says which' },
  'operator.deployment/resume': { meaning: 'webhooks, watches and jobs of a restored copy were let go on' },
  'system.settings': { meaning: 'the settings in force were read' },
} as const satisfies AuditActions;

declare module '../platform/audit/types.ts' {
  interface AuditActionTable extends Record<keyof typeof serviceAuditActions, object> {}
}

export const processIdKind = defineIdKind('prc');
