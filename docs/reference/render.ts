import { writeFileSync } from 'node:fs';
import { renderConfigurationReference, renderEnvExample } from '../../src/platform/config/index.ts';
import { loadCatalogues, renderErrorReference } from './error-reference.ts';

/** Writes the pages that are made from the code. A test fails when they differ from what it would write. */
writeFileSync(new URL('./configuration.md', import.meta.url), renderConfigurationReference());
writeFileSync(new URL('../../.env.example', import.meta.url), renderEnvExample());
writeFileSync(new URL('./errors.md', import.meta.url), renderErrorReference(await loadCatalogues()));
