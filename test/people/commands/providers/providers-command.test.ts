import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { runConfere } from '../../../support/service-process.ts';
import { json, startMockProvider } from '../../providers/mock-provider.ts';

it('providers are listed with their keys, and one is checked with a status of its own', async (t) => {
  const mock = await startMockProvider();
  t.after(() => mock.close());
  const folder = await mkdtemp(join(tmpdir(), 'confere-cli-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'providers.json');
  const acme = {
    name: 'acme',
    source: 'pfAcme',
    request: { url: `${mock.url}/{cpf}`, headers: { key: '{secret.key}' } },
    response: { mapping: 'data' },
    secrets: { key: { env: 'ACME_KEY' } },
    health: { url: `${mock.url}/ping`, headers: { key: '{secret.key}' } },
    requestsPerMinute: 90,
  };
  const billed = { ...acme, name: 'billed', costClass: 'billed', health: { ...acme.health, isBilled: true } };
  await writeFile(file, JSON.stringify({ providers: [acme, billed] }));
  const run = (args: string[], environment: Record<string, string> = {}) =>
    runConfere(t, ['providers', ...args], {
      SOURCE_PROVIDERS_FILE: file,
      SOURCE_FETCH_ALLOW: '127.0.0.1',
      ...environment,
    });
  const key = { ACME_KEY: 'k-hidden' };

  const listed = await run(['list']);
  assert.equal(listed.status, 0, listed.stderr);
  assert.match(
    listed.stdout,
    /acme: fills pfAcme, key, 90 requests a minute, can be checked\n {2}keys: secrets\/key has no value/,
  );
  const missing = await run(['check', 'acme', '--json']);
  assert.equal(missing.status, 2);
  assert.equal(JSON.parse(missing.stdout).outcome, 'keys_missing');
  mock.answer(json({}));
  const well = await run(['check', 'acme'], key);
  assert.equal(well.status, 0, well.stderr);
  assert.match(well.stdout, /^acme: answers 200 in \d+ ms\n$/);
  const kept = await run(['check', 'billed'], key);
  assert.equal(kept.status, 5);
  assert.equal(mock.received.length, 1, 'a billed call is not made unasked');
  mock.answer(json({}, 403));
  assert.equal((await run(['check', 'billed', '--billed'], key)).status, 3);
  const unknown = await run(['check', 'other'], key);
  assert.equal(unknown.status, 1);
  assert.match(unknown.stderr, /source_provider_unknown/);
  for (const { stdout, stderr } of [listed, missing, well, kept, unknown]) {
    assert.ok(!`${stdout}${stderr}`.includes('hidden'));
  }
});
