import assert from 'node:assert/strict';
import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createExternalTokenVerifier } from '../../src/access/create-external-token-verifier.ts';
import { systemClock } from '../../src/platform/clock.ts';

const makeKeys = () => generateKeyPair('ES256', { extractable: true });

const options = { product: 'customer', bareTokenAllowed: false } as const;

/** A verifier of the tokens of an issuer that publishes these keys. */
async function openVerifier(t: TestContext, listKeys: () => Promise<readonly object[]>) {
  const server = createServer(async (request, response) => {
    if (request.url === '/keys') response.end(JSON.stringify({ keys: await listKeys() }));
    else response.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/keys` }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { verify, stop } = createExternalTokenVerifier({
    external: {
      issuer,
      audiences: { mobile: 'phones', customer: 'programs' },
      scopeMap: [],
      scopeClaim: 'scope',
      peopleIdClaim: 'peopleId',
      tokenTypes: ['at+jwt'],
      refreshKeysEveryMs: 20,
    },
    clock: systemClock,
    onError: () => {},
  });
  t.after(() => {
    stop();
    server.closeAllConnections();
    server.close();
  });
  return { issuer, verify };
}

describe('tokens of another issuer', () => {
  for (const kid of [undefined, 'always-the-same']) {
    it(`are refused once their key was replaced by another, ${kid ?? 'without an id'}`, async (t) => {
      let current = await makeKeys();
      let asked = 0;
      const { issuer, verify } = await openVerifier(t, async () => {
        asked += 1;
        return [{ ...(await exportJWK(current.publicKey)), kid, alg: 'ES256' }];
      });
      const sign = async () =>
        await new SignJWT({ client_id: 'their-client', scope: 'people:read' })
          .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', ...(kid !== undefined && { kid }) })
          .setIssuer(issuer)
          .setAudience('programs')
          .setExpirationTime('10y')
          .sign(current.privateKey);
      const old = `Bearer ${await sign()}`;
      const known = await verify(old, options);
      const readBefore = asked;
      while (asked < readBefore + 2) await delay(10);
      assert.equal(await verify(old, options), known, 'remembered while the keys stay as they are');
      current = await makeKeys();
      const readWith = asked;
      while (asked < readWith + 2) await delay(10);
      await assert.rejects(verify(old, options), { code: 'token_invalid' });
      assert.equal((await verify(`Bearer ${await sign()}`, options)).clientId, 'their-client');
    });
  }

  it('that name a key which cannot be used, or are of a type that is no text, are refused', async (t) => {
    const { privateKey, publicKey } = await makeKeys();
    const short = generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey.export({ format: 'jwk' });
    const zeros = Buffer.alloc(32).toString('base64url');
    const keys: Readonly<Record<string, JsonWebKey>> = {
      short,
      noModulus: { kty: 'RSA', e: 'AQAB' },
      offTheCurve: { kty: 'EC', crv: 'P-256', x: zeros, y: zeros },
      good: (await exportJWK(publicKey)) as JsonWebKey,
    };
    const { issuer, verify } = await openVerifier(t, async () =>
      Object.entries(keys).map(([kid, key]) => ({ ...key, kid })),
    );
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { iss: issuer, aud: 'programs', client_id: 'their-client', exp: 9_999_999_999 };
    for (const [kid, { kty }] of Object.entries(keys)) {
      const header = { alg: kty === 'RSA' ? 'RS256' : 'ES256', typ: 'at+jwt', kid };
      const token = `${encode(header)}.${encode(claims)}.${'A'.repeat(86)}`;
      await assert.rejects(verify(`Bearer ${token}`, options), { code: 'token_invalid' }, kid);
    }
    const typed = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: 'good', typ: {} as never })
      .sign(privateKey);
    await assert.rejects(verify(`Bearer ${typed}`, options), { code: 'token_invalid' });
  });
});
