import assert from 'node:assert/strict';
import { type JWTPayload, SignJWT } from 'jose';
import { type ClientCredentials, createClient } from '../../src/access/index.ts';
import { TokenError } from '../../src/platform/tokens/index.ts';
import type { TestAccess } from './open-access.ts';

/** Holds an error to an `TokenError` of this code and kind. */
export function withCode(code: string, kind = 'unauthenticated') {
  return (error: unknown) => {
    assert.ok(error instanceof TokenError);
    assert.equal(error.code, code);
    assert.equal(error.kind, kind);
    return true;
  };
}

export const bearerOnly = { bareTokenAllowed: false };

export async function createMobileClient(access: TestAccess): Promise<ClientCredentials> {
  return await createClient(access, { product: 'mobile', scopes: ['faces:authenticate', 'attempts:read'] });
}

/** The claims of a good token, for making bad ones. */
export function createClaims(access: TestAccess, overrides: JWTPayload = {}): JWTPayload {
  const now = Math.floor(access.clock.now().getTime() / 1000);
  const clientId = `cli_${'a'.repeat(32)}`;
  return {
    iss: access.issuer,
    aud: 'mobile',
    sub: clientId,
    client_id: clientId,
    scope: 'faces:authenticate',
    iat: now,
    exp: now + 900,
    jti: 'one',
    ...overrides,
  };
}

/** A token signed with the service's own key. */
export async function forge(
  access: TestAccess,
  claims: JWTPayload,
  header: { typ?: string; kid?: string } = {},
) {
  const { kid, privateKey } = access.keys.current('access-token');
  return await new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid, ...header })
    .sign(privateKey);
}
