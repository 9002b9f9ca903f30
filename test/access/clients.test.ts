import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { revokeClient } from '../../src/access/change-client.ts';
import { addClientSecret, removeClientSecret } from '../../src/access/client-secrets.ts';
import { listClients } from '../../src/access/client-store.ts';
import { clientIdKind } from '../../src/access/declarations.ts';
import { AccessError } from '../../src/access/errors.ts';
import {
  createClient,
  createFirstAdminClient,
  readUnshownFirstAdmin,
  showFirstAdmin,
} from '../../src/access/index.ts';
import { verifyAudit } from '../../src/platform/audit/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/db/index.ts';
import { createMasterKey, createRecordCipher, loadRowBinder } from '../../src/platform/encryption/index.ts';
import { RequestError } from '../../src/platform/errors.ts';
import { isId } from '../../src/platform/ids.ts';
import { scopes } from '../../src/platform/tokens/index.ts';
import { openTestDatabase, testDatabaseKinds } from '../support/database.ts';

function withCode(code: string) {
  return (error: unknown) => error instanceof AccessError && error.code === code;
}

function createAdminDeps(db: Db) {
  const cipher = createRecordCipher({ current: createMasterKey(randomBytes(32)), previous: [] });
  return { db, cipher, clock: systemClock, auditKey: randomBytes(32) };
}

