import type { ErrorCode } from './error-codes.ts';

/** Whatever the client throws. `code` is stable; the message is for people. */
export class ConfereError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

/** The body of an error answer. */
export type ErrorBody = {
  readonly requestId?: string;
  readonly title?: string;
  readonly status?: number;
  readonly code?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
};

export type ApiErrorOptions = {
  readonly status: number;
  readonly body: ErrorBody;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
};

/** The service answered with an error. */
export class ApiError extends ConfereError {
  declare readonly code: ErrorCode | (string & {});
  readonly status: number;
  /** Finds the request in the service's log. */
  readonly requestId: string | undefined;
  readonly detail: string | undefined;
  /** The wrong fields, for `request_invalid`. */
  readonly problems: readonly { readonly path: string; readonly message: string }[];
  /** When trying again makes sense. */
  readonly retryAfterSeconds: number | undefined;

  constructor({ status, body, requestId, retryAfterSeconds }: ApiErrorOptions) {
    const code = body.code ?? `http_${status}`;
    super(code, `${status} ${code}: ${body.detail ?? body.title ?? 'the service gave no reason'}`);
    this.status = status;
    this.requestId = body.requestId ?? requestId;
    this.detail = body.detail;
    this.problems = body.errors ?? [];
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** 400: the request, or its photo, cannot be used. */
export class InvalidRequestError extends ApiError {}
/** 401: the token is missing or not good for this. */
export class UnauthenticatedError extends ApiError {}
/** 403: the token lacks the scope. */
export class ForbiddenError extends ApiError {}
/** 404: there is no such thing, or it is not yours to see. */
export class NotFoundError extends ApiError {}
/** 409: it contradicts what is there. */
export class ConflictError extends ApiError {}
/** 413: the body is larger than the limit. */
export class TooLargeError extends ApiError {}
/** 429: too many requests; see `retryAfterSeconds`. */
export class RateLimitedError extends ApiError {}
/** 503: overloaded, or something that the service needs is down. */
export class UnavailableError extends ApiError {}
/** 500 and other answers that are the service's fault. */
export class ServerError extends ApiError {}

const classes: Readonly<Record<number, typeof ApiError>> = {
  400: InvalidRequestError,
  401: UnauthenticatedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  413: TooLargeError,
  429: RateLimitedError,
  503: UnavailableError,
};

/** The error of an answer, by its status. */
export function toApiError(options: ApiErrorOptions): ApiError {
  const Class = classes[options.status] ?? (options.status >= 500 ? ServerError : ApiError);
  return new Class(options);
}

/** No token was to be had: the `code` is the `error` of RFC 6749, such as `invalid_client`, or `rate_limited`. */
export class TokenRequestError extends ConfereError {
  readonly status: number;

  constructor(code: string, message: string, status: number) {
    super(code, message);
    this.status = status;
  }
}

/** No answer came: `connection_failed` or `timeout`. The cause says why. */
export class ConnectionError extends ConfereError {
  declare readonly code: 'connection_failed' | 'timeout';
}

/** A signed answer or a webhook is not what it should be. */
export class VerificationError extends ConfereError {
  declare readonly code: VerificationCode;

  constructor(code: VerificationCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
  }
}

export type VerificationCode =
  | 'signature_malformed'
  | 'signature_missing'
  | 'signature_wrong'
  | 'key_unknown'
  | 'body_changed'
  | 'claims_wrong'
  | 'expired'
  | 'other_person'
  | 'other_environment';
