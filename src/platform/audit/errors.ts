import { define, errorsOf } from '../errors.ts';

export const auditErrorCatalogue = {
  audit_unavailable: define.unavailable(
    'The audit log could not record the request, so the service refused it',
    'Try again. If the error stays, check the database.',
  ),
  audit_broken: define.internal(
    'Events of the audit log are missing or altered',
    'Find out who could write to the database. Compare the log with a backup and with earlier exports.',
  ),
};

/** Something about the audit log. */
export class AuditError extends errorsOf(auditErrorCatalogue) {}