for (const kind of testDatabaseKinds()) {
  describe(`clients, ${kind} database`, () => {
    test('a new client is listed with its scopes in order and without its secret', async (t) => {
      const { db } = await openTestDatabase(t, kind);
      const deps = createAdminDeps(db);
      const created = await createClient(deps, {
        product: 'customer',
        scopes: ['people:read', 'faces:write', 'people:read'],
        name: ' Back office ',
      });
      assert.ok(isId(clientIdKind, created.clientId));
      assert.match(created.clientSecret, /^[\w-]{43}$/);

      const [client, ...others] = await listClients(deps.db);
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
      const deps = createAdminDeps(db);
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
      const deps = createAdminDeps(db);
      const refuse = (client: Parameters<typeof createClient>[1], ...paths: string[]) =>
        assert.rejects(createClient(deps, client), (error) => {
          assert.ok(error instanceof RequestError);
          assert.deepEqual(
            error.problems?.map(({ path }) => path),
            paths,
          );
          return true;
        });
      await refuse({ product: 'desktop', scopes: ['admin'] }, 'body/product');
      await refuse({ product: 'mobile', scopes: ['people:read'] }, 'body/scopes/0');
      await refuse({ product: 'mobile', scopes: ['attempts:read', 'admin'] }, 'body/scopes/1');
      await refuse({ product: 'customer', scopes: [] }, 'body/scopes');
      await refuse({ product: 'customer', scopes: ['people:write'] }, 'body/scopes/0');
      for (const name of ['', '   ', 'line\nbreak', 'Back\u200boffice', '\u3164', 'x'.repeat(101)]) {
        await refuse({ product: 'customer', scopes: ['admin'], name }, 'body/name');
      }
      const wrong = {
        product: 'customer',
        scopes: ['nonsense'],
        name: '',
        captureOrigins: ['https://*.example'],
      };
      await refuse(wrong, 'body/scopes/0', 'body/name', 'body/captureOrigins/0');
      assert.deepEqual(await listClients(deps.db), []);
    });

    test('a client has two secrets at most, keeps its last one, and gets none once revoked', async (t) => {
      const { db } = await openTestDatabase(t, kind);
      const deps = createAdminDeps(db);
      const { clientId } = await createClient(deps, { product: 'mobile', scopes: ['attempts:read'] });
      const second = await addClientSecret(deps, clientId);
      await assert.rejects(addClientSecret(deps, clientId), withCode('client_secret_limit'));
      await removeClientSecret(deps, { clientId, secretId: second.secretId });
      await assert.rejects(
        removeClientSecret(deps, { clientId, secretId: second.secretId }),
        withCode('client_secret_not_found'),
      );
      const [client] = await listClients(deps.db);
      await assert.rejects(
        removeClientSecret(deps, { clientId, secretId: client!.secrets[0]!.id }),
        withCode('client_secret_last'),
      );
      await revokeClient(deps, clientId);
      await assert.rejects(addClientSecret(deps, clientId), withCode('client_revoked'));
    });

    test('revoking again keeps the first time, and an unknown client is client_not_found', async (t) => {
      const { db } = await openTestDatabase(t, kind);
      const deps = createAdminDeps(db);
      const { clientId } = await createClient(deps, { product: 'mobile', scopes: ['attempts:read'] });
      await revokeClient(deps, clientId);
      const [first] = await listClients(deps.db);
      await revokeClient({ db, clock: { now: () => new Date(Date.now() + 60_000) } }, clientId);
      assert.deepEqual(await listClients(deps.db), [first]);
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
      const deps = createAdminDeps(db);
      const made = await Promise.all(Array.from({ length: 4 }, () => createFirstAdminClient(deps)));
      assert.deepEqual(made.sort(), [false, false, false, true]);
      const { faults, events } = await verifyAudit(db, deps.auditKey);
      assert.deepEqual({ faults, events }, { faults: [], events: 1 });
      const [client, ...others] = await listClients(deps.db);
      assert.equal(others.length, 0);
      assert.equal(client?.product, 'customer');
      assert.deepEqual(client.scopes, scopes);

      await revokeClient(deps, client.id);
      assert.equal(await createFirstAdminClient(deps), false);
    });

    test('the secret of the first administrator is kept until it was shown, and shown by one process', async (t) => {
      const { db } = await openTestDatabase(t, kind);
      const deps = createAdminDeps(db);
      await createFirstAdminClient(deps);
      const failing = showFirstAdmin(deps, async () => {
        throw new Error('standard output is closed');
      });
      await assert.rejects(failing, /is closed/);
      const unshown = await readUnshownFirstAdmin(deps);
      assert.ok(unshown);
      const shown: unknown[] = [];
      const show = async (credentials: unknown) => void shown.push(credentials);
      const given = await Promise.all([1, 2, 3].map(() => showFirstAdmin(deps, show)));
      assert.deepEqual(shown, [unshown]);
      assert.equal(given.filter((it) => it !== undefined).length, 1);
      assert.equal(await readUnshownFirstAdmin(deps), undefined);
      const { rows } = await sql`select * from unshown_secrets`.execute(db);
      assert.deepEqual(rows, []);
    });

    test('the first administrator gets the scopes that came since; who was made one by SQL does not', async (t) => {
      const { db } = await openTestDatabase(t, kind);
      const deps = createAdminDeps(db);
      const scopesOf = async () =>
        new Map((await listClients(db)).map(({ id, scopes: own }) => [id, own.length]));
      assert.equal(await createFirstAdminClient(deps), true);
      const other = await createClient(deps, { product: 'customer', scopes: ['admin'] });
      const [first = ''] = [...(await scopesOf()).keys()].filter((id) => id !== other.clientId);
      // As a version wrote it that knew fewer scopes.
      const rows = await loadRowBinder(db, deps.cipher);
      const binding = rows.bind('client', first, 'customer', ['admin'], true, '');
      await sql`update clients set scopes = '{admin}', binding = ${binding} where id = ${first}`.execute(db);
      assert.equal(await createFirstAdminClient(deps), false);
      assert.deepEqual((await scopesOf()).get(first), scopes.length);
      await sql`update clients set is_first_administrator = false`.execute(db);
      await sql`update clients set is_first_administrator = true where id = ${other.clientId}`.execute(db);
      await createFirstAdminClient(deps);
      assert.deepEqual((await scopesOf()).get(other.clientId), 1);
    });

    test('nobody is given credentials with scopes that the grantor lacks', async (t) => {
      const deps = createAdminDeps((await openTestDatabase(t, kind)).db);
      const grantor = { scopes: new Set(['admin', 'people:read']) };
      const wide = { product: 'customer', scopes: ['people:read', 'people:erase'] };
      await assert.rejects(createClient(deps, wide, grantor), withCode('client_scopes_exceeded'));
      const { clientId } = await createClient(deps, wide);
      await assert.rejects(addClientSecret(deps, clientId, grantor), withCode('client_scopes_exceeded'));
      await createClient(deps, { product: 'customer', scopes: ['people:read'] }, grantor);
      assert.equal((await listClients(deps.db)).length, 2);
    });
  });
}
