export { endAfter, findSpan, findTraceparent, inSpan, runInSpan, runOutsideSpans } from './in-span.ts';
export type { Span, SpanAttributes, SpanKind, SpanOptions, Tracing } from './types.ts';
