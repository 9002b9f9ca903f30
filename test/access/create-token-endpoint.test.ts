import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { fastify } from 'fastify';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { revokeClient } from '../../src/access/change-client.ts';
import { addClientSecret, removeClientSecret } from '../../src/access/client-secrets.ts';
import { createTokenEndpoint } from '../../src/access/create-token-endpoint.ts';
import { createClient } from '../../src/access/index.ts';
import { rotateSigningKey } from '../../src/access/rotate-signing-key.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import { testDatabaseKinds } from '../support/database.ts';
import { openAccess, shareAccess, type TestAccess } from './open-access.ts';

const grant = { grant_type: 'client_credentials' };

async function createMobileClient(access: TestAccess) {
  const credentials = await createClient(access, {
    product: 'mobile',
    scopes: ['faces:authenticate', 'attempts:read'],
  });
  const form = { ...grant, client_id: credentials.clientId, client_secret: credentials.clientSecret };
  return { access, credentials, form };
}

async function createCustomerClient(access: TestAccess) {
  const credentials = await createClient(access, { product: 'customer', scopes: ['people:read'] });
  const form = { ...grant, client_id: credentials.clientId, client_secret: credentials.clientSecret };
  return { access, credentials, form };
}

function basic(id: string, secret: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
}

/** What a refusal in the form of RFC 6749, section 5.2, says. */
async function readRefusal(response: Response, status: number): Promise<string> {
  assert.equal(response.status, status);
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  const body = (await response.json()) as { error: string; error_description?: string };
  assert.equal(typeof body.error_description, 'string');
  return body.error;
}

for (const kind of testDatabaseKinds()) {
  describe(`token endpoint, ${kind} database`, () => {
    test('a client proven by its secret gets a JWT access token for its product', async (t) => {
      const access = await openAccess(t, kind);
      const { clientId, clientSecret } = await createClient(access, {
        product: 'customer',
        scopes: ['companies:read', 'people:read'],
      });
      const response = await access.requestToken(grant, basic(clientId, clientSecret));
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('cache-control'), 'no-store');
      const body = (await response.json()) as Record<string, unknown>;
      assert.deepEqual(Object.keys(body).sort(), ['access_token', 'expires_in', 'scope', 'token_type']);
      assert.equal(body.token_type, 'Bearer');
      assert.equal(body.expires_in, 900);
      assert.equal(body.scope, 'people:read companies:read');

      const token = body.access_token as string;
      assert.deepEqual(decodeProtectedHeader(token), {
        alg: 'ES256',
        typ: 'at+jwt',
        kid: access.keys.current('access-token').kid,
      });
      const claims = decodeJwt(token);
      assert.equal(claims.iss, access.issuer);
      assert.equal(claims.aud, 'customer');
      assert.equal(claims.sub, clientId);
      assert.equal(claims.client_id, clientId);
      assert.equal(claims.scope, 'people:read companies:read');
      assert.equal(claims.exp! - claims.iat!, 900);
      assert.match(claims.jti!, /^[\w-]{40,}$/);
      assert.equal('peopleId' in claims, false);
      assert.deepEqual(access.failures, []);
    });

    test('a revoked client and a removed secret are refused at once, although they were right before', async (t) => {
      const access = await openAccess(t, kind);
      const old = await createClient(access, { product: 'mobile', scopes: ['attempts:read'] });
      const [oldSecret] = (await access.db.selectFrom('client_secrets').select('id').execute()).map(
        (row) => row.id,
      );
      await access.fetchToken(old);
      const fresh = await addClientSecret(access, old.clientId);
      await access.fetchToken(fresh);
      await access.fetchToken(old);

      await removeClientSecret(access, { clientId: old.clientId, secretId: oldSecret! });
      const ask = ({ clientId, clientSecret }: typeof old) =>
        access.requestToken({ ...grant, client_id: clientId, client_secret: clientSecret });
      assert.equal(await readRefusal(await ask(old), 401), 'invalid_client');
      await access.fetchToken(fresh);

      await revokeClient(access, old.clientId);
      assert.equal(await readRefusal(await ask(fresh), 401), 'invalid_client');
    });
  });
}

