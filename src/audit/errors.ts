import { define, errorsOf } from '../platform/errors.ts';

export const auditLogErrorCatalogue = {
  audit_verification_running: define.conflict(
    'A verification of the audit log waits or runs',
    'Wait until it ends. GET /v1/audit/verifications shows it.',
  ),
  audit_verification_not_found: define.notFound(
    'There is no such verification of the audit log',
    'Use an id of GET /v1/audit/verifications.',
  ),
  audit_exports_busy: define.unavailable(
    'The process already sends as many exports of the audit log as it may',
    'Try again when one of them has ended.',
  ),
  audit_export_invalid: define.local(
    'The file is not a whole export of the audit log, or it was altered',
    'Download the export again. If the problem stays, compare it with an earlier export and ask who sent the file.',
  ),
};

export class AuditLogError extends errorsOf(auditLogErrorCatalogue) {}
