import { codeOf } from './driver-errors.ts';

/** True if a row with the same key exists, of the named constraint or of any (SQLSTATE 23505). */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return violates(error, '23505', constraint);
}

/** True if a referenced or a referring row prevents the statement (SQLSTATE 23503). */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return violates(error, '23503', constraint);
}

/** True if a column has no value that needs one (SQLSTATE 23502). */
export function isNotNullViolation(error: unknown): boolean {
  return violates(error, '23502', undefined);
}

function violates(error: unknown, code: string, constraint: string | undefined): boolean {
  if (codeOf(error) !== code) return false;
  return constraint === undefined || (error as { constraint?: unknown }).constraint === constraint;
}
