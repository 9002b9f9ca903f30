export {
  endAfter,
  findSpan,
  findTraceparent,
  inSpan,
  runInSpan,
  runOutsideSpans,
  type Span,
  type SpanAttributes,
  type SpanKind,
  type SpanOptions,
  type Tracing,
} from './in-span.ts';
