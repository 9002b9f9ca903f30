import { type HrTime, ValueType } from '@opentelemetry/api';
import { AggregationTemporality, DataPointType, type MetricData } from '@opentelemetry/sdk-metrics';
import type { MetricFamily, MetricValue } from './open-telemetry.ts';

type Times = { readonly startTime: HrTime; readonly endTime: HrTime };

/**
 * The metrics of the process's registry in OpenTelemetry's form, under the same names: dashboards and alerts hold for
 * both ways. Counters and histograms count since `startTime`. Summaries are left out.
 */
export function toMetricData(families: readonly MetricFamily[], times: Times): MetricData[] {
  return families.flatMap((family): MetricData[] => {
    const { name, help, type, values } = family;
    if (type === 'summary' || values.length === 0) return [];
    const common = {
      descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
    };
    if (type === 'histogram') {
      return [{ ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: toHistograms(family, times) }];
    }
    const dataPoints = values.map(({ value, labels }) => ({
      ...times,
      attributes: toAttributes(labels),
      value,
    }));
    return type === 'counter'
      ? [{ ...common, dataPointType: DataPointType.SUM as const, isMonotonic: true, dataPoints }]
      : [{ ...common, dataPointType: DataPointType.GAUGE as const, dataPoints }];
  });
}

/** One histogram for each set of labels; the registry gives its buckets, sum and count apart. */
function toHistograms({ name, values }: MetricFamily, times: Times) {
  const bySeries = Map.groupBy(values, ({ labels: { le: _bound, ...labels } }) => JSON.stringify(labels));
  return [...bySeries.values()].map((series) => {
    const { le: _bound, ...labels } = series[0]!.labels;
    const buckets = series
      .filter(({ metricName }) => metricName === `${name}_bucket`)
      .sort((a, b) => boundOf(a) - boundOf(b));
    const find = (suffix: string) =>
      series.find(({ metricName }) => metricName === `${name}${suffix}`)?.value ?? 0;
    return {
      ...times,
      attributes: toAttributes(labels),
      value: {
        buckets: {
          boundaries: buckets.map(boundOf).filter(Number.isFinite),
          // The registry counts what is up to a bound, OpenTelemetry what is between two.
          counts: buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0)),
        },
        sum: find('_sum'),
        count: find('_count'),
      },
    };
  });
}

function boundOf({ labels }: MetricValue): number {
  return labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le);
}

function toAttributes(labels: MetricValue['labels']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(labels).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}
