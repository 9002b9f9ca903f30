/** An event as it waits in the outbox. */
export type OutboxEvent = {
  readonly id: string;
  readonly type: string;
  readonly version: number;
  readonly at: Date;
  /** The only client that may see it; undefined: every client with the scope. */
  readonly clientId: string | undefined;
  readonly data: object;
  /** The trace that it happened in, when that is traced. */
  readonly traceparent?: string;
};
