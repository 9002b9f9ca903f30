import type { ConfigOf, Secret } from '../config/index.ts';
import type { Logger } from '../log.ts';
import type { Tracing } from '../tracing.ts';
import type { telemetry } from './settings.ts';

/** The values of one metric at a moment, as the registry of the process gives them. */
export type MetricFamily = {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram' | 'summary';
  readonly values: readonly MetricValue[];
};

export type MetricValue = {
  readonly value: number;
  readonly labels: Readonly<Record<string, string | number | undefined>>;
  /** Of a histogram: its name with `_bucket`, `_sum` or `_count`. */
  readonly metricName?: string | undefined;
};

type TelemetryConfig = ConfigOf<{ readonly telemetry: typeof telemetry }> & {
  readonly secrets: { readonly otlpHeaders?: Secret };
};

export type TelemetryOptions = {
  readonly settings: TelemetryConfig['telemetry'];
  /** Further headers for the collector: `name=value,name=value`. */
  readonly headers?: Secret | undefined;
  /** The part of the service that this process is. */
  readonly role: string;
  readonly log: Logger;
};

/** Traces and metrics on their way to a collector. */
export type Telemetry = {
  /** Undefined when nothing is sent. */
  readonly tracing: Tracing | undefined;
  /** Sends metrics at every interval, when they are sent at all. */
  sendMetrics(read: () => Promise<readonly MetricFamily[]>): void;
  /** Sends what is left, for five seconds at most. */
  close(): Promise<void>;
};

const none: Telemetry = { tracing: undefined, sendMetrics: () => {}, close: async () => {} };

/**
 * An exporter of traces and metrics, as the settings say. Without an address it sends nothing and loads no package of
 * OpenTelemetry.
 *
 * See docs/decisions/0139.
 */
export async function openTelemetry(
  { telemetry: settings, secrets: { otlpHeaders: headers } }: TelemetryConfig,
  role: string,
  log: Logger,
): Promise<Telemetry> {
  const { endpoint } = settings;
  if (endpoint === undefined) return none;
  const { startSending } = await import('./start-sending.ts');
  return startSending({ settings, headers, role, log }, endpoint);
}
