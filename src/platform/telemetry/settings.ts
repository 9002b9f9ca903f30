import { choice, group, integer, number, text } from '../config/variables.ts';

export const telemetry = group('Traces and metrics', {
  endpoint: text('base-url', {
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    whenUnset: 'nothing is sent',
    description:
      'Address of an OpenTelemetry collector that takes OTLP over HTTP (`http://collector:4318`): traces go to `/v1/traces` below it, metrics to `/v1/metrics`.',
  }),
  metrics: choice(['otlp', 'none'], {
    variable: 'OTEL_METRICS_EXPORTER',
    default: 'otlp',
    description: '`none` sends traces only, for a collector that reads `/metrics`.',
  }),
  protocol: choice(['http/protobuf', 'http/json'], {
    variable: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    default: 'http/protobuf',
    description: 'Encoding of traces and metrics.',
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
        'Choice of the traces to send. With `parentbased_`, the decision of a trusted proxy counts for a trace that the proxy has started.',
    },
  ),
  samplerRatio: number({
    variable: 'OTEL_TRACES_SAMPLER_ARG',
    default: 1,
    minimum: 0,
    maximum: 1,
    description: 'Share of traces to send, with a `traceidratio` sampler.',
  }),
  serviceName: text('text', {
    variable: 'OTEL_SERVICE_NAME',
    default: 'confere',
    description: 'Name of the service in traces and metrics.',
  }),
  resourceAttributes: text('name-map', {
    variable: 'OTEL_RESOURCE_ATTRIBUTES',
    default: '',
    description: 'Additional attributes of the process (`deployment.environment.name=production`).',
  }),
  metricIntervalMs: integer({
    variable: 'OTEL_METRIC_EXPORT_INTERVAL',
    default: 60_000,
    minimum: 100,
    maximum: 3_600_000,
    description: 'Interval between two exports of the metrics, in milliseconds.',
  }),
});
