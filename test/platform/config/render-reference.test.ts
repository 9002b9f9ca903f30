import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { parseEnv } from 'node:util';
import {
  loadConfig,
  renderConfigurationReference,
  renderEnvExample,
} from '../../../src/platform/config/index.ts';

const root = new URL('../../../', import.meta.url);

it('the configuration page is what the schema says', async () => {
  const page = await readFile(new URL('docs/reference/configuration.md', root), 'utf8');
  assert.equal(page, renderConfigurationReference(), 'run: node docs/reference/render.ts');
});

it('the example of an environment file is what the schema says', async () => {
  const example = await readFile(new URL('.env.example', root), 'utf8');
  assert.equal(example, renderEnvExample(), 'run: node docs/reference/render.ts');
});

it('the example with every line uncommented is the default configuration', () => {
  const env = parseEnv(renderEnvExample().replaceAll(/^# ([A-Z_]+=)/gm, '$1'));
  assert.ok(Object.keys(env).length > 25);
  assert.deepEqual(loadConfig(env, 2), loadConfig({}, 2));
});
