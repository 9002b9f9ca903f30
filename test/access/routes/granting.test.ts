import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { it } from 'node:test';
import { describeDatabases } from '../../support/database.ts';
import { assertError, send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';

const publicKeyPem = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' });

describeDatabases('who grants credentials', (kind) => {
  const service = shareService(kind, { engine: createStandInEngine() });

  it('cannot grant a scope that his token lacks, by any of the three ways', async () => {
    const { url, admin } = service();
    const call = (token: string, method: string, path: string, json: object) =>
      send(`${url}${path}`, { method, token, json });
    const full = await service().fetchToken(admin);
    const weakClient = await service().createClient('customer', ['admin', 'people:read']);
    // A client with admin alone, and a token of the first administrator that was narrowed.
    const weak = [
      await service().fetchToken(weakClient),
      await service().fetchToken(admin, { scope: 'admin people:read' }),
    ];
    const wide = { product: 'customer', scopes: ['people:read', 'people:erase'] };
    const withSecret = await call(full, 'POST', '/v1/clients', wide);
    const withKeys = await call(full, 'POST', '/v1/clients', { ...wide, publicKeyPem: publicKeyPem() });
    assert.deepEqual([withSecret.status, withKeys.status], [201, 201]);
    for (const token of weak) {
      const refused = [
        await call(token, 'POST', '/v1/clients', wide),
        await call(token, 'POST', '/v1/clients', { ...wide, publicKeyPem: publicKeyPem() }),
        await call(token, 'POST', '/v1/clients', { product: 'mobile', scopes: ['attempts:read'] }),
        await call(token, 'POST', `/v1/clients/${withSecret.body.id}/secrets`, {}),
        await call(token, 'POST', `/v1/clients/${admin.clientId}/secrets`, {}),
        await call(token, 'PATCH', `/v1/clients/${withKeys.body.id}`, { redirectUrls: [] }),
        await call(token, 'PUT', `/v1/clients/${withKeys.body.id}/keys`, {
          publicKeyPem: publicKeyPem(),
        }),
      ];
      for (const answer of refused) assertError(answer, 403, 'client_scopes_exceeded');
      const own = await call(token, 'POST', '/v1/clients', { product: 'customer', scopes: ['people:read'] });
      assert.equal(own.status, 201, own.text);
      const rotated = await call(token, 'POST', `/v1/clients/${own.body.id}/secrets`, {});
      assert.equal(rotated.status, 201, rotated.text);
    }
    const keys = await call(full, 'PUT', `/v1/clients/${withKeys.body.id}/keys`, {
      publicKeyPem: publicKeyPem(),
    });
    assert.equal(keys.status, 200, keys.text);
  });
});
