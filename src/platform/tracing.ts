import { AsyncLocalStorage } from 'node:async_hooks';
import { nameFailure } from './errors.ts';

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

const spans = new AsyncLocalStorage<Span | undefined>();

/**
 * The span that the caller's work belongs to; undefined without one, and when it has ended: timers that outlive their
 * request do not go on with its trace.
 */
export function findSpan(): Span | undefined {
  const span = spans.getStore();
  return span === undefined || span.isEnded ? undefined : span;
}

/** The `traceparent` of the caller's work, for whoever does the rest of it later. */
export function findTraceparent(): string | undefined {
  return findSpan()?.traceparent;
}

/** Runs work as part of a span, which the caller ends. */
export function runInSpan<T>(span: Span | undefined, work: () => T): T {
  return span === undefined ? work() : spans.run(span, work);
}

export function runOutsideSpans<T>(work: () => T): T {
  return spans.run(undefined, work);
}

/**
 * The result of the work, timed as a child span of the caller's span. Without a caller's span it only runs the work. A
 * rejection marks the span as failed, with its code or the name of its class.
 */
export function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const span = findSpan()?.begin(name, options);
  return span === undefined ? work(undefined) : endAfter(span, () => work(span));
}

/** The result of the work. The span ends with the work, and fails when the work rejects. */
export async function endAfter<T>(span: Span | undefined, work: () => Promise<T>): Promise<T> {
  if (span === undefined) return await work();
  try {
    return await spans.run(span, work);
  } catch (error) {
    span.fail(nameFailure(error));
    throw error;
  } finally {
    span.end();
  }
}
