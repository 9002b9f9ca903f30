import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { authorizationServerMetadata } from '../../src/access/describe-authorization-server.ts';
import { createClient } from '../../src/access/index.ts';
import { openAccess } from './open-access.ts';

describe('authorization server metadata', () => {
  test('addresses stand below the public base address, with or without a slash at its end', () => {
    for (const baseUrl of ['https://confere.example/base', 'https://confere.example/base/']) {
      const metadata = authorizationServerMetadata(baseUrl);
      assert.equal(metadata.issuer, 'https://confere.example/base');
      assert.equal(metadata.token_endpoint, 'https://confere.example/base/oauth2/token');
      assert.equal(metadata.jwks_uri, 'https://confere.example/base/.well-known/jwks.json');
    }
  });

  test('an address that cannot be an issuer is a TypeError', () => {
    for (const baseUrl of [
      '',
      'confere.example',
      'ftp://confere.example',
      'https://a.example/?b',
      'https://a.example/#b',
    ]) {
      assert.throws(() => authorizationServerMetadata(baseUrl), TypeError, baseUrl);
    }
  });

  test('every scope, grant and way to authenticate it names is one the endpoint takes', async (t) => {
    const access = await openAccess(t, 'embedded');
    const metadata = authorizationServerMetadata(access.issuer);
    const { clientId, clientSecret } = await createClient(access, {
      product: 'customer',
      scopes: metadata.scopes_supported,
    });
    const scope = metadata.scopes_supported.join(' ');
    for (const method of metadata.token_endpoint_auth_methods_supported) {
      const inHeader = method === 'client_secret_basic';
      const response = await access.requestToken(
        {
          grant_type: metadata.grant_types_supported[0]!,
          scope,
          ...(inHeader ? {} : { client_id: clientId, client_secret: clientSecret }),
        },
        inHeader ? { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` } : {},
      );
      assert.equal(response.status, 200);
      assert.equal(((await response.json()) as { scope: string }).scope, scope);
    }
    assert.equal(metadata.grant_types_supported.length, 1);
  });
});
