export { appendAuditEvent } from './append-audit-event.ts';
export { type AuditFilter, type AuditPosition, listEvents } from './audit-store.ts';
export { type AuditLogDeps, createAuditLog } from './create-audit-log.ts';
export { AuditError } from './errors.ts';
export { exportEvents } from './export-events.ts';
export type { AuditActor, AuditEvent, AuditLog, RecordedEvent } from './types.ts';
export { type AuditFault, type AuditVerification, verifyAudit } from './verify-audit.ts';
