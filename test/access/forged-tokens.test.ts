import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { signResponse } from '../../src/access/sign-response.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import { TokenError } from '../../src/platform/tokens/index.ts';
import { bearerOnly, createClaims, forge, withCode } from './forge-token.ts';
import { shareAccess, type TestAccess } from './open-access.ts';

describe('token verifier: any header', () => {
  const shared = shareAccess('embedded');

  test('whatever the header holds, the answer is a refusal with one of the codes', async () => {
    const verifier = await shared().openVerifier();
    const part = fc.oneof(
      fc.base64String(),
      fc.json().map((text) => Buffer.from(text).toString('base64url')),
      fc
        .record({ alg: fc.string(), typ: fc.string(), kid: fc.string() })
        .map((header) => Buffer.from(JSON.stringify(header)).toString('base64url')),
    );
    const header = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(part, { maxLength: 5 }).map((parts) => parts.join('.')),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('', 'Bearer ', 'bearer  '),
        header,
        fc.boolean(),
        async (scheme, value, bareTokenAllowed) => {
          const refusal: unknown = await verifier
            .verify(scheme + value, { bareTokenAllowed })
            .catch((error: unknown) => error);
          assert.ok(refusal instanceof TokenError);
          assert.ok(['token_invalid', 'authorization_missing'].includes(refusal.code), refusal.code);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('token verifier: forged tokens', () => {
  const shared = shareAccess('embedded');

  async function refused(access: TestAccess, jwt: string, code = 'token_invalid') {
    const verifier = await access.openVerifier();
    await assert.rejects(verifier.verify(`Bearer ${jwt}`, bearerOnly), withCode(code));
  }

  test('the forging of these tests makes a good token when nothing is changed', async () => {
    const access = shared();
    const verifier = await access.openVerifier();
    const token = await verifier.verify(`Bearer ${await forge(access, createClaims(access))}`, bearerOnly);
    assert.equal(token.tokenId, 'one');
  });

  test('a token without signature is refused', async () => {
    const access = shared();
    await refused(access, new UnsecuredJWT(createClaims(access)).encode());
    const { kid } = access.keys.current('access-token');
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = encode(createClaims(access));
    for (const alg of ['none', 'None', 'NONE']) {
      await refused(access, `${encode({ alg, typ: 'at+jwt', kid })}.${claims}.`);
    }
  });

  test('a token signed with the public key as an HMAC secret is refused', async () => {
    const access = shared();
    const { kid } = access.keys.current('access-token');
    const jwk = access.keys.publicKeys().keys.find((key) => key.kid === kid)!;
    const secrets = [JSON.stringify(jwk), jwk.x, Buffer.from(jwk.x, 'base64url')];
    for (const secret of secrets) {
      const jwt = await new SignJWT(createClaims(access))
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid })
        .sign(Buffer.from(secret));
      await refused(access, jwt);
    }
  });

  test('a token signed with another key is refused, with its own kid and with ours', async () => {
    const access = shared();
    const { privateKey } = await generateKeyPair('ES256');
    for (const kid of ['unknown', access.keys.current('access-token').kid]) {
      const jwt = await new SignJWT(createClaims(access))
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid })
        .sign(privateKey);
      await refused(access, jwt);
    }
  });

  test('a key that comes with the token is not used', async () => {
    const access = shared();
    const pair = await generateKeyPair('ES256');
    const { kty, crv, x, y } = await exportJWK(pair.publicKey);
    const jwt = await new SignJWT(createClaims(access))
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', jwk: { kty: kty!, crv: crv!, x: x!, y: y! } })
      .sign(pair.privateKey);
    await refused(access, jwt);
  });

  test('a signed answer is no access token, not even one signed with the token key', async () => {
    const access = shared();
    const answer = await signResponse(access, {
      clientId: 'mobile',
      requestId: 'one',
      attemptId: 'two',
      attemptedAt: access.clock.now(),
      peopleId: generateCpf(),
      isMatch: true,
      body: '{}',
    });
    await refused(access, answer);
    for (const typ of ['confere-response+jwt', 'JWT', 'id+jwt']) {
      await refused(access, await forge(access, createClaims(access), { typ }));
    }
  });

  test('a token of another issuer, or without a claim it has to have, is refused', async () => {
    const access = shared();
    await refused(access, await forge(access, createClaims(access, { iss: 'https://elsewhere.example' })));
    for (const claim of ['iss', 'aud', 'sub', 'client_id', 'scope', 'iat', 'exp', 'jti']) {
      const claims = createClaims(access);
      delete claims[claim];
      await refused(access, await forge(access, claims));
    }
  });

  test('a claim of another form than expected is refused', async () => {
    const access = shared();
    for (const overrides of [
      { aud: 'desktop' },
      { aud: ['mobile', 'customer'] },
      { scope: ['faces:authenticate'] },
      { client_id: 7 },
      { peopleId: '11111111111' },
      { peopleId: null },
      { peopleId: [generateCpf()] },
    ]) {
      await refused(access, await forge(access, createClaims(access, overrides as JWTPayload)));
    }
  });
});
