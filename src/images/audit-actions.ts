import type { AuditActions } from '../platform/audit/index.ts';

/** The audited actions of this domain. */
export const imageAuditActions = {
  'image.read': { meaning: 'a photo was read through its signed link', target: 'image' },
  'operator.images/check': { meaning: 'the photos of the database were compared with the stored ones' },
  'operator.images/move': { meaning: 'photos were moved between files and S3' },
  'operator.images/take-over': { meaning: 'the photo store was taken from another copy of the database' },
} as const satisfies AuditActions;

type Own = typeof imageAuditActions;

declare module '../platform/audit/actions.ts' {
  interface AuditActionTable extends Own {}
}
