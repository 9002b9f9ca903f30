import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { parseEnv } from 'node:util';
import { loadAppConfig, settingsGroups } from '../../../src/app.ts';
import { renderConfigurationReference, renderEnvExample } from '../../../src/platform/config/index.ts';

const root = new URL('../../../', import.meta.url);

it('the configuration page is what the schema says', async () => {
  const page = await readFile(new URL('docs/reference/configuration.md', root), 'utf8');
  assert.equal(page, renderConfigurationReference(settingsGroups), 'run: node docs/reference/render.ts');
});

it('the example of an environment file is what the schema says', async () => {
  const example = await readFile(new URL('.env.example', root), 'utf8');
  assert.equal(example, renderEnvExample(settingsGroups), 'run: node docs/reference/render.ts');
});

it('the example with every line uncommented is the default configuration', () => {
  const env = parseEnv(renderEnvExample(settingsGroups).replaceAll(/^# ([A-Z_]+=)/gm, '$1'));
  assert.ok(Object.keys(env).length > 25);
  assert.deepEqual(loadAppConfig(env, 2), loadAppConfig({}, 2));
});
