import { setTimeout as delay } from 'node:timers/promises';
import {
  type Span as ApiSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { ExportResultCode, hrTime, millisToHrTime, parseTraceParent } from '@opentelemetry/core';
import {
  type ISerializer,
  JsonMetricsSerializer,
  JsonTraceSerializer,
  ProtobufMetricsSerializer,
  ProtobufTraceSerializer,
} from '@opentelemetry/otlp-transformer';
import { defaultResource, type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Secret } from '../config/index.ts';
import { createUuidV7 } from '../ids.ts';
import { createOutboundClient, OutboundError } from '../outbound/index.ts';
import { runOutsideSpans, type Span, type SpanOptions, type Tracing } from '../tracing.ts';
import type { Telemetry, TelemetryOptions } from './open-telemetry.ts';
import { toMetricData } from './to-metric-data.ts';

const closingMs = 5_000;

/** Between two batches of spans; those of a process that is killed meanwhile are lost. */
const batchDelayMs = 1_000;

const sendTimeoutMs = 10_000;

/** Longer texts of statements are cut. */
const longestAttribute = 2_000;

const scope = { name: 'confere' };

/** Begins to send traces and metrics by OpenTelemetry's SDK. Reads no environment: everything comes from `settings`. */
export function startSending(options: TelemetryOptions, endpoint: string): Telemetry {
  const { settings } = options;
  const resource = describeProcess(options);
  const clients: ReturnType<typeof createCollectorClient>[] = [];
  const endings: (() => Promise<unknown>)[] = [];
  const connect = (path: string, what: string) => {
    const client = createCollectorClient(options, `${endpoint}${path}`, what);
    clients.push(client);
    return client;
  };

  function createProvider(): TracerProvider {
    const client = connect('/v1/traces', 'traces');
    const serialize = serializerOf(settings.protocol, JsonTraceSerializer, ProtobufTraceSerializer);
    const processor = new BatchSpanProcessor({
      scheduledDelayMillis: batchDelayMs,
      exportTimeoutMillis: sendTimeoutMs,
      exporter: {
        export(spans, done) {
          client.send(serialize(spans)).then(
            () => done({ code: ExportResultCode.SUCCESS }),
            // The client has logged it.
            () => done({ code: ExportResultCode.FAILED }),
          );
        },
        shutdown: async () => {},
      },
    });
    endings.push(() => processor.shutdown());
    return new TracerProvider({
      resource,
      sampler: createSampler(settings.sampler, settings.samplerRatio),
      spanLimits: { attributeValueLengthLimit: longestAttribute },
      spanProcessors: [processor],
    });
  }

  return {
    tracing: createTracing(createProvider().getTracer(scope.name)),
    sendMetrics(read) {
      if (settings.metrics === 'none') return;
      const client = connect('/v1/metrics', 'metrics');
      const serialize = serializerOf(settings.protocol, JsonMetricsSerializer, ProtobufMetricsSerializer);
      const startTime = millisToHrTime(performance.timeOrigin);
      const send = async () => {
        const metrics = toMetricData(await read(), { startTime, endTime: hrTime() });
        await client.send(serialize({ resource, scopeMetrics: [{ scope, metrics }] }));
      };
      let sending = Promise.resolve();
      const timer = setInterval(() => {
        sending = sending.then(send).catch(() => {});
      }, settings.metricIntervalMs);
      timer.unref();
      endings.push(async () => {
        clearInterval(timer);
        await sending.then(send);
      });
    },
    async close() {
      const ending = Promise.allSettled(endings.map((end) => end()));
      await Promise.race([ending, delay(closingMs, undefined, { ref: false })]);
      for (const client of clients) client.close();
    },
  };
}

function describeProcess({ settings, role }: TelemetryOptions): Resource {
  return defaultResource().merge(
    resourceFromAttributes({
      ...Object.fromEntries([...settings.resourceAttributes].map(([name, value]) => [name, decode(value)])),
      'service.name': settings.serviceName,
      'service.instance.id': createUuidV7(),
      'confere.role': role,
    }),
  );
}

function createSampler(name: TelemetryOptions['settings']['sampler'], ratio: number): Sampler {
  const root = name.endsWith('always_on')
    ? new AlwaysOnSampler()
    : name.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

function serializerOf<Request>(
  protocol: TelemetryOptions['settings']['protocol'],
  json: ISerializer<Request, unknown>,
  protobuf: ISerializer<Request, unknown>,
): (request: Request) => Uint8Array {
  const { serializeRequest } = protocol === 'http/json' ? json : protobuf;
  return (request) => serializeRequest(request) ?? new Uint8Array();
}

/** `name=value` pairs with commas between them, values percent-encoded, as the specification writes them. */
function parseHeaders(configured: Secret | undefined): Record<string, string> {
  const pairs = (configured?.reveal() ?? '').split(',').map((pair) => pair.trim().split(/=(.*)/s, 2));
  return Object.fromEntries(
    pairs.flatMap(([name = '', value = '']) => (name === '' ? [] : [[name.toLowerCase(), decode(value)]])),
  );
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

const largestAnswerBytes = 65_536;

/**
 * Sends bodies to one address of the collector, each once: what cannot be delivered is lost. The operator names the
 * address: it may be private and speak plain http. The log says when sending begins to fail, and when it works again.
 */
function createCollectorClient(
  { settings, headers: further, log }: TelemetryOptions,
  url: string,
  what: string,
) {
  const contentType = settings.protocol === 'http/json' ? 'application/json' : 'application/x-protobuf';
  const headers = { ...parseHeaders(further), 'content-type': contentType };
  const outbound = createOutboundClient({ peer: 'collector', allow: [new URL(url).host], keepAlive: true });
  let failure: string | undefined;
  const tell = (reason: string | undefined) => {
    if (reason === failure) return;
    failure = reason;
    if (reason === undefined) log.info(`${what} reach the collector again`);
    else log.warn({ reason }, `${what} do not reach the collector`);
  };
  return {
    /** Resolves when the collector has taken the body. Rejects otherwise. */
    async send(body: Uint8Array): Promise<void> {
      const limits = { maxBytes: largestAnswerBytes, timeoutMs: sendTimeoutMs };
      try {
        const status = await runOutsideSpans(() =>
          outbound.send({ url, method: 'POST', headers, body, ...limits }, async (answer) => {
            await answer.bytes();
            return answer.status;
          }),
        );
        if (status < 200 || status > 299) throw new Error(`status_${status}`);
        tell(undefined);
      } catch (error) {
        tell(error instanceof OutboundError ? error.code : (error as Error).message);
        throw error;
      }
    },
    close: () => outbound.close(),
  };
}

/** Spans of the service as spans of a tracer of OpenTelemetry. */
function createTracing(tracer: Tracer): Tracing {
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
    kind: SpanKind[kind.toUpperCase() as Uppercase<typeof kind>],
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
