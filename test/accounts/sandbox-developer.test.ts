import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { acceptFirstAdministrator, invitePerson, type Person } from '../support/console.ts';
import { assertError } from '../support/http.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

type Listed = { readonly id: string; readonly scopes: readonly string[]; readonly revokedAt?: string };

describe('a developer in a sandbox', () => {
  const service = shareService('embedded', { engine: createStandInEngine(), env: { SANDBOX: 'on' } });
  let admin: Person;
  let developer: Person;

  before(async () => {
    admin = await acceptFirstAdministrator(service());
    developer = await invitePerson(service(), admin, 'developer');
  });

  const create = (by: Person, scopes: readonly string[]) =>
    by.request('POST', '/v1/clients', { product: 'customer', name: 'Shop', scopes });
  const list = async (): Promise<readonly Listed[]> =>
    (await developer.request('GET', '/v1/clients')).body.items;

  it('makes a client that works, gives it a second secret, and revokes it', async () => {
    const created = await create(developer, ['faces:authenticate', 'attempts:read', 'webhooks:write']);
    assert.equal(created.status, 201, created.text);
    const { id: clientId, clientSecret } = created.body;
    const token = await service().fetchToken({ clientId, clientSecret });
    assert.ok(token.length > 0);
    const second = await developer.request('POST', `/v1/clients/${clientId}/secrets`, {});
    assert.equal(second.status, 201, second.text);
    const secrets = `/v1/clients/${clientId}/secrets/${second.body.id}`;
    assert.equal((await developer.request('DELETE', secrets)).status, 204);
    assert.equal((await developer.request('DELETE', `/v1/clients/${clientId}`)).status, 204);
    assert.ok((await list()).find(({ id }) => id === clientId)?.revokedAt);
  });

  it('makes none that manages accounts, imports or the audit log, and touches none that does', async () => {
    for (const scope of ['admin', 'sources:write', 'audit:export', 'cases:decide', 'system:read']) {
      assertError(await create(developer, ['companies:read', scope]), 403, 'client_scopes_exceeded');
    }
    const strong = await create(admin, ['companies:read', 'admin']);
    assert.equal(strong.status, 201, strong.text);
    const path = `/v1/clients/${strong.body.id}`;
    const secret = await admin.request('POST', `${path}/secrets`, {});
    for (const [method, target, json] of [
      ['DELETE', path, undefined],
      ['PATCH', path, { redirectUrls: ['https://evil.test/'] }],
      ['POST', `${path}/secrets`, {}],
      ['DELETE', `${path}/secrets/${secret.body.id}`, undefined],
    ] as const) {
      const answer = await developer.request(method, target, json);
      assertError(answer, 403, 'client_scopes_exceeded');
    }
    const kept = (await list()).find(({ id }) => id === strong.body.id);
    assert.equal(kept?.revokedAt, undefined);
  });

  it('invites nobody and sees no accounts', async () => {
    const invitation = { email: 'x@example.com', name: 'X', role: 'developer' };
    assertError(await developer.request('POST', '/v1/invitations', invitation), 403, 'scope_forbidden');
    assertError(await developer.request('GET', '/v1/accounts'), 403, 'scope_forbidden');
  });
});
