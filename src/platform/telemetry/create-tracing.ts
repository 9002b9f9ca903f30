import {
  type SpanKind as ApiKind,
  type Span as ApiSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import type { Span, SpanOptions, Tracing } from '../tracing/index.ts';

const kinds: Readonly<Record<NonNullable<SpanOptions['kind']>, ApiKind>> = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

/** Spans of the service as spans of a tracer of OpenTelemetry. */
export function createTracing(tracer: Tracer): Tracing {
  return {
    begin(name, { parent, ...options } = {}) {
      const remote = parent === undefined ? undefined : parseTraceParent(parent);
      const context = remote
        ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true })
        : ROOT_CONTEXT;
      return toSpan(tracer, tracer.startSpan(name, toOptions(options), context));
    },
  };
}

function toOptions({ kind = 'internal', attributes = {}, startedAt }: SpanOptions) {
  return {
    kind: kinds[kind],
    attributes,
    ...(startedAt === undefined ? {} : { startTime: new Date(startedAt) }),
  };
}

function toSpan(tracer: Tracer, inner: ApiSpan): Span {
  const { traceId, spanId, traceFlags } = inner.spanContext();
  const context = trace.setSpan(ROOT_CONTEXT, inner);
  let isEnded = false;
  return {
    traceId,
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    setAttributes: (attributes) => void inner.setAttributes(attributes),
    fail(code) {
      inner.setStatus({ code: SpanStatusCode.ERROR });
      inner.setAttribute('error.type', code);
    },
    begin: (name, options = {}) => toSpan(tracer, tracer.startSpan(name, toOptions(options), context)),
    end(endedAt) {
      isEnded = true;
      inner.end(endedAt === undefined ? undefined : new Date(endedAt));
    },
    get isEnded() {
      return isEnded;
    },
  };
}
