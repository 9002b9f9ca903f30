export { type AuditAction, type AuditActions, logAuditActions } from './actions.ts';
export { appendAuditEvent } from './append-audit-event.ts';
export { type AuditFilter, type AuditPosition, listEvents } from './audit-store.ts';
export { beginAudit } from './begin-audit.ts';
export { type AuditLogDeps, createAuditLog } from './create-audit-log.ts';
export { AuditError } from './errors.ts';
export { exportEvents } from './export-events.ts';
export type { AuditActor, AuditDetail, AuditEvent, AuditLog, RecordedEvent } from './types.ts';
export { type AuditFault, type AuditVerification, verifyAudit } from './verify-audit.ts';
