import { AppError, type AppErrorOptions, type ErrorCatalogue } from '../errors.ts';

export const auditErrorCatalogue = {
  audit_unavailable: {
    kind: 'unavailable',
    title: 'What was asked for could not be written to the audit log, so it is not answered.',
    fix: 'Try again; if it stays, look at the database.',
  },
  audit_purpose_invalid: {
    kind: 'invalid',
    title: 'The header X-Purpose is not a short text.',
    fix: 'Send up to 200 printable characters that say why, without personal data.',
  },
  audit_broken: {
    kind: 'internal',
    title: 'Events of the audit log are missing or were altered.',
    fix: 'Find out who could write to the database; compare with a backup and with exports made before.',
  },
} satisfies ErrorCatalogue;

/** Something about the audit log. */
export class AuditError extends AppError {
  constructor(code: keyof typeof auditErrorCatalogue, options?: AppErrorOptions) {
    super(code, auditErrorCatalogue[code], options);
  }
}
