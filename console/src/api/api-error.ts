/** An answer of the service that is an error, or no answer at all. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string | undefined;
  readonly requestId: string | undefined;
  readonly problems: readonly { readonly path: string; readonly message: string }[];

  constructor(status: number, body: unknown) {
    const { title, code, detail, requestId, errors } = (body ?? {}) as {
      title?: string;
      code?: string;
      detail?: string;
      requestId?: string;
      errors?: { path: string; message: string }[];
    };
    super(title ?? '');
    this.status = status;
    this.code = code ?? (status === 0 ? 'connection_lost' : `status_${status}`);
    this.detail = detail;
    this.requestId = requestId;
    this.problems = errors ?? [];
  }
}
