import type { AuditActions } from '../platform/audit/index.ts';

/** The audited actions of this domain. */
export const watchAuditActions = {
  'watch.create': { meaning: 'a watch was created', target: 'watch' },
  'watch.list': { meaning: 'watches were listed' },
  'watch.read': { meaning: 'a watch was read', target: 'watch' },
  'watch.remove': { meaning: 'a watch was ended', target: 'watch' },
} as const satisfies AuditActions;

type Own = typeof watchAuditActions;

declare module '../platform/audit/actions.ts' {
  interface AuditActionTable extends Own {}
}
