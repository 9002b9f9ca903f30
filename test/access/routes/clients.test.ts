import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { decodeJwt, SignJWT } from 'jose';
import type { ClientCredentials } from '../../../src/access/index.ts';
import { scopesOfProduct } from '../../../src/platform/tokens/index.ts';
import { describeDatabases } from '../../support/database.ts';
import { type Answer, assertError, assertRequestId, send, sendRaw } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';

const nowSeconds = () => Math.floor(Date.now() / 1000);

describeDatabases('clients over HTTP', (kind) => {
  const service = shareService(kind, { engine: createStandInEngine() });
  let admin: string;

  before(async () => {
    admin = await service().fetchToken(service().admin);
  });

  const call = (method: string, path: string, json?: unknown): Promise<Answer> =>
    send(`${service().url}${path}`, { method, token: admin, ...(json === undefined ? {} : { json }) });
  const ask = (form: Record<string, string>): Promise<Answer> =>
    send(`${service().url}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', ...form }),
    });
  const askWithSecret = (clientId: string, clientSecret: string) =>
    ask({ client_id: clientId, client_secret: clientSecret });
  const find = async (clientId: string) => {
    const { items } = (await call('GET', '/v1/clients')).body as { items: { id: string }[] };
    return items.find(({ id }) => id === clientId) as Record<string, unknown> | undefined;
  };

  it('may be given each scope of its product, and no more than there are', async () => {
    const create = (scopes: readonly string[]) =>
      call('POST', '/v1/clients', { product: 'customer', scopes });
    assert.equal((await create(scopesOfProduct.customer)).status, 201);
    assertError(await create([...scopesOfProduct.customer, 'admin']), 400, 'request_invalid');
  });

  it('the list shows every client, and of secrets only that they are there', async () => {
    const created = await call('POST', '/v1/clients', {
      product: 'mobile',
      scopes: ['attempts:read'],
      name: 'Android app',
    });
    const answer = await call('GET', '/v1/clients');
    assert.equal(answer.status, 200);
    assertRequestId(answer);
    assert.ok(!answer.text.includes(created.body.clientSecret));
    assert.equal(answer.body.items[0].id, service().admin.clientId, 'oldest first');
    const { secrets, createdAt, ...listed } = (await find(created.body.id)) as {
      secrets: { id: string }[];
      createdAt: string;
    };
    assert.deepEqual(listed, {
      id: created.body.id,
      name: 'Android app',
      product: 'mobile',
      scopes: ['attempts:read'],
      livenessRequired: {},
      captureOrigins: [],
      redirectUrls: [],
    });
    assert.equal(new Date(createdAt).toISOString(), createdAt);
    assert.equal(secrets.length, 1);
  });

  describe('the secret of a client', () => {
    let client: ClientCredentials;
    let second: { id: string; clientSecret: string };

    before(async () => {
      client = await service().createClient('mobile');
    });

    it('can be replaced without a gap: two are valid until the old one is removed', async () => {
      const added = await call('POST', `/v1/clients/${client.clientId}/secrets`);
      assert.equal(added.status, 201);
      assert.equal(added.headers.get('cache-control'), 'no-store');
      second = added.body;
      assert.notEqual(second.clientSecret, client.clientSecret);
      for (const secret of [client.clientSecret, second.clientSecret]) {
        assert.equal((await askWithSecret(client.clientId, secret)).status, 200);
      }
      assertError(
        await call('POST', `/v1/clients/${client.clientId}/secrets`, {}),
        409,
        'client_secret_limit',
      );

      const { secrets } = (await find(client.clientId)) as { secrets: { id: string }[] };
      const old = secrets.find(({ id }) => id !== second.id)!;
      const removed = await call('DELETE', `/v1/clients/${client.clientId}/secrets/${old.id}`);
      assert.equal(removed.status, 204);
      assert.equal((await askWithSecret(client.clientId, client.clientSecret)).status, 401);
      assert.equal((await askWithSecret(client.clientId, second.clientSecret)).status, 200);
    });

    it('cannot be removed when it is the last, or not there', async () => {
      const path = `/v1/clients/${client.clientId}/secrets`;
      assertError(await call('DELETE', `${path}/${second.id}`), 409, 'client_secret_last');
      assertError(await call('DELETE', `${path}/other`), 404, 'client_secret_not_found');
      assertError(await call('POST', '/v1/clients/cli_x/secrets'), 404, 'client_not_found');
    });
  });

  it('a revoked client gets no token, and those it has are refused here from the next request on', async () => {
    const client = await service().createClient('customer', ['attempts:read']);
    const token = await service().fetchToken(client);
    const read = () => send(`${service().url}/v1/face-authentications/x`, { token });
    assert.equal((await read()).status, 404);
    const revoked = await call('DELETE', `/v1/clients/${client.clientId}`);
    assert.equal(revoked.status, 204);
    const { revokedAt } = (await find(client.clientId))!;
    assertError(await read(), 401, 'token_revoked');
    assert.equal((await askWithSecret(client.clientId, client.clientSecret)).status, 401);
    assert.equal((await call('DELETE', `/v1/clients/${client.clientId}`)).status, 204);
    assert.equal((await find(client.clientId))?.revokedAt, revokedAt);
    assertError(await call('POST', `/v1/clients/${client.clientId}/secrets`), 409, 'client_revoked');
    assertError(await call('DELETE', '/v1/clients/cli_x'), 404, 'client_not_found');
  });

  describe('a client with keys', () => {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    let clientId: string;

    before(async () => {
      const created = await call('POST', '/v1/clients', {
        product: 'customer',
        scopes: ['people:read'],
        publicKeyPem: pair.publicKey.export({ type: 'spki', format: 'pem' }),
      });
      assert.equal(created.status, 201);
      clientId = created.body.id;
      assert.equal(created.body.clientSecret, undefined);
      assert.equal(created.body.keyIds.length, 1);
    });

    type Assertion = {
      key?: KeyObject | Uint8Array;
      alg?: string;
      claims?: Record<string, unknown>;
    };

    async function assertion({ key = pair.privateKey, alg = 'ES256', claims = {} }: Assertion = {}) {
      const all = {
        iss: clientId,
        sub: clientId,
        aud: service().url,
        jti: randomUUID(),
        iat: nowSeconds(),
        exp: nowSeconds() + 60,
        ...claims,
      };
      return await new SignJWT(all).setProtectedHeader({ alg }).sign(key);
    }

    const present = (jwt: string) =>
      ask({
        client_assertion: jwt,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      });

    it('gets a token for an assertion, by the issuer or the endpoint as audience, each assertion once', async () => {
      const jwt = await assertion();
      const first = await present(jwt);
      assert.equal(first.status, 200, first.text);
      assert.equal(decodeJwt(first.body.access_token).client_id, clientId);
      const replayed = await present(jwt);
      assert.equal(replayed.status, 401);
      assert.equal(replayed.body.error, 'invalid_client');
      const other = await assertion({ claims: { aud: `${service().url}/oauth2/token` } });
      assert.equal((await present(other)).status, 200);
      const lasting = await assertion({ claims: { exp: nowSeconds() + 3_500 } });
      assert.equal((await present(lasting)).status, 200);
    });

    it('of one assertion presented many times at once, one is taken', async () => {
      const jwt = await assertion();
      const answers = await Promise.all(Array.from({ length: 8 }, () => present(jwt)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(401)]);
    });

    it('gets none for an assertion of others, of the past, or with another audience', async () => {
      const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const publicPem = pair.publicKey.export({ type: 'spki', format: 'pem' }) as string;
      const unsigned = (await assertion()).split('.');
      const refused = {
        'another key': await assertion({ key: stranger.privateKey }),
        expired: await assertion({ claims: { exp: nowSeconds() - 120 } }),
        'for longer than an hour': await assertion({ claims: { exp: nowSeconds() + 3_900 } }),
        'other audience': await assertion({ claims: { aud: 'https://elsewhere.example' } }),
        'other issuer': await assertion({ claims: { iss: 'cli_other' } }),
        'no jti': await assertion({ claims: { jti: undefined } }),
        'HMAC with the public key': await assertion({ key: Buffer.from(publicPem), alg: 'HS256' }),
        unsigned: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${unsigned[1]}.`,
      };
      for (const [name, jwt] of Object.entries(refused)) {
        const answer = await present(jwt);
        assert.deepEqual(
          { name, status: answer.status, error: answer.body.error },
          { name, status: 401, error: 'invalid_client' },
        );
      }
      assert.equal((await askWithSecret(clientId, 'kept as a hash')).status, 401);
    });

    it('gets none for an assertion that was made for a server whose name is in Host', async () => {
      const jwt = await assertion({ claims: { aud: 'http://elsewhere.example/oauth2/token' } });
      const form = new URLSearchParams({
        grant_type: 'client_credentials',
        client_assertion: jwt,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      }).toString();
      const answer = await sendRaw(
        service().url,
        'POST /oauth2/token HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n' +
          `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n${form}`,
      );
      assert.equal(answer.status, 401, answer.text);
    });

    it('has its keys replaced without a gap, and has no secrets', async () => {
      const next = generateKeyPairSync('ed25519');
      const jwks = (...keys: KeyObject[]) => ({
        jwks: { keys: keys.map((key) => key.export({ format: 'jwk' })) },
      });
      const path = `/v1/clients/${clientId}/keys`;
      assert.equal((await call('PUT', path, jwks(pair.publicKey, next.publicKey))).body.keyIds.length, 2);
      const withNext = () => assertion({ key: next.privateKey, alg: 'EdDSA' });
      for (const jwt of [await assertion(), await withNext()]) assert.equal((await present(jwt)).status, 200);
      assert.equal((await call('PUT', path, jwks(next.publicKey))).status, 200);
      assert.equal((await present(await assertion())).status, 401);
      assert.equal((await present(await withNext())).status, 200);
      assertError(await call('POST', `/v1/clients/${clientId}/secrets`), 409, 'client_has_keys');
      assertError(await call('PUT', path, jwks(next.privateKey)), 400, 'request_invalid');
      const other = await service().createClient('mobile');
      const swap = await call('PUT', `/v1/clients/${other.clientId}/keys`, jwks(next.publicKey));
      assertError(swap, 409, 'client_has_secret');
    });

    it('is not made with keys that are weak, private, too many or no keys', async () => {
      const create = (keys: object) =>
        call('POST', '/v1/clients', { product: 'customer', scopes: ['people:read'], ...keys });
      const { publicKey: weak } = generateKeyPairSync('rsa', { modulusLength: 1024 });
      const jwk = pair.publicKey.export({ format: 'jwk' });
      const spki = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' });
      const rsa = (bits: number, e = 'AQAB') => ({
        kty: 'RSA',
        e,
        // All ones: odd and of exactly that many bits.
        n: Buffer.alloc(bits / 8, 255).toString('base64url'),
      });
      assert.equal((await create({ jwks: { keys: [rsa(8_192)] } })).status, 201, 'the largest is taken');
      for (const keys of [
        { jwks: { keys: [rsa(6_000_000)] } },
        { jwks: { keys: [rsa(8_200)] } },
        { jwks: { keys: [rsa(2_048, Buffer.alloc(256, 255).toString('base64url'))] } },
        { jwks: { keys: [rsa(2_048, 'AQ')] } },
        { jwks: { keys: [{ ...jwk, x: 'A'.repeat(100_000) }] } },
        { publicKeyPem: spki(generateKeyPairSync('x25519').publicKey) },
        { publicKeyPem: spki(generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).publicKey) },
        { publicKeyPem: spki(generateKeyPairSync('ed448').publicKey) },
        { publicKeyPem: spki(generateKeyPairSync('ec', { namedCurve: 'P-521' }).publicKey) },
        { publicKeyPem: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) },
        { publicKeyPem: 'nonsense' },
        { publicKeyPem: weak.export({ type: 'spki', format: 'pem' }) },
        { jwks: { keys: [jwk, jwk] } },
        { jwks: { keys: [null] } },
        { jwks: { keys: [{ kty: 'oct', k: 'AAAA' }] } },
        { jwks: { keys: [{ ...jwk, kid: ' ' }] } },
      ]) {
        assertError(await create(keys), 400, 'request_invalid');
      }
    });
  });
});
