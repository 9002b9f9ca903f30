import { findTraceparent } from '../tracing/index.ts';

/** The property of a job's data that holds the trace of whoever added it. Handlers never see it. */
const property = 'traceparent';

/** The data of a new job, with the trace that its caller's work belongs to. */
export function withTrace(data: object): object {
  const traceparent = findTraceparent();
  return traceparent === undefined ? data : { ...data, [property]: traceparent };
}

/** A stored job's data as its handler gets them, and the trace it goes on with. */
export function withoutTrace(stored: object): { readonly data: object; readonly traceparent?: string } {
  const { [property]: traceparent, ...data } = stored as Readonly<Record<string, unknown>>;
  return typeof traceparent === 'string' ? { data, traceparent } : { data };
}