describe('token endpoint: client authentication', () => {
  const shared = shareAccess('embedded');

  test('the secret in the form works as well as in the header', async () => {
    const { access, credentials } = await createMobileClient(shared());
    assert.ok(await access.fetchToken(credentials));
  });

  test('a wrong secret is invalid_client with a challenge, in the header and in the form', async () => {
    const { access, credentials, form } = await createMobileClient(shared());
    const inHeader = await access.requestToken(grant, basic(credentials.clientId, 'wrong'));
    assert.match(inHeader.headers.get('www-authenticate') ?? '', /^Basic realm=/);
    assert.equal(await readRefusal(inHeader, 401), 'invalid_client');
    const inForm = await access.requestToken({ ...form, client_secret: 'wrong' });
    assert.match(inForm.headers.get('www-authenticate') ?? '', /^Basic realm=/);
    assert.equal(await readRefusal(inForm, 401), 'invalid_client');
  });

  test('what stands in place of the secret inside the provider is no secret', async () => {
    const { access, form } = await createMobileClient(shared());
    const response = await access.requestToken({ ...form, client_secret: 'kept as a hash' });
    assert.equal(await readRefusal(response, 401), 'invalid_client');
  });

  test('an unknown client gets the same answer as a wrong secret', async () => {
    const { access, form } = await createMobileClient(shared());
    const wrongSecret = await access.requestToken({ ...form, client_secret: 'wrong' });
    const unknown = await access.requestToken({ ...form, client_id: `cli_${'0'.repeat(32)}` });
    assert.equal(unknown.status, 401);
    assert.deepEqual(await unknown.json(), await wrongSecret.json());
  });

  test('the secret of one client does not open another', async () => {
    const { access, form } = await createMobileClient(shared());
    const other = await createClient(access, { product: 'mobile', scopes: ['attempts:read'] });
    const response = await access.requestToken({ ...form, client_secret: other.clientSecret });
    assert.equal(await readRefusal(response, 401), 'invalid_client');
  });

  test('a request without credentials, with an id alone or with both ways at once is refused', async () => {
    const { access, credentials, form } = await createMobileClient(shared());
    assert.equal(await readRefusal(await access.requestToken(grant), 400), 'invalid_request');
    const idAlone = await access.requestToken({ ...grant, client_id: credentials.clientId });
    assert.equal(await readRefusal(idAlone, 401), 'invalid_client');
    const both = await access.requestToken(form, basic(credentials.clientId, credentials.clientSecret));
    assert.equal(await readRefusal(both, 400), 'invalid_request');
  });

  test('a header that is not Basic credentials is refused', async () => {
    const { access } = await createMobileClient(shared());
    for (const authorization of ['Basic', 'Basic %%%', 'Bearer abc', `Basic ${btoa('no colon')}`]) {
      assert.equal(
        await readRefusal(await access.requestToken(grant, { authorization }), 400),
        'invalid_request',
      );
    }
  });

  test('many clients asking at once with wrong secrets all get an answer', async () => {
    const { access, form } = await createMobileClient(shared());
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const response = await access.requestToken({ ...form, client_secret: `wrong ${index}` });
        await response.arrayBuffer();
        return response.status;
      }),
    );
    assert.deepEqual(
      statuses.filter((status) => status !== 401 && status !== 503),
      [],
    );
    assert.ok(statuses.includes(401));
    assert.ok(await access.requestToken(form));
  });
});

