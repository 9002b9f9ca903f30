export { type MetricFamily, openTelemetry, type Telemetry } from './open-telemetry.ts';
