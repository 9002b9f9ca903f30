import { writeFileSync } from 'node:fs';
import { settingsGroups } from '../../src/app.ts';
import { renderEnvExample } from '../../src/platform/config/index.ts';
import { renderAuditReference } from './audit-reference.ts';
import { renderConfigurationReference } from './configuration-reference.ts';
import { loadCatalogues, renderErrorReference } from './error-reference.ts';
import { renderPrometheusRule } from './prometheus-rule.ts';

/** Writes the pages that are made from the code. A test fails when they differ from what it would write. */
writeFileSync(new URL('./configuration.md', import.meta.url), renderConfigurationReference(settingsGroups));
writeFileSync(new URL('../../.env.example', import.meta.url), renderEnvExample(settingsGroups));
writeFileSync(new URL('./audit-events.md', import.meta.url), renderAuditReference());
writeFileSync(
  new URL('../../deploy/kubernetes/monitoring/prometheus-rule.yaml', import.meta.url),
  renderPrometheusRule(),
);
writeFileSync(new URL('./errors.md', import.meta.url), renderErrorReference(await loadCatalogues()));
