import { readFileSync } from 'node:fs';

/** The alerts as a resource of the Prometheus Operator. */
export function renderPrometheusRule(): string {
  const alerts = readFileSync(new URL('../../deploy/monitoring/alerts.yaml', import.meta.url), 'utf8');
  const groups = alerts.slice(alerts.indexOf('groups:')).replace(/^(?=.)/gm, '  ');
  return `# Made from deploy/monitoring/alerts.yaml by docs/reference/render.ts.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: confere
spec:
${groups}`;
}
