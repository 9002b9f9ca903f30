import { type ErrorCatalogue, errorsOf } from '../errors.ts';

export const auditErrorCatalogue = {
  audit_unavailable: {
    kind: 'unavailable',
    title: 'The audit log could not record the request, so the service refused it',
    fix: 'Try again. If the error stays, check the database.',
  },
  audit_broken: {
    kind: 'internal',
    title: 'Events of the audit log are missing or altered',
    fix: 'Find out who could write to the database. Compare the log with a backup and with earlier exports.',
  },
} satisfies ErrorCatalogue;

/** Something about the audit log. */
export class AuditError extends errorsOf(auditErrorCatalogue) {}
