import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '../../src/access/index.ts';
import { openAccess } from './open-access.ts';

// A file, and so a process, of its own: the provider gives each warning once a process.
test('nothing is written to the console, at start or by a request', async (t) => {
  const written: unknown[] = [];
  for (const name of ['log', 'info', 'warn', 'error'] as const) {
    t.mock.method(console, name, (...values: unknown[]) => written.push(values));
  }
  const access = await openAccess(t, 'embedded');
  const credentials = await createClient(access, { product: 'mobile', scopes: ['attempts:read'] });
  const form = {
    grant_type: 'client_credentials',
    client_id: credentials.clientId,
    client_secret: credentials.clientSecret,
  };
  await access.fetchToken(credentials);
  const statuses: number[] = [];
  const ask = async (changes: Record<string, string>, headers: Record<string, string>) => {
    statuses.push((await access.requestToken({ ...form, ...changes }, headers)).status);
  };
  await ask({ client_secret: 'wrong' }, { accept: 'text/html' });
  await ask({}, { origin: 'https://page.example' });
  await access.closeDatabase();
  await ask({}, {});
  assert.deepEqual(statuses, [401, 400, 500]);
  assert.deepEqual(written, []);
});
