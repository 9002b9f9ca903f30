import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  AccessError,
  addClientSecret,
  createClient,
  createFirstAdminClient,
  listClients,
  removeClientSecret,
  revokeClient,
  scopes,
} from '../../src/access/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { isId } from '../../src/platform/ids.ts';
import { openTestDatabase, testDatabaseKinds } from '../support/database.ts';

function withCode(code: string) {
  return (error: unknown) => error instanceof AccessError && error.code === code;
}

for (const kind of testDatabaseKinds()) {
  describe(`clients, ${kind} database`, () => {
    test('a new client is listed with its scopes in order and without its secret', async (t) => {
      const { db } = await openTestDatabase(t, kind);
      const deps = { db, clock: systemClock };
      const created = await createClient(deps, {
        product: 'customer',
        scopes: ['people:read', 'faces:write', 'people:read'],
        name: ' Back office ',
      });
      assert.ok(isId('client', created.clientId));
      assert.match(created.clientSecret, /^[\w-]{43}$/);

      const [client, ...others] = await listClients(deps);
      assert.equal(others.length, 0);
      assert.equal(client?.id, created.clientId);
      assert.equal(client.name, 'Back office');
      assert.equal(client.product, 'customer');
      assert.deepEqual(client.scopes, ['faces:write', 'people:read']);
      assert.ok(client.createdAt instanceof Date);
      assert.equal(client.revokedAt, undefined);
      assert.equal(client.secrets.length, 1);
      assert.equal(JSON.stringify(client).includes(created.clientSecret), false);
    });

    test('secrets are stored as scrypt hashes, each under a salt of its own', async (t) => {
      const { db } = await openTestDatabase(t, kind);
      const deps = { db, clock: systemClock };
      const { clientId, clientSecret } = await createClient(deps, { product: 'customer', scopes: ['admin'] });
      await addClientSecret(deps, clientId);
      const rows = await db.selectFrom('client_secrets').selectAll().execute();
      assert.equal(rows.length, 2);
      assert.notDeepEqual(rows[0]?.salt, rows[1]?.salt);
      for (const row of rows) {
        assert.equal(row.hash.byteLength, 32);
        assert.ok(row.cost >= 16_384);
        assert.equal(JSON.stringify(Object.values(row).map(String)).includes(clientSecret), false);
      }
    });

    test('a product, scope or name that cannot be is refused and nothing is written', async (t) => {
      const { db } = await openTestDatabase(t, kind);
      const deps = { db, clock: systemClock };
      const refuse = (client: Parameters<typeof createClient>[1], code: string) =>
        assert.rejects(createClient(deps, client), withCode(code));
      await refuse({ product: 'desktop', scopes: ['admin'] }, 'client_product_invalid');
      await refuse({ product: 'mobile', scopes: ['people:read'] }, 'client_scopes_invalid');
      await refuse({ product: 'mobile', scopes: ['admin', 'attempts:read'] }, 'client_scopes_invalid');
      await refuse({ product: 'customer', scopes: [] }, 'client_scopes_invalid');
      await refuse({ product: 'customer', scopes: ['people:write'] }, 'client_scopes_invalid');
      for (const name of ['', '   ', 'line\nbreak', 'x'.repeat(101)]) {
        await refuse({ product: 'customer', scopes: ['admin'], name }, 'client_name_invalid');
      }
      assert.deepEqual(await listClients(deps), []);
    });

    test('a client has two secrets at most, keeps its last one, and gets none once revoked', async (t) => {
      const { db } = await openTestDatabase(t, kind);
      const deps = { db, clock: systemClock };
      const { clientId } = await createClient(deps, { product: 'mobile', scopes: ['attempts:read'] });
      const second = await addClientSecret(deps, clientId);
      await assert.rejects(addClientSecret(deps, clientId), withCode('client_secret_limit'));
      await removeClientSecret(deps, { clientId, secretId: second.secretId });
      await assert.rejects(
        removeClientSecret(deps, { clientId, secretId: second.secretId }),
        withCode('client_secret_not_found'),
      );
      const [client] = await listClients(deps);
      await assert.rejects(
        removeClientSecret(deps, { clientId, secretId: client!.secrets[0]!.id }),
        withCode('client_secret_last'),
      );
      await revokeClient(deps, clientId);
      await assert.rejects(addClientSecret(deps, clientId), withCode('client_revoked'));
    });

    test('revoking again keeps the first time, and an unknown client is client_not_found', async (t) => {
      const { db } = await openTestDatabase(t, kind);
      const deps = { db, clock: systemClock };
      const { clientId } = await createClient(deps, { product: 'mobile', scopes: ['attempts:read'] });
      await revokeClient(deps, clientId);
      const [first] = await listClients(deps);
      await revokeClient({ db, clock: { now: () => new Date(Date.now() + 60_000) } }, clientId);
      assert.deepEqual(await listClients(deps), [first]);
      assert.ok(first?.revokedAt instanceof Date);
      const unknown = `cli_${'0'.repeat(32)}`;
      await assert.rejects(revokeClient(deps, unknown), withCode('client_not_found'));
      await assert.rejects(addClientSecret(deps, unknown), withCode('client_not_found'));
      await assert.rejects(
        removeClientSecret(deps, { clientId: unknown, secretId: 'x' }),
        withCode('client_not_found'),
      );
    });

    test('the first administrator is made once, even when several replicas start together', async (t) => {
      const { db } = await openTestDatabase(t, kind);
      const deps = { db, clock: systemClock };
      const made = await Promise.all(Array.from({ length: 4 }, () => createFirstAdminClient(deps)));
      assert.equal(made.filter((credentials) => credentials !== undefined).length, 1);
      const [client, ...others] = await listClients(deps);
      assert.equal(others.length, 0);
      assert.equal(client?.product, 'customer');
      assert.deepEqual(client.scopes, scopes);

      await revokeClient(deps, client.id);
      assert.equal(await createFirstAdminClient(deps), undefined);
    });
  });
}
