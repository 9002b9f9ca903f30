import { codeOf } from './driver-errors.ts';

/** Whether a statement failed because a row with the same key exists, of the named constraint or of any (23505). */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return violates(error, '23505', constraint);
}

/** Whether a statement failed because a row it refers to, or that refers to it, stands in the way (23503). */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return violates(error, '23503', constraint);
}

function violates(error: unknown, code: string, constraint: string | undefined): boolean {
  if (codeOf(error) !== code) return false;
  return constraint === undefined || (error as { constraint?: unknown }).constraint === constraint;
}