describe('token endpoint: grant and scope', () => {
  const shared = shareAccess('embedded');

  test('another grant type is unsupported_grant_type, none at all invalid_request', async () => {
    const { access, form } = await createMobileClient(shared());
    for (const grantType of ['authorization_code', 'password', 'refresh_token', 'implicit']) {
      const response = await access.requestToken({ ...form, grant_type: grantType });
      assert.equal(await readRefusal(response, 400), 'unsupported_grant_type');
    }
    const none = await access.requestToken({ ...form, grant_type: '' });
    assert.equal(await readRefusal(none, 400), 'invalid_request');
  });

  test('a token holds the scopes asked for, all of the client when none is asked for', async () => {
    const { access, credentials } = await createMobileClient(shared());
    assert.equal(decodeJwt(await access.fetchToken(credentials)).scope, 'faces:authenticate attempts:read');
    assert.equal(
      decodeJwt(await access.fetchToken(credentials, { scope: 'attempts:read' })).scope,
      'attempts:read',
    );
  });

  test('a scope the client may not have, or that does not exist, is invalid_scope', async () => {
    const { access, form } = await createMobileClient(shared());
    for (const scope of ['people:read', 'attempts:read admin', 'openid', 'nonsense', 'attempts:read  ']) {
      const response = await access.requestToken({ ...form, scope });
      assert.equal(await readRefusal(response, 400), 'invalid_scope');
    }
  });

  test('a resource parameter cannot change the audience or widen the scope', async () => {
    const { access, form, credentials } = await createMobileClient(shared());
    for (const resource of ['urn:confere:customer', 'https://elsewhere.example']) {
      const response = await access.requestToken({ ...form, resource });
      assert.equal(await readRefusal(response, 400), 'invalid_target');
    }
    const own = { resource: 'urn:confere:mobile' };
    assert.equal(decodeJwt(await access.fetchToken(credentials, own)).aud, 'mobile');
    const wide = await access.requestToken({ ...form, ...own, scope: 'people:read' });
    assert.equal(await readRefusal(wide, 400), 'invalid_scope');
  });

  test('a mobile client can bind its token to one person', async () => {
    const { access, credentials } = await createMobileClient(shared());
    const cpf = generateCpf();
    assert.equal(decodeJwt(await access.fetchToken(credentials, { people_id: cpf })).peopleId, cpf);
  });

  test('people_id that is no valid CPF, empty or given twice is refused, never left out', async () => {
    const { access, form } = await createMobileClient(shared());
    const cpf = generateCpf();
    for (const value of ['11111111111', cpf.slice(1), `${cpf.slice(0, 3)}.${cpf.slice(3)}`, '', `${cpf} `]) {
      const response = await access.requestToken({ ...form, people_id: value });
      assert.equal(await readRefusal(response, 400), 'invalid_request', value);
    }
    const body = new URLSearchParams([...Object.entries(form), ['people_id', cpf], ['people_id', cpf]]);
    const twice = await fetch(access.tokenUrl, { method: 'POST', body });
    assert.equal(await readRefusal(twice, 400), 'invalid_request');
  });

  test('a customer client cannot bind its token to a person', async () => {
    const { access, form } = await createCustomerClient(shared());
    const response = await access.requestToken({ ...form, people_id: generateCpf() });
    assert.equal(await readRefusal(response, 400), 'invalid_request');
  });
});

