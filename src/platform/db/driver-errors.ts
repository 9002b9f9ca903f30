import { AppError, isDiskFull } from '../errors.ts';
import { DatabaseError } from './errors.ts';

const networkCodes = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

// What node-postgres throws without a code when it loses or cannot get a connection.
const driverMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
  'Postgres connection has been discarded',
  'driver has already been destroyed',
  'PGlite is closed',
];

/** SQLSTATE of a server that takes no writes: a standby, or one that is being shut down for good. */
export const readOnlyCode = '25006';

/**
 * True if the database could not be reached or ended the connection, so that the same statement may succeed later.
 * SQLSTATE class 08 (connection), 57P01 to 57P05 (shutdown, crash, starting up, idle session), 53100, 53200 and
 * 53300 (disk full, out of memory, too many connections) and 25006 (a standby, which takes no writes); see appendix A of the PostgreSQL manual.
 */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isConnectionError);
  const code = codeOf(error);
  if (code !== undefined) {
    return networkCodes.has(code) || /^08|^57P0[1-5]$|^53[123]00$/.test(code) || code === readOnlyCode;
  }
  return driverMessages.some((message) => error.message.startsWith(message));
}

/**
 * True if the server, or its certificate, refused a new connection: a password that was changed (class 28), a database
 * that is gone (3D000) or accepts no connections (55000), TLS that does not hold. The right settings or another
 * certificate mend it, waiting does not.
 */
export function isRefusedConnection(error: unknown): boolean {
  return /^28|^3D000$|^55000$|^CERT_|^ERR_TLS_|^UNABLE_TO_|SELF_SIGNED_CERT/.test(codeOf(error) ?? '');
}

/**
 * The error to throw in place of one the driver threw: `database_unavailable` for a lost or refused connection,
 * `database_timeout` for a cancelled statement (57014) or a lock not got in time (55P03), `database_refused` for a right
 * that the role lacks (42501), and otherwise the error as it is.
 */
export function toDatabaseError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (isConnectionError(error) || isRefusedConnection(error)) {
    return new DatabaseError('database_unavailable', {
      ...(isDiskFull(error) && { detail: 'The disk of the database is full.' }),
      retryAfterSeconds: 5,
      cause: error,
    });
  }
  const code = codeOf(error);
  if (code === '57014' || code === '55P03') {
    return new DatabaseError('database_timeout', { retryAfterSeconds: 5, cause: error });
  }
  if (code === '42501') {
    const detail = `The role of DATABASE_URL lacks a right: ${(error as Error).message}.`;
    return new DatabaseError('database_refused', { detail, cause: error });
  }
  return error;
}

/** The same of work that may have failed by a file of its own, whose error names the path: that stays as it is. */
export function toDatabaseErrorOfWork(error: unknown): unknown {
  return error instanceof Error && 'path' in error ? error : toDatabaseError(error);
}

/** True for an error after which a transaction may be committed: the answer to its commit can have been lost. */
export function mayBeCommitted(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === 'database_unavailable';
}

/** The SQLSTATE or system code of an error, when it has one. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}

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
