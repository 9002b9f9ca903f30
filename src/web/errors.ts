import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { describeFindings } from '../platform/describe-findings.ts';
import { AppError, define, type ErrorKind, errorsOf, requestErrorCatalogue } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';
import { retryAfter } from '../platform/retry-after.ts';

/** The codes of the HTTP edge itself. See docs/decisions/0013. */
export const httpErrorCatalogue = {
  body_malformed: define.invalid(
    'The body does not match its Content-Type',
    'Send well-formed JSON, or the image with the right Content-Type.',
  ),
  media_type_unsupported: define.invalid(
    'This endpoint does not accept the Content-Type',
    'Use a Content-Type from the reference of the endpoint.',
  ),
  body_too_large: define.tooLarge(
    'The body is larger than the limit',
    'Send less: photos up to IMAGE_MAX_BYTES, other bodies up to 1 MiB, without a token up to 16 KiB.',
  ),
  route_not_found: define.notFound(
    'There is nothing at this address',
    'Compare the path with the reference at /docs.',
  ),
  method_not_allowed: define.methodNotAllowed(
    'The address does not support this method',
    'Use a method from the Allow header.',
  ),
  rate_limited: define.rateLimited('Too many requests', 'Wait for the seconds in Retry-After.'),
  server_overloaded: define.unavailable(
    'The server is overloaded',
    'Try again after the seconds in Retry-After.',
  ),
  faces_secret_missing: define.local(
    'A face service needs a secret',
    'Set FACES_SECRET to the same value in the face services and in the processes that use them.',
  ),
  duplicates_secret_missing: define.local(
    'A process with the role duplicates needs a secret',
    'Set DUPLICATES_SECRET to the same value in this process and in the processes that ask it.',
  ),
  role_needs_postgres: define.local(
    'A process with this role needs PostgreSQL',
    'Set DATABASE_URL. The embedded database serves one process, with the role all.',
  ),
  listen_failed: define.local(
    'The service cannot listen on the address',
    'Stop the process that uses the port, or set LISTEN (MOBILE_LISTEN) to a free address of this machine.',
  ),
  tls_unusable: define.local(
    'The files of TLS_CERT and TLS_KEY are not usable',
    'Name a valid certificate and its private key, both in PEM. The service must be able to read both files.',
  ),
  internal_error: define.internal(
    'The service failed',
    'Report the requestId to the operator. The log contains the cause.',
  ),
};

/** Something wrong with the request as HTTP, before any domain sees it. */
export class HttpError extends errorsOf({ ...httpErrorCatalogue, ...requestErrorCatalogue }) {}

/** The one place where a kind becomes a status. */
export const statusOfKind: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'too-large': 413,
  'rate-limited': 429,
  internal: 500,
  unavailable: 503,
  // Shown as `internal_error`, should a request ever meet one.
  local: 500,
};

/** Body of every error answer: RFC 9457 members and ours. */
export type ErrorBody = {
  requestId: string;
  type: string;
  title: string;
  status: number;
  code: string;
  detail?: string;
  errors?: { path: string; message: string }[];
};

export function renderError(error: AppError, requestId: string): ErrorBody {
  return {
    requestId,
    type: `urn:confere:error:${error.code}`,
    title: error.title,
    status: statusOfKind[error.kind],
    code: error.code,
    ...(error.detail === undefined ? {} : { detail: error.detail }),
    ...(error.problems === undefined ? {} : { errors: [...error.problems] }),
  };
}

/** Answers any error thrown while a request is served; what is not ours is logged and shown as internal_error. */
export function createErrorHandler(
  log: Logger,
  describeBodyLimit: (request: FastifyRequest) => string = () => httpErrorCatalogue.body_too_large.title,
) {
  return async (
    thrown: FastifyError,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    if (isLeftAlone(thrown, reply)) return reply.code(499).send();
    const error = toAppError(thrown, () => describeBodyLimit(request));
    if (error.kind === 'internal' || error.cause !== undefined) {
      log[error.kind === 'internal' ? 'error' : 'info'](describeFailure(error, request), 'request failed');
    }
    request.failureCode = error.code;
    const { refusalPage } = request.routeOptions.config;
    if (refusalPage !== undefined && request.headers.accept?.includes('text/html')) {
      return reply.redirect(`${refusalPage}?refused=${error.code}&request=${request.id}`);
    }
    if (error.kind === 'unauthenticated') reply.header('www-authenticate', 'Bearer');
    if (error.kind === 'rate-limited' || error.kind === 'unavailable') {
      reply.header(...retryAfter(error.retryAfterSeconds));
    }
    const body = renderError(error, request.id);
    return reply.code(body.status).type('application/json; charset=utf-8').send(body);
  };
}

/** Code, detail and cause of a failed request, for the log. */
export function describeFailure(
  error: AppError,
  { id: requestId }: FastifyRequest,
): Readonly<Record<string, unknown>> {
  const { code, detail, cause = error } = error;
  return { requestId, code, ...(detail !== undefined && { detail }), cause: describeCause(cause) };
}

/** True for a stream that ended early because whoever asked has gone away: nothing failed, and nobody reads an answer. */
function isLeftAlone(thrown: FastifyError, reply: FastifyReply): boolean {
  return thrown.code === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.destroyed;
}

/** Any error thrown while a request is served, as one that the caller may see. */
export function toAppError(thrown: FastifyError, bodyLimit: () => string): AppError {
  if (thrown instanceof AppError) {
    return thrown.kind === 'local' ? new HttpError('internal_error', { cause: thrown }) : thrown;
  }
  if (thrown.validation !== undefined) {
    return new HttpError('request_invalid', {
      problems: describeFindings(thrown.validation, thrown.validationContext ?? 'body'),
    });
  }
  switch (thrown.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
      return new HttpError('body_too_large', { detail: bodyLimit() });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return new HttpError('media_type_unsupported');
    default:
      // Fastify marks what the client did wrong (JSON, lengths, multipart, address) with a status below 500.
      return thrown.statusCode !== undefined && thrown.statusCode >= 400 && thrown.statusCode < 500
        ? new HttpError('body_malformed')
        : new HttpError('internal_error', { cause: thrown });
  }
}

/** Name, code and stack of a cause; never its properties, which may hold what was being processed. */
function describeCause(cause: unknown): string {
  if (!(cause instanceof Error)) return typeof cause;
  const code = 'code' in cause && typeof cause.code === 'string' ? ` ${cause.code}` : '';
  const frames = (cause.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return `${cause.name}${code}: ${frames
    .slice(0, 8)
    .map((line) => line.trim())
    .join(' < ')}`;
}
