import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '../errors.ts';
import type { Span, SpanOptions } from './types.ts';

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

/** Runs work as part of no span. */
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
    span.fail(describeFailure(error));
    throw error;
  } finally {
    span.end();
  }
}

/** A code or the name of a class: messages may name people. */
function describeFailure(error: unknown): string {
  if (error instanceof AppError) return error.code;
  const { code } = error as { readonly code?: unknown };
  if (typeof code === 'string') return code;
  return error instanceof Error ? error.name : typeof error;
}
