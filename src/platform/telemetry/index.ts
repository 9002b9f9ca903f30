export type { MetricFamily } from './metric-family.ts';
export { openTelemetry, type Telemetry } from './open-telemetry.ts';
