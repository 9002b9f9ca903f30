import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import {
  AccessError,
  createClient,
  loadSigningKeys,
  requirePerson,
  requireScope,
  revokeClient,
  rotateSigningKey,
  signResponse,
} from '../../src/access/index.ts';
import { generateCpf } from '../../src/platform/documents/index.ts';
import { testDatabaseKinds } from '../support/database.ts';
import { openAccess, shareAccess, type TestAccess } from './open-access.ts';

function withCode(code: string, kind = 'unauthenticated') {
  return (error: unknown) => {
    assert.ok(error instanceof AccessError);
    assert.equal(error.code, code);
    assert.equal(error.kind, kind);
    return true;
  };
}

const bearerOnly = { bareTokenAllowed: false };

async function createMobileClient(access: TestAccess) {
  return await createClient(access, { product: 'mobile', scopes: ['faces:authenticate', 'attempts:read'] });
}

/** The claims of a good token, for making bad ones. */
function createClaims(access: TestAccess, overrides: JWTPayload = {}): JWTPayload {
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
async function forge(access: TestAccess, claims: JWTPayload, header: { typ?: string; kid?: string } = {}) {
  const { kid, privateKey } = access.keys.current('access-token');
  return await new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid, ...header })
    .sign(privateKey);
}

for (const kind of testDatabaseKinds()) {
  describe(`token verifier, ${kind} database`, () => {
    test('a token of the endpoint is read in full', async (t) => {
      const access = await openAccess(t, kind);
      const verifier = await access.openVerifier();
      const credentials = await createMobileClient(access);
      const cpf = generateCpf();
      const jwt = await access.fetchToken(credentials, { people_id: cpf });
      const token = await verifier.verify(`Bearer ${jwt}`, { product: 'mobile', bareTokenAllowed: true });
      assert.equal(token.clientId, credentials.clientId);
      assert.equal(token.product, 'mobile');
      assert.deepEqual([...token.scopes], ['faces:authenticate', 'attempts:read']);
      assert.equal(token.peopleId, cpf);
      assert.match(token.tokenId, /./);
      assert.ok(token.expiresAt > access.clock.now());
    });

    test('a revoked client’s token is refused once the revocations have been read', async (t) => {
      const access = await openAccess(t, kind);
      const verifier = await access.openVerifier();
      const credentials = await createMobileClient(access);
      const other = await createMobileClient(access);
      const header = `Bearer ${await access.fetchToken(credentials)}`;
      const otherHeader = `Bearer ${await access.fetchToken(other)}`;
      await verifier.verify(header, bearerOnly);
      await revokeClient(access, credentials.clientId);
      await verifier.refreshRevocations();
      await assert.rejects(verifier.verify(header, bearerOnly), withCode('token_revoked'));
      await verifier.verify(otherHeader, bearerOnly);
      const started = await access.openVerifier();
      await assert.rejects(started.verify(header, bearerOnly), withCode('token_revoked'));
    });

    test('a revocation made elsewhere is seen in the background', { timeout: 60_000 }, async (t) => {
      const access = await openAccess(t, kind);
      const verifier = await access.openVerifier({ refreshRevocationsEveryMs: 20 });
      const credentials = await createMobileClient(access);
      const header = `Bearer ${await access.fetchToken(credentials)}`;
      await revokeClient(access, credentials.clientId);
      for (;;) {
        const refused = await verifier.verify(header, bearerOnly).then(
          () => undefined,
          (error: unknown) => error,
        );
        if (refused !== undefined) {
          assert.ok(withCode('token_revoked')(refused));
          break;
        }
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    });
  });
}

describe('token verifier: the header', () => {
  const shared = shareAccess('embedded');

  test('the Bearer scheme counts in any case; the bare token only where it is allowed', async () => {
    const access = shared();
    const verifier = await access.openVerifier();
    const jwt = await access.fetchToken(await createMobileClient(access));
    for (const header of [`Bearer ${jwt}`, `bearer ${jwt}`, `BEARER   ${jwt}`, ` Bearer ${jwt} `]) {
      await verifier.verify(header, bearerOnly);
    }
    await verifier.verify(jwt, { bareTokenAllowed: true });
    await assert.rejects(verifier.verify(jwt, bearerOnly), withCode('token_invalid'));
  });

  test('no token is authorization_missing, or the code the route asks for', async () => {
    const verifier = await shared().openVerifier();
    for (const header of [undefined, '', '  ', 'Bearer', 'bearer ']) {
      await assert.rejects(verifier.verify(header, bearerOnly), withCode('authorization_missing'));
      await assert.rejects(
        verifier.verify(header, { bareTokenAllowed: true, missingCode: 'access_token_missing' }),
        withCode('access_token_missing', 'invalid'),
      );
    }
  });

  test('what is no token is token_invalid and never another kind of failure', async () => {
    const access = shared();
    const verifier = await access.openVerifier();
    const jwt = await access.fetchToken(await createMobileClient(access));
    const [header, payload, signature] = jwt.split('.') as [string, string, string];
    const otherSignature = `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`;
    for (const value of [
      'nonsense',
      'a.b.c',
      '..',
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${header}.${payload}.${otherSignature}`,
      `${header}.${payload.slice(1)}.${signature}`,
      `${jwt}.${signature}`,
      `${jwt}, Bearer ${jwt}`,
      `x ${jwt}`,
      'x'.repeat(5_000),
      `Basic ${btoa('id:secret')}`,
      '\u0000\u00ff',
    ]) {
      await assert.rejects(
        verifier.verify(`Bearer ${value}`, { bareTokenAllowed: true }),
        withCode('token_invalid'),
      );
      if (value !== jwt) {
        await assert.rejects(verifier.verify(value, { bareTokenAllowed: true }), withCode('token_invalid'));
      }
    }
  });
});

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
          assert.ok(refusal instanceof AccessError);
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

describe('token verifier: what a good token is good for', () => {
  const shared = shareAccess('embedded');

  test('a token of the other product is refused, unless both are taken', async () => {
    const access = shared();
    const verifier = await access.openVerifier();
    const header = `Bearer ${await access.fetchToken(await createMobileClient(access))}`;
    await verifier.verify(header, { product: 'mobile', bareTokenAllowed: true });
    await verifier.verify(header, { product: ['customer', 'mobile'], bareTokenAllowed: true });
    for (const product of ['customer', ['customer']] as const) {
      await assert.rejects(
        verifier.verify(header, { product, bareTokenAllowed: true }),
        withCode('token_wrong_product'),
      );
    }
  });

  test('a scope that is missing is a 401 on the mobile surface and a 403 elsewhere', async () => {
    const access = shared();
    const verifier = await access.openVerifier();
    const jwt = await access.fetchToken(await createMobileClient(access), { scope: 'attempts:read' });
    const token = await verifier.verify(`Bearer ${jwt}`, bearerOnly);
    requireScope(token, 'attempts:read', 'mobile');
    assert.throws(
      () => requireScope(token, 'faces:authenticate', 'mobile'),
      withCode('token_scope_missing', 'unauthenticated'),
    );
    assert.throws(
      () => requireScope(token, 'people:read', 'customer'),
      withCode('scope_forbidden', 'forbidden'),
    );
  });

  test('a token bound to a person is for that person only; an unbound one for anybody', async () => {
    const access = shared();
    const verifier = await access.openVerifier();
    const client = await createMobileClient(access);
    const cpf = generateCpf();
    let other = generateCpf();
    while (other === cpf) {
      other = generateCpf();
    }
    const bound = await verifier.verify(
      `Bearer ${await access.fetchToken(client, { people_id: cpf })}`,
      bearerOnly,
    );
    requirePerson(bound, cpf);
    assert.throws(() => requirePerson(bound, other), withCode('token_other_person'));
    requirePerson(await verifier.verify(`Bearer ${await access.fetchToken(client)}`, bearerOnly), other);
  });
});

describe('token verifier: time and outages', () => {
  test('an expired token is refused, whether it was seen before or not', async (t) => {
    const access = await openAccess(t, 'embedded');
    const verifier = await access.openVerifier();
    const client = await createMobileClient(access);
    const seen = `Bearer ${await access.fetchToken(client)}`;
    const unseen = `Bearer ${await access.fetchToken(client)}`;
    await verifier.verify(seen, bearerOnly);
    access.clock.advance(899_000 - 5_000);
    await verifier.verify(seen, bearerOnly);
    access.clock.advance(7_000);
    await assert.rejects(verifier.verify(seen, bearerOnly), withCode('token_expired'));
    await assert.rejects(verifier.verify(unseen, bearerOnly), withCode('token_expired'));
  });

  test('a token seen before is checked without the database', async (t) => {
    const access = await openAccess(t, 'embedded');
    const verifier = await access.openVerifier();
    const header = `Bearer ${await access.fetchToken(await createMobileClient(access))}`;
    const first = await verifier.verify(header, bearerOnly);
    await access.closeDatabase();
    assert.equal(await verifier.verify(header, bearerOnly), first);
  });

  test('remembered tokens are bounded, and a forgotten one is checked anew', async (t) => {
    const access = await openAccess(t, 'embedded');
    const verifier = await access.openVerifier({ rememberedAtMost: 1 });
    const client = await createMobileClient(access);
    const one = `Bearer ${await access.fetchToken(client)}`;
    const two = `Bearer ${await access.fetchToken(client)}`;
    const first = await verifier.verify(one, bearerOnly);
    assert.equal(await verifier.verify(one, bearerOnly), first);
    await verifier.verify(two, bearerOnly);
    const again = await verifier.verify(one, bearerOnly);
    assert.notEqual(again, first);
    assert.deepEqual(again, first);
  });

  test('tokens are refused when the revocations cannot be read for too long', {
    timeout: 60_000,
  }, async (t) => {
    const access = await openAccess(t, 'embedded');
    const errors: unknown[] = [];
    const verifier = await access.openVerifier({
      refreshRevocationsEveryMs: 20,
      refuseWithoutRevocationsAfterMs: 200,
      onError: (error) => errors.push(error),
    });
    const header = `Bearer ${await access.fetchToken(await createMobileClient(access))}`;
    await verifier.verify(header, bearerOnly);
    await access.closeDatabase();
    for (;;) {
      const refused = await verifier.verify(header, bearerOnly).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (refused !== undefined) {
        assert.ok(withCode('token_check_unavailable', 'unavailable')(refused));
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.ok(errors.length > 0);
  });

  test('tokens of a compromised key are refused, those seen before included', async (t) => {
    const access = await openAccess(t, 'embedded');
    const verifier = await access.openVerifier();
    const header = `Bearer ${await access.fetchToken(await createMobileClient(access))}`;
    await verifier.verify(header, bearerOnly);
    await rotateSigningKey(access, { purpose: 'access-token', compromised: true });
    await access.keys.reload();
    await assert.rejects(verifier.verify(header, bearerOnly), withCode('token_invalid'));
  });

  test('a token signed with a key another replica has just made is accepted', {
    timeout: 60_000,
  }, async (t) => {
    const access = await openAccess(t, 'embedded');
    const { db, cipher, clock } = access;
    const verifier = await access.openVerifier();
    await rotateSigningKey(access, { purpose: 'access-token', compromised: true });
    const elsewhere = await loadSigningKeys({ db, cipher, clock, refreshEveryMs: 0 });
    const jwt = await forge({ ...access, keys: elsewhere }, createClaims(access));
    // An unknown kid makes the keys be read again once a second at most.
    for (;;) {
      const accepted = await verifier.verify(`Bearer ${jwt}`, bearerOnly).catch(() => undefined);
      if (accepted !== undefined) {
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
});
