import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTestDatabase, environmentOf, testDatabaseKinds } from '../support/database.ts';
import { send } from '../support/http.ts';
import { runConfere, spawnServe } from '../support/service-process.ts';
import { fetchToken } from '../support/tokens.ts';
import { openReceiver } from './open-events.ts';

const skip = testDatabaseKinds().includes('postgres') ? false : 'CONFERE_TEST_DATABASE_URL is not set';
const eventsOfEach = 40;

describe('two replicas on one PostgreSQL', { skip }, () => {
  it('deliver each event once, whichever of them it was made on', async (t) => {
    const place = await createTestDatabase(t, 'postgres');
    const env = {
      ...environmentOf(place),
      SANDBOX: 'on',
      BASE_URL: 'https://confere.example',
      WEBHOOK_ALLOW: '127.0.0.1',
      RATE_LIMIT_PER_MINUTE: '6000',
      LOG_LEVEL: 'warn',
    };
    const replicas = [await spawnServe(t, env), await spawnServe(t, env)];
    const receiver = await openReceiver(t);
    const scopes = 'events:read webhooks:read webhooks:write';
    const made = await runConfere(
      t,
      ['clients', 'create', '--product', 'customer', '--scope', scopes, '--json'],
      env,
    );
    assert.equal(made.status, 0, made.stderr);
    const client = JSON.parse(made.stdout);
    const token = await fetchToken(replicas[0]!.url, client);
    const created = await send(`${replicas[0]!.url}/v1/webhook-endpoints`, {
      method: 'POST',
      token,
      json: { url: receiver.url },
    });
    assert.equal(created.status, 201, created.text);
    const { id } = created.body;
    await Promise.all(
      replicas.map(async ({ url }) => {
        for (let sent = 0; sent < eventsOfEach; sent += 1) {
          const tested = await send(`${url}/v1/webhook-endpoints/${id}/test`, { method: 'POST', token });
          assert.ok(tested.status < 300, tested.text);
        }
      }),
    );
    await receiver.until(eventsOfEach * replicas.length);
    for (const { child } of replicas) child.kill('SIGTERM');
    for (const { ended } of replicas) assert.equal((await ended).status, 0);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    assert.equal(ids.length, eventsOfEach * replicas.length);
    assert.equal(new Set(ids).size, ids.length);
  });
});
