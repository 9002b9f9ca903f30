import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { decodeJwt, decodeProtectedHeader, UnsecuredJWT } from 'jose';
import type { ClientCredentials } from '../../../src/access/index.ts';
import { generateCpf } from '../../../src/platform/documents.ts';
import { describeDatabases } from '../../support/database.ts';
import { type Answer, assertError, send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';

describeDatabases('POST /oauth2/token', (kind) => {
  const service = shareService(kind, { engine: createStandInEngine() });
  let client: ClientCredentials;

  before(async () => {
    client = await service().createClient('mobile');
  });

  function ask(form: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    const body = new URLSearchParams({ grant_type: 'client_credentials', ...form });
    return send(`${service().url}/oauth2/token`, { method: 'POST', body, headers });
  }
  const post = (form: Record<string, string> = {}, { clientId, clientSecret } = client) =>
    ask({ client_id: clientId, client_secret: clientSecret, ...form });
  const basic = ({ clientId, clientSecret }: ClientCredentials) =>
    `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

  function assertOAuthError(answer: Answer, status: number, error: string): void {
    assert.deepEqual({ status: answer.status, error: answer.body?.error }, { status, error });
    assert.match(answer.headers.get('content-type')!, /^application\/json/);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.match(answer.headers.get('x-request-id')!, /^[0-9a-f-]{36}$/);
    assert.equal(answer.body.access_token, undefined);
  }

  it('secrets in the form and in Basic both give a token of fifteen minutes, kept by no cache', async () => {
    for (const answer of [await post(), await ask({}, { authorization: basic(client) })]) {
      assert.equal(answer.status, 200);
      assert.equal(answer.body.token_type, 'Bearer');
      assert.equal(answer.body.expires_in, 900);
      assert.equal(answer.body.scope, 'faces:authenticate attempts:read liveness:write liveness:read');
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      assert.match(answer.headers.get('x-request-id')!, /^[0-9a-f-]{36}$/);
      const claims = decodeJwt(answer.body.access_token);
      assert.equal(decodeProtectedHeader(answer.body.access_token).typ, 'at+jwt');
      assert.equal(claims.iss, service().url);
      assert.equal(claims.aud, 'mobile');
      assert.equal(claims.client_id, client.clientId);
      assert.equal(claims.exp! - claims.iat!, 900);
    }
  });

  it('part of the scopes may be asked for, more than the client has may not', async () => {
    const answer = await post({ scope: 'attempts:read' });
    assert.equal(answer.body.scope, 'attempts:read');
    assertOAuthError(await post({ scope: 'attempts:read people:read' }), 400, 'invalid_scope');
    assertOAuthError(await post({ scope: 'nonsense' }), 400, 'invalid_scope');
  });

  it('a token can be bound to one person by a valid CPF only', async () => {
    const cpf = generateCpf();
    const answer = await post({ people_id: cpf });
    assert.equal(decodeJwt(answer.body.access_token).peopleId, cpf);
    for (const people_id of ['123', '', '11111111111']) {
      assertOAuthError(await post({ people_id }), 400, 'invalid_request');
    }
  });

  it('wrong credentials are invalid_client, all alike', async () => {
    const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
    const wrong = [
      await post({ client_secret: 'wrong' }),
      await post({ client_id: 'cli_00000000000000000000000000000000' }),
      await ask({}, { authorization: basic({ ...client, clientSecret: 'wrong' }) }),
      await ask({}, { authorization: 'Basic nonsense' }),
      await post({ client_id: 'cli_\0' }),
      await ask({}, { authorization: basic({ clientId: '\0', clientSecret: 'x' }) }),
      await ask({ client_assertion_type, client_assertion: new UnsecuredJWT({ sub: 'cli_\0' }).encode() }),
    ];
    for (const answer of wrong) {
      assert.ok([400, 401].includes(answer.status));
      assert.ok(['invalid_client', 'invalid_request'].includes(answer.body.error), answer.text);
    }
    assertOAuthError(wrong[0]!, 401, 'invalid_client');
    assertOAuthError(wrong[1]!, 401, 'invalid_client');
    for (const answer of wrong.slice(4)) assertOAuthError(answer, 401, 'invalid_client');
    assert.equal(wrong[0]!.body.error_description, wrong[1]!.body.error_description);
    assert.match(wrong[2]!.headers.get('www-authenticate')!, /^Basic/);
  });

  it('other grants and other kinds of body are refused', async () => {
    assertOAuthError(await post({ grant_type: 'password' }), 400, 'unsupported_grant_type');
    const json = await send(`${service().url}/oauth2/token`, {
      method: 'POST',
      json: { grant_type: 'client_credentials' },
    });
    assertOAuthError(json, 400, 'invalid_request');
    assertOAuthError(await send(`${service().url}/oauth2/token`, { method: 'POST' }), 400, 'invalid_request');
  });

  it('the documents that lead to it and to its keys are served', async () => {
    const metadata = await send(`${service().url}/.well-known/oauth-authorization-server`);
    assert.equal(metadata.status, 200);
    assert.equal(metadata.body.issuer, service().url);
    assert.equal(metadata.body.token_endpoint, `${service().url}/oauth2/token`);
    assert.equal(metadata.body.jwks_uri, `${service().url}/.well-known/jwks.json`);
    const keys = await send(metadata.body.jwks_uri);
    assert.equal(keys.status, 200);
    assert.ok(keys.body.keys.length >= 2);
    for (const key of keys.body.keys) {
      assert.ok(key.kid);
      assert.equal(key.d, undefined, 'no private part');
    }
    const { kid } = decodeProtectedHeader((await post()).body.access_token);
    assert.ok(keys.body.keys.some((key: { kid: string }) => key.kid === kid));
  });

  describe('POST /v1/clients', () => {
    const create = (json: unknown, token: string) =>
      send(`${service().url}/v1/clients`, { method: 'POST', token, json });
    let admin: string;

    before(async () => {
      admin = await service().fetchToken(service().admin);
    });

    it('a new client gets tokens of its product at once', async () => {
      const answer = await create({ product: 'customer', scopes: ['people:read'], name: 'Back end' }, admin);
      assert.equal(answer.status, 201);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      assert.deepEqual(Object.keys(answer.body), ['requestId', 'id', 'clientSecret']);
      const { id, clientSecret } = answer.body;
      const token = await post({}, { clientId: id, clientSecret });
      assert.equal(token.body.scope, 'people:read');
      assert.equal(decodeJwt(token.body.access_token).aud, 'customer');
    });

    it('what is wrong with a client is said', async () => {
      const cases: [unknown, string][] = [
        [{ product: 'web', scopes: ['admin'] }, 'request_invalid'],
        [{ product: 'mobile', scopes: ['admin'] }, 'request_invalid'],
        [{ product: 'mobile', scopes: ['nonsense'] }, 'request_invalid'],
        [{ product: 'mobile', scopes: ['attempts:read'], name: ' ' }, 'request_invalid'],
        [{ product: 'mobile', scopes: [] }, 'request_invalid'],
        [{ product: 'mobile' }, 'request_invalid'],
        [{ product: 1, scopes: ['admin'] }, 'request_invalid'],
      ];
      for (const [json, code] of cases) assertError(await create(json, admin), 400, code);
    });

    it('only administrators create clients', async () => {
      const json = { product: 'mobile', scopes: ['attempts:read'] };
      const reader = await service().token('customer', { scope: 'people:read' });
      assertError(await create(json, reader), 403, 'scope_forbidden');
      assertError(await create(json, await service().token('mobile')), 401, 'token_wrong_product');
      assertError(
        await send(`${service().url}/v1/clients`, { method: 'POST', json, authorization: admin }),
        401,
        'token_invalid',
      );
      assertError(
        await send(`${service().url}/v1/clients`, { method: 'POST', json }),
        401,
        'authorization_missing',
      );
    });
  });

  it('no secret and no token reaches the log', () => {
    const logged = service().logged();
    assert.ok(!logged.includes(client.clientSecret));
    assert.doesNotMatch(logged, /eyJ[A-Za-z0-9_-]{20}/);
  });
});
