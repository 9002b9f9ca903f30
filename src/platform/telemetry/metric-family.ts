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
