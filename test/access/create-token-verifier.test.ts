import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { revokeClient } from '../../src/access/change-client.ts';
import { loadSigningKeys } from '../../src/access/index.ts';
import { rotateSigningKey } from '../../src/access/rotate-signing-key.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import { requirePerson, requireScope } from '../../src/platform/tokens/index.ts';
import { testDatabaseKinds } from '../support/database.ts';
import { bearerOnly, createClaims, createMobileClient, forge, withCode } from './forge-token.ts';
import { openAccess, shareAccess } from './open-access.ts';

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

    test('a revocation made elsewhere is seen in the background', async (t) => {
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

describe('token verifier: the environment', () => {
  const shared = shareAccess('embedded');

  test('a token of a live service is refused in a sandbox, though the same key signed it, and the reverse', async () => {
    const access = shared();
    const live = `Bearer ${await access.fetchToken(await createMobileClient(access))}`;
    const inSandbox = await access.openVerifier({ environment: 'sandbox' });
    await assert.rejects(inSandbox.verify(live, bearerOnly), withCode('token_invalid'));
    const claims = createClaims(access, { environment: 'sandbox' });
    const sandbox = `Bearer ${await forge(access, claims)}`;
    await inSandbox.verify(sandbox, bearerOnly);
    const inLive = await access.openVerifier();
    await inLive.verify(live, bearerOnly);
    await assert.rejects(inLive.verify(sandbox, bearerOnly), withCode('token_invalid'));
  });
});

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
    await verifier.verify(`Bearer ${await access.fetchToken(client)}`, bearerOnly);
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

  test('tokens are refused when the revocations cannot be read for too long', {}, async (t) => {
    const access = await openAccess(t, 'embedded');
    const errors: unknown[] = [];
    const verifier = await access.openVerifier({
      refreshRevocationsEveryMs: 20,
      // Longer than a busy machine takes to read them: the token is good before the database goes.
      refuseWithoutRevocationsAfterMs: 3_000,
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

  test('a token signed with a key another replica has just made is accepted', {}, async (t) => {
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
