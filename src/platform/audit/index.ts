export { findEndOfDropped } from './anchors-store.ts';
export { appendAuditEvent, beginAudit } from './append-audit-event.ts';
export { firstHash, isProvenEvent } from './audit-chain.ts';
export {
  type AuditFilter,
  type AuditPosition,
  countEvents,
  type LinkedEvent,
  listEvents,
  readLinkedEvents,
} from './audit-store.ts';
export { checkpointAction, NotedHeads } from './chain-notes.ts';
export { type AuditLogDeps, createAuditLog } from './create-audit-log.ts';
export { type DropOldEventsDeps, dropOldEvents } from './drop-old-events.ts';
export { AuditError } from './errors.ts';
export { placedEventSql } from './statement-chains.ts';
export {
  type AuditAction,
  type AuditActions,
  type AuditActor,
  type AuditDetail,
  type AuditEvent,
  type AuditLog,
  logAuditActions,
  type PlacedEvent,
  type RecordedEvent,
} from './types.ts';
export {
  type AuditVerification,
  auditFaults,
  type VerifiedChain,
  verifyAudit,
} from './verify-audit.ts';