describe('token endpoint: the request', () => {
  const shared = shareAccess('embedded');

  test('a body that is no form, or none at all, is invalid_request', async () => {
    const { access, credentials } = await createMobileClient(shared());
    const headers = basic(credentials.clientId, credentials.clientSecret);
    const json = await access.requestToken(grant, { ...headers, 'content-type': 'application/json' });
    assert.equal(await readRefusal(json, 400), 'invalid_request');
    const none = await fetch(access.tokenUrl, { method: 'POST', headers });
    assert.equal(await readRefusal(none, 400), 'invalid_request');
    const noise = await fetch(access.tokenUrl, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: Buffer.from([0xff, 0x00, 0x25, 0x26, 0x3d, 0xfe]),
    });
    assert.equal(await readRefusal(noise, 400), 'invalid_request');
  });

  test('a parameter in the address counts for nothing', async () => {
    const { access, credentials } = await createMobileClient(shared());
    const response = await fetch(`${access.tokenUrl}?grant_type=client_credentials`, {
      method: 'POST',
      headers: basic(credentials.clientId, credentials.clientSecret),
    });
    assert.equal(await readRefusal(response, 400), 'invalid_request');
  });

  test('an oversized body is refused by its declared length, before it is read', async () => {
    const { access, form } = await createMobileClient(shared());
    const response = await access.requestToken({ ...form, padding: 'x'.repeat(9_000) });
    assert.equal(response.headers.get('connection'), 'close');
    assert.equal(await readRefusal(response, 413), 'invalid_request');
  });

  test('an endless body of undeclared length is answered and the connection closed', {}, async (t) => {
    const { access } = await createMobileClient(shared());
    const socket = connect(Number(new URL(access.tokenUrl).port), '127.0.0.1');
    t.after(() => socket.destroy());
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    // Writing to a connection the other side has closed ends in a reset: that is what is expected here.
    socket.on('error', () => {});
    socket.write(
      'POST /oauth2/token HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n' +
        'Content-Type: application/x-www-form-urlencoded\r\n\r\n',
    );
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
    const writer = setInterval(() => socket.write(chunk), 5);
    t.after(() => clearInterval(writer));
    await once(socket, 'close');
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.match(answer, /connection: close/i);
    assert.match(answer, /"error":"invalid_request"/);
  });

  test('only POST is taken, whatever the path: the provider has no other door', async () => {
    const { access, form } = await createMobileClient(shared());
    const origin = new URL(access.tokenUrl).origin;
    for (const [method, path] of [
      ['GET', '/oauth2/token'],
      ['PUT', '/oauth2/token'],
      ['OPTIONS', '/oauth2/token'],
      ['GET', '/auth'],
      ['GET', '/.well-known/openid-configuration'],
      ['GET', '/jwks'],
    ] as const) {
      const response = await fetch(`${origin}${path}`, { method });
      assert.equal(response.headers.get('allow'), 'POST');
      assert.equal(await readRefusal(response, 405), 'invalid_request');
    }
    // A proxy may leave a prefix on the path or take it away.
    const prefixed = await fetch(`${origin}/base/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    assert.equal(prefixed.status, 200);
  });

  test('mounted in Fastify it answers as well, and keeps the headers that were set before', async (t) => {
    const { access, form } = await createMobileClient(shared());
    const { db, rows, keys, issuer, clock } = access;
    const endpoint = createTokenEndpoint({ db, rows, keys, issuer, clock });
    const app = fastify();
    t.after(() => app.close());
    app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _body, done) => done(null));
      scope.post('/oauth2/token', async (request, reply) => {
        reply.hijack();
        reply.raw.setHeader('X-Request-Id', 'one');
        await endpoint.handle(request.raw, reply.raw);
      });
    });
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    const ask = (body: Record<string, string>) =>
      fetch(`${origin}/oauth2/token`, { method: 'POST', body: new URLSearchParams(body) });
    const issued = await ask(form);
    assert.equal(issued.status, 200);
    assert.equal(issued.headers.get('x-request-id'), 'one');
    const refused = await ask({ ...form, client_secret: 'wrong' });
    assert.equal(refused.headers.get('x-request-id'), 'one');
    assert.equal(await readRefusal(refused, 401), 'invalid_client');
    assert.equal(
      await readRefusal(await ask({ ...form, padding: 'x'.repeat(9_000) }), 413),
      'invalid_request',
    );
  });

  test('a browser that wants HTML gets the same JSON, and no origin is invited', async () => {
    const { access, form } = await createMobileClient(shared());
    const html = await access.requestToken({ ...form, client_secret: 'wrong' }, { accept: 'text/html' });
    assert.equal(await readRefusal(html, 401), 'invalid_client');
    const crossOrigin = await access.requestToken(form, { origin: 'https://page.example' });
    assert.equal(crossOrigin.headers.get('access-control-allow-origin'), null);
    assert.equal(await readRefusal(crossOrigin, 400), 'invalid_request');
    assert.equal(
      await readRefusal(await access.requestToken(form, { origin: 'null' }), 400),
      'invalid_request',
    );
  });

  test('a page of the service itself, such as the API reference, gets a token', async () => {
    const { access, form } = await createMobileClient(shared());
    const { origin } = new URL(access.tokenUrl);
    assert.equal((await access.requestToken(form, { origin })).status, 200);
  });
});

describe('token endpoint: the service', () => {
  test('tokens are signed with the new key once a rotation takes effect', async (t) => {
    const { access, credentials } = await createMobileClient(await openAccess(t, 'embedded'));
    const kidOf = async () => decodeProtectedHeader(await access.fetchToken(credentials)).kid;
    const before = await kidOf();
    const rotation = await rotateSigningKey(access, { purpose: 'access-token' });
    await access.keys.reload();
    assert.equal(await kidOf(), before);
    access.clock.advance(rotation.activeFrom.getTime() - access.clock.now().getTime() + 1);
    assert.equal(await kidOf(), rotation.kid);
  });

  test('a lifetime that old keys and revocations do not cover is refused at start', async (t) => {
    const { db, rows, keys, issuer, clock } = await openAccess(t, 'embedded');
    for (const tokenLifetimeSeconds of [0, 1.5, 3_601, Number.NaN]) {
      const options = { db, rows, keys, issuer, clock, tokenLifetimeSeconds };
      assert.throws(() => createTokenEndpoint(options), RangeError);
    }
  });

  test('a database that is away is a server_error without internals, and reported', async (t) => {
    const { access, form } = await createMobileClient(await openAccess(t, 'embedded'));
    await access.closeDatabase();
    const response = await access.requestToken(form);
    const body = await response.clone().text();
    assert.equal(await readRefusal(response, 500), 'server_error');
    assert.deepEqual(JSON.parse(body), {
      error: 'server_error',
      error_description: 'the token could not be issued',
    });
    assert.equal(access.failures.length, 1);
  });
});
