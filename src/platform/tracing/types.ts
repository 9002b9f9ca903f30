/** The attributes of a span: codes, counts and patterns. Never a CPF, a name, an address of a person or a path. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** The part that a span plays between processes: what OpenTelemetry calls its kind. */
export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

export type SpanOptions = {
  /** Default `internal`. */
  readonly kind?: SpanKind;
  readonly attributes?: SpanAttributes;
  /** Milliseconds since the epoch, for what began before it was told of. Default now. */
  readonly startedAt?: number;
};

/** A piece of work of a trace, under way. */
export type Span = {
  setAttributes(attributes: SpanAttributes): void;
  /** Marks the work as failed, by a code. */
  fail(code: string): void;
  /** Begins a piece of work within this one. */
  begin(name: string, options?: SpanOptions): Span;
  /** Ends the work; what is told afterwards is not kept. `endedAt` in milliseconds since the epoch, default now. */
  end(endedAt?: number): void;
  readonly isEnded: boolean;
  readonly traceId: string;
  /** The header of this name that has another process go on with the trace (W3C Trace Context). */
  readonly traceparent: string;
};

/** Begins traces. There is none when traces are off. */
export type Tracing = {
  /**
   * Begins a piece of work that has no other around it here. With `parent`, a `traceparent` of another process, it goes
   * on with that trace; one that cannot be read begins a new trace.
   */
  begin(name: string, options?: SpanOptions & { readonly parent?: string | undefined }): Span;
};
