import { type ErrorCatalogue, errorsOf } from '../platform/errors.ts';

export const auditLogErrorCatalogue = {
  audit_verification_running: {
    kind: 'conflict',
    title: 'A verification of the audit log waits or runs',
    fix: 'Wait until it ends. GET /v1/audit/verifications shows it.',
  },
  audit_verification_not_found: {
    kind: 'not-found',
    title: 'There is no such verification of the audit log',
    fix: 'Use an id of GET /v1/audit/verifications.',
  },
  audit_exports_busy: {
    kind: 'unavailable',
    title: 'The process already sends as many exports of the audit log as it may',
    fix: 'Try again when one of them has ended.',
  },
  audit_export_invalid: {
    kind: 'local',
    title: 'The file is not a whole export of the audit log, or it was altered',
    fix: 'Download the export again. If the problem stays, compare it with an earlier export and ask who sent the file.',
  },
} satisfies ErrorCatalogue;

export class AuditLogError extends errorsOf(auditLogErrorCatalogue) {}
