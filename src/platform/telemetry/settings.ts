import Type from 'typebox';
import { choice, group, integer, number, text } from '../config/variables.ts';

/** The settings of traces and metrics that are sent, by the names that OpenTelemetry gives them. */
export const telemetry = group('Traces and metrics', {
  endpoint: Type.Optional(
    text<string>('base-url', {
      variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
      whenUnset: 'nothing is sent, unless one of the next two says where to',
      description:
        'Address of an OpenTelemetry collector that takes OTLP over HTTP (`http://collector:4318`): traces go to `/v1/traces` below it, metrics to `/v1/metrics`.',
    }),
  ),
  tracesEndpoint: Type.Optional(
    text<string>('base-url', {
      variable: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
      whenUnset: '`/v1/traces` below `OTEL_EXPORTER_OTLP_ENDPOINT`',
      description: 'The whole address that traces are sent to.',
    }),
  ),
  metricsEndpoint: Type.Optional(
    text<string>('base-url', {
      variable: 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
      whenUnset: '`/v1/metrics` below `OTEL_EXPORTER_OTLP_ENDPOINT`',
      description: 'The whole address that metrics are sent to.',
    }),
  ),
  traces: choice(['otlp', 'none'], {
    variable: 'OTEL_TRACES_EXPORTER',
    default: 'otlp',
    description: '`none` sends no traces although there is an address.',
  }),
  metrics: choice(['otlp', 'none'], {
    variable: 'OTEL_METRICS_EXPORTER',
    default: 'otlp',
    description: '`none` sends no metrics although there is an address.',
  }),
  isDisabled: choice(['true', 'false'], {
    variable: 'OTEL_SDK_DISABLED',
    default: 'false',
    description: '`true` sends nothing, whatever the others say.',
  }),
  protocol: choice(['http/protobuf', 'http/json'], {
    variable: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    default: 'http/protobuf',
    description: 'The form that traces and metrics are sent in.',
  }),
  timeoutMs: integer({
    variable: 'OTEL_EXPORTER_OTLP_TIMEOUT',
    default: 10_000,
    minimum: 100,
    maximum: 60_000,
    description: 'Milliseconds for sending one batch. A batch that cannot be sent is lost.',
  }),
  sampler: choice(
    [
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ],
    {
      variable: 'OTEL_TRACES_SAMPLER',
      default: 'parentbased_always_on',
      description:
        'Which traces are kept. With `parentbased_` a trace that a trusted proxy has begun is kept when the proxy keeps it.',
    },
  ),
  samplerRatio: number({
    variable: 'OTEL_TRACES_SAMPLER_ARG',
    default: 1,
    minimum: 0,
    maximum: 1,
    description: 'Share of the traces that are kept, with a sampler by `traceidratio`.',
  }),
  serviceName: text<string>('text', {
    variable: 'OTEL_SERVICE_NAME',
    default: 'confere',
    description: 'Name of the service in traces and metrics.',
  }),
  resourceAttributes: text<readonly (readonly [string, string])[]>('name-map', {
    variable: 'OTEL_RESOURCE_ATTRIBUTES',
    default: '',
    description: 'Further attributes of the process (`deployment.environment.name=production`).',
  }),
  traceDelayMs: integer({
    variable: 'OTEL_BSP_SCHEDULE_DELAY',
    default: 5_000,
    minimum: 10,
    maximum: 60_000,
    description: 'Milliseconds between two batches of spans.',
  }),
  metricIntervalMs: integer({
    variable: 'OTEL_METRIC_EXPORT_INTERVAL',
    default: 60_000,
    minimum: 100,
    maximum: 3_600_000,
    description: 'Milliseconds between two sendings of the metrics.',
  }),
});
