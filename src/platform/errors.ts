/**
 * The kind of an error. The HTTP edge maps each kind to one status; nothing below it knows any. `local` ends a command
 * or the start of a process: no request is answered with it.
 */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'conflict'
  | 'too-large'
  | 'rate-limited'
  | 'unavailable'
  | 'internal'
  | 'local';

/** One row of the error reference: what the code means to the caller, and what to do about it. */
export type ErrorDefinition = {
  readonly kind: ErrorKind;
  /** One short sentence, the same for every occurrence. Safe to show to anybody. */
  readonly title: string;
  /** The caller's remedy. */
  readonly fix: string;
};

const rowsOf =
  (kind: ErrorKind) =>
  (title: string, fix: string): ErrorDefinition => ({ kind, title, fix });

/** Makes rows of a catalogue, by their kind: of a title and a fix. */
export const define = {
  invalid: rowsOf('invalid'),
  unauthenticated: rowsOf('unauthenticated'),
  forbidden: rowsOf('forbidden'),
  notFound: rowsOf('not-found'),
  methodNotAllowed: rowsOf('method-not-allowed'),
  conflict: rowsOf('conflict'),
  tooLarge: rowsOf('too-large'),
  rateLimited: rowsOf('rate-limited'),
  unavailable: rowsOf('unavailable'),
  internal: rowsOf('internal'),
  local: rowsOf('local'),
};

/** The codes of one domain. Codes are snake_case, documented in docs/reference/errors.md and never reused. */
export type ErrorCatalogue = Readonly<Record<string, ErrorDefinition>>;

/** The rows of these codes, for the answers that a route documents. */
export function pickErrors<Catalogue extends ErrorCatalogue>(
  catalogue: Catalogue,
  ...codes: readonly (keyof Catalogue & string)[]
): ErrorCatalogue {
  return Object.fromEntries(codes.map((code) => [code, catalogue[code]!]));
}

/** One field of the input that is wrong: a JSON pointer-like path such as `body/peopleId`, and why. */
export type FieldProblem = { readonly path: string; readonly message: string };

export type AppErrorOptions = {
  /** Says what was wrong this time. Shown to the caller, so it never holds personal data or internals. */
  readonly detail?: string;
  readonly problems?: readonly FieldProblem[];
  /** Seconds after which trying again makes sense; sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** The underlying error. Logged, never shown. */
  readonly cause?: unknown;
};

/**
 * An error the caller may see. Each domain subclasses it in its `errors.ts` with a catalogue of its codes; a
 * plain `Error` reaching an edge is a programmer's mistake and is shown as `internal_error` without detail.
 */
export abstract class AppError extends Error {
  readonly code: string;
  readonly kind: ErrorKind;
  readonly title: string;
  /** The caller's remedy, from the catalogue. */
  readonly fix: string;
  readonly detail: string | undefined;
  readonly problems: readonly FieldProblem[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: string, definition: ErrorDefinition, options: AppErrorOptions = {}) {
    super(
      options.detail ?? definition.title,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = new.target.name;
    this.code = code;
    this.kind = definition.kind;
    this.title = definition.title;
    this.fix = definition.fix;
    this.detail = options.detail;
    this.problems = options.problems;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** The base class of a domain's errors, each with a code of its catalogue. */
export function errorsOf<Catalogue extends ErrorCatalogue>(catalogue: Catalogue) {
  return class extends AppError {
    declare readonly code: keyof Catalogue & string;

    constructor(code: keyof Catalogue & string, options?: AppErrorOptions) {
      super(code, catalogue[code]!, options);
    }
  };
}

/** A code or the name of a class, for logs and traces: messages may name people. */
export function nameFailure(error: unknown): string {
  if (error instanceof AppError) return error.code;
  const { code } = (error ?? {}) as { readonly code?: unknown };
  if (typeof code === 'string') return code;
  return error instanceof Error ? error.name : typeof error;
}

/** True where a file, or one of the database (SQLSTATE 53100), could not be written: its disk, or a quota, is full. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', '53100'].includes(nameFailure(error));
}

/** The one code of a request of a wrong form, whoever finds the mistake. */
export const requestErrorCatalogue = {
  request_invalid: define.invalid(
    'The request does not have the documented form',
    'Correct the fields named in errors.',
  ),
};

/** A request of a wrong form, with every mistake at its place. */
export class RequestError extends AppError {
  constructor(problems: readonly FieldProblem[]) {
    super('request_invalid', requestErrorCatalogue.request_invalid, { problems });
  }

  /** One mistake: the path of its field, such as `body/name`, and what the field must be. */
  static at(path: string, message: string): RequestError {
    return new RequestError([{ path, message }]);
  }
}

/** The mistake in a request that repeats another one. */
export const repeatErrorCatalogue = {
  idempotency_key_reused: define.conflict(
    'The Idempotency-Key was used for another request',
    'Use a new key for a new request. Repeat a request with the same body.',
  ),
};

/** A request with the `Idempotency-Key` of another one. */
export class RepeatError extends AppError {
  constructor() {
    super('idempotency_key_reused', repeatErrorCatalogue.idempotency_key_reused);
  }
}

/** Mistakes in the cursor of a list. */
export const cursorErrorCatalogue = {
  cursor_invalid: define.invalid(
    'The cursor does not belong to this list',
    'Use nextCursor of the previous page with the same criteria. Omit the parameter to start.',
  ),
  cursor_expired: define.invalid(
    'The list no longer has the place of the cursor',
    'Omit the parameter to start again.',
  ),
};

/** A cursor that leads to no place of its list. */
export class CursorError extends AppError {
  constructor(code: keyof typeof cursorErrorCatalogue) {
    const problem = { path: 'querystring/cursor', message: 'leads to no place of this list' };
    super(code, cursorErrorCatalogue[code], { problems: [problem] });
  }
}
