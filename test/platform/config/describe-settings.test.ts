import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import { renderConfigurationReference } from '../../../docs/reference/configuration-reference.ts';
import { loadAppConfig, settingsGroups } from '../../../src/app.ts';
import { describeSettings, renderEnvExample } from '../../../src/platform/config/index.ts';

const key = Buffer.alloc(32, 7).toString('base64');

/** Every variable that holds a secret, with a value that is easy to find again. */
const secrets = {
  DATABASE_URL: 'postgres://somebody:pq7-hidden@db.example/confere',
  MASTER_KEY: key,
  MASTER_KEY_PREVIOUS: Buffer.alloc(32, 9).toString('base64'),
  REDIS_URL: 'redis://somebody:rd7-hidden@redis.example/0',
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'photos',
  S3_ACCESS_KEY_ID: 'AKIAHIDDEN',
  S3_SECRET_ACCESS_KEY: 's3-hidden',
  SSO_ISSUER: 'https://sso.example',
  SSO_CLIENT_ID: 'confere',
  SSO_CLIENT_SECRET: 'sso-hidden',
  SSO_ROLES: 'admins=administrator',
  FACES_SECRET: 'faces-hidden-faces-hidden-faces-hidden',
  DUPLICATES_SECRET: 'duplicates-hidden-duplicates-hidden',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=otlp-hidden',
};

const describeWith = (env: Readonly<Record<string, string>>) =>
  describeSettings(settingsGroups, loadAppConfig(env, 4));

describe('settings in force', () => {
  it('have everything but the secrets', () => {
    const shown = describeWith({ ...secrets, LISTEN: '[::1]:8081', SOURCE_MAX_AGE_DAYS: 'un=3,pep=90' });
    const by = new Map(shown.map((setting) => [setting.variable, setting]));
    for (const [variable, value] of Object.entries(secrets)) {
      assert.ok(by.has(variable), `${variable} is no variable`);
      if (!by.get(variable)!.isSecret) continue;
      assert.deepEqual(
        { ...by.get(variable), description: '', group: '' },
        { group: '', description: '', variable, isSecret: true, isSet: true, isChanged: true },
      );
      assert.ok(!JSON.stringify(shown).includes(value), variable);
    }
    assert.doesNotMatch(JSON.stringify(shown), /hidden/i);
    assert.equal(by.get('LISTEN')!.value, '[::1]:8081');
    assert.equal(by.get('SOURCE_MAX_AGE_DAYS')!.value, 'un=3, pep=90');
    assert.equal(by.get('SSO_CLIENT_ID')!.value, 'confere');
  });

  it('are told from those that the service has by itself', () => {
    const unchanged = describeWith({});
    assert.deepEqual(
      unchanged.filter(({ isChanged, variable }) => isChanged && variable !== 'FACE_WORKERS'),
      [],
    );
    const changed = describeWith({ LOG_LEVEL: 'debug', PEP_GRACE_YEARS: '3' }).filter(
      ({ isChanged, variable }) => isChanged && variable !== 'FACE_WORKERS',
    );
    assert.deepEqual(changed.map(({ variable, value }) => `${variable}=${value}`).sort(), [
      'LOG_LEVEL=debug',
      'PEP_GRACE_YEARS=3',
    ]);
    assert.equal(unchanged.find(({ variable }) => variable === 'MASTER_KEY')?.isSet, false);
  });
});

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
