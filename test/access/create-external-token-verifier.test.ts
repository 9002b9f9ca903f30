import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createExternalTokenVerifier } from '../../src/access/create-external-token-verifier.ts';
import { systemClock } from '../../src/platform/clock.ts';

const makeKeys = () => generateKeyPair('ES256', { extractable: true });

describe('tokens of another issuer', () => {
  for (const kid of [undefined, 'always-the-same']) {
    it(`are refused once their key was replaced by another, ${kid ?? 'without an id'}`, async (t) => {
      let current = await makeKeys();
      let asked = 0;
      const server = createServer(async (request, response) => {
        if (request.url === '/keys') {
          asked += 1;
          const key = { ...(await exportJWK(current.publicKey)), kid, alg: 'ES256' };
          response.end(JSON.stringify({ keys: [key] }));
        } else response.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/keys` }));
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
      const sign = async () =>
        await new SignJWT({ client_id: 'their-client', scope: 'people:read' })
          .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', ...(kid !== undefined && { kid }) })
          .setIssuer(issuer)
          .setAudience('programs')
          .setExpirationTime('10y')
          .sign(current.privateKey);
      const options = { product: 'customer', bareTokenAllowed: false } as const;
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
});
