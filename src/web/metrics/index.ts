export { addMetrics } from './add-metrics.ts';
export { createMetrics, type Metrics } from './create-metrics.ts';
export { createMetricsServer } from './create-metrics-server.ts';
