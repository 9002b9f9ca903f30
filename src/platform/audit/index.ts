export { type AuditAction, type AuditActions, logAuditActions } from './actions.ts';
export { findEndOfDropped } from './anchors-store.ts';
export { appendAuditEvent, beginAudit } from './append-audit-event.ts';
export {
  type AuditFilter,
  type AuditPosition,
  countEvents,
  type LinkedEvent,
  listEvents,
  readLinkedEvents,
} from './audit-store.ts';
export { checkpointAction } from './chain-notes.ts';
export { type AuditLogDeps, createAuditLog } from './create-audit-log.ts';
export { type DropOldEventsDeps, dropOldEvents } from './drop-old-events.ts';
export { AuditError } from './errors.ts';
export { firstHash, isProvenEvent } from './hash-event.ts';
export { NotedHeads } from './noted-heads.ts';
export { placedEventSql } from './placed-event-sql.ts';
export type {
  AuditActor,
  AuditDetail,
  AuditEvent,
  AuditLog,
  PlacedEvent,
  RecordedEvent,
} from './types.ts';
export {
  type AuditFault,
  type AuditVerification,
  type VerifiedChain,
  verifyAudit,
} from './verify-audit.ts';
