import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { generateCpf } from '../../../src/platform/documents.ts';
import { describeDatabases } from '../../support/database.ts';
import { cutFacePhotos, type FacePhotos } from '../../support/face-photos.ts';
import { assertError, send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';
import { putFace, toDataAddress } from '../../support/service-photos.ts';

const engine = createStandInEngine();

describeDatabases('the rules of a client', (kind) => {
  const service = shareService(kind, { engine });
  let admin: string;
  let photos: FacePhotos;
  before(async () => {
    admin = await service().fetchToken(service().admin);
    photos = await cutFacePhotos();
  });
  const change = (clientId: string, json: object, token = admin) =>
    send(`${service().url}/v1/clients/${clientId}`, { method: 'PATCH', token, json });
  const list = async () => (await send(`${service().url}/v1/clients`, { token: admin })).body.items;

  it('are shown, changed one by one, and taken back', async () => {
    const { clientId } = await service().createClient('customer');
    const first = await change(clientId, {
      livenessRequired: { authentication: 'challenge' },
      captureOrigins: ['https://Shop.example/', 'https://shop.example'],
    });
    assert.equal(first.status, 200, first.text);
    const { requestId: _requestId, ...rules } = first.body;
    assert.deepEqual(rules, {
      id: clientId,
      livenessRequired: { authentication: 'challenge' },
      captureOrigins: ['https://shop.example'],
      redirectUrls: [],
    });
    const second = await change(clientId, {
      livenessRequired: { registration: 'challenge', authentication: null },
      redirectUrls: ['https://shop.example/back'],
    });
    assert.deepEqual(second.body.livenessRequired, { registration: 'challenge' });
    const shown = (await list()).find(({ id }: { id: string }) => id === clientId);
    assert.deepEqual(
      [shown.livenessRequired, shown.captureOrigins, shown.redirectUrls],
      [{ registration: 'challenge' }, ['https://shop.example'], ['https://shop.example/back']],
    );
    const json = {
      product: 'mobile',
      scopes: ['attempts:read'],
      livenessRequired: { authentication: 'challenge' },
    };
    const made = await send(`${service().url}/v1/clients`, { method: 'POST', token: admin, json });
    assert.equal(made.status, 201, made.text);
    const all = await list();
    assert.deepEqual(all.at(-1).livenessRequired, { authentication: 'challenge' });
  });

  it('are refused when they are no rules, for nobody, and for a client that is revoked', async () => {
    const { clientId } = await service().createClient('mobile');
    const wrong: [object, string][] = [
      [{ captureOrigins: ['https://*.shop.example'] }, 'request_invalid'],
      [{ captureOrigins: ['https://shop.example/path'] }, 'request_invalid'],
      [{ redirectUrls: ['javascript:alert(1)'] }, 'request_invalid'],
      [{ redirectUrls: ['https://a@shop.example/'] }, 'request_invalid'],
      [{ livenessRequired: { authentication: 'none' } }, 'request_invalid'],
      [{ scopes: ['attempts:read'] }, 'request_invalid'],
      [
        { captureOrigins: Array.from({ length: 21 }, (_, index) => `https://a${index}.example`) },
        'request_invalid',
      ],
    ];
    for (const [json, code] of wrong) assertError(await change(clientId, json), 400, code);
    assertError(await change('cli_0', {}), 404, 'client_not_found');
    await send(`${service().url}/v1/clients/${clientId}`, { method: 'DELETE', token: admin });
    assertError(await change(clientId, { redirectUrls: [] }), 409, 'client_revoked');
  });

  it('are those of the client in the address, whomever the body names', async () => {
    const [one, other] = [await service().createClient('customer'), await service().createClient('customer')];
    const changed = await change(one.clientId, {
      ...{ clientId: other.clientId, redirectUrls: ['https://shop.example/back'] },
    });
    assert.equal(changed.body.id, one.clientId);
    const rules = new Map((await list()).map((client: { id: string }) => [client.id, client]));
    const urlsOf = (id: string) => (rules.get(id) as { redirectUrls: string[] }).redirectUrls;
    assert.deepEqual(urlsOf(one.clientId), ['https://shop.example/back']);
    assert.deepEqual(urlsOf(other.clientId), []);
  });

  it('make a photo alone too little for that client, and for no other', async () => {
    const strict = await service().createClient('customer');
    const token = await service().fetchToken(strict);
    const other = await service().token('customer');
    const cpf = generateCpf();
    assert.equal((await putFace(service(), cpf, photos.sameWoman[0])).status, 201);
    const authenticate = (by: string) =>
      send(`${service().url}/v1/face-authentications`, {
        method: 'POST',
        token: by,
        json: { peopleId: cpf, imageUrl: toDataAddress(photos.sameWoman[1]) },
      });
    const register = (by: string) =>
      send(`${service().url}/v1/people/${generateCpf()}/face`, {
        method: 'PUT',
        token: by,
        json: { imageUrl: toDataAddress(photos.sameWoman[0]) },
      });
    assert.equal((await authenticate(token)).status, 201);
    await change(strict.clientId, { livenessRequired: { authentication: 'challenge' } });
    assertError(await authenticate(token), 400, 'liveness_session_required');
    assert.equal((await authenticate(other)).status, 201);
    assert.equal((await register(token)).status, 201, 'registration is another demand');

    const app = await service().createClient('mobile');
    const phone = await service().fetchToken(app, { peopleId: cpf });
    const capture = () =>
      send(`${service().mobileUrl}/faces/captures`, {
        method: 'POST',
        token: phone,
        body: photos.sameWoman[1],
        headers: { 'content-type': 'image/jpeg' },
      });
    assert.equal((await capture()).status, 201);
    await change(app.clientId, { livenessRequired: { authentication: 'challenge' } });
    assertError(await capture(), 400, 'liveness_session_required');
    await change(strict.clientId, { livenessRequired: { authentication: null, registration: 'challenge' } });
    assert.equal((await authenticate(token)).status, 201);
    assertError(await register(token), 400, 'liveness_session_required');
    assert.equal((await register(other)).status, 201);
  });

  it('name the addresses that its sessions may lead back to', async () => {
    const shop = await service().createClient('customer');
    const token = await service().fetchToken(shop);
    const create = (redirectUrl: string) =>
      send(`${service().url}/v1/liveness-sessions`, {
        method: 'POST',
        token,
        json: { purpose: 'check', redirectUrl },
      });
    assertError(await create('https://shop.example/back'), 400, 'liveness_redirect_not_listed');
    await change(shop.clientId, { redirectUrls: ['https://shop.example/back'] });
    assert.equal((await create('https://shop.example/back?order=1')).status, 201);
    for (const address of ['https://shop.example:8443/back', 'https://shop.example/BACK']) {
      assertError(await create(address), 400, 'liveness_redirect_not_listed');
    }
    for (const address of [
      'https://shop.example@evil.example/back',
      'https://evil.example\\@shop.example/back',
      'javascript:alert(1)',
    ]) {
      assertError(await create(address), 400, 'liveness_redirect_invalid');
    }
  });

  it('name the pages that may embed its sessions and call for them', async () => {
    const [shop, bank] = [await service().createClient('customer'), await service().createClient('customer')];
    await change(shop.clientId, { captureOrigins: ['https://shop.example', 'http://localhost:5173'] });
    await change(bank.clientId, { captureOrigins: ['https://bank.example'] });
    const url = `${service().mobileUrl}/v1/liveness-sessions`;
    const make = async (client: typeof shop) => {
      const token = await service().fetchToken(client);
      return (await send(url, { method: 'POST', token, json: { purpose: 'check' } })).body;
    };
    const session = await make(shop);
    const { search, hash } = new URL(session.captureUrl);
    assert.equal(search, `?s=${session.id}`);
    assert.match(hash, /^#s=liv_\w+&c=\S+$/);
    const page = async (query: string) => (await send(`${service().mobileUrl}/capture${query}`)).headers;
    const framed = await page(search);
    assert.match(
      framed.get('content-security-policy')!,
      /frame-ancestors https:\/\/shop\.example http:\/\/localhost:5173$/,
    );
    assert.equal(framed.get('x-frame-options'), null);
    for (const query of ['', '?s=', '?s=liv_0', `?s=${session.id}x`]) {
      const headers = await page(query);
      assert.match(headers.get('content-security-policy')!, /frame-ancestors 'none'$/, query);
      assert.equal(headers.get('x-frame-options'), 'DENY');
    }
    const ask = (path: string, origin: string) =>
      send(`${service().mobileUrl}${path}`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,x-frame-step',
        },
      });
    const allowed = async (path: string, origin: string) =>
      (await ask(path, origin)).headers.get('access-control-allow-origin');
    for (const step of ['begin', 'next', 'frames', 'finish', 'cancel', 'handover', 'progress']) {
      const path = `/v1/liveness-sessions/${session.id}/${step}`;
      assert.equal(await allowed(path, 'https://shop.example'), 'https://shop.example', step);
      assert.equal(await allowed(path, 'https://bank.example'), null, step);
      assert.equal(await allowed(path, 'https://evil.example'), null, step);
    }
    const script = '/capture/confere-capture.js';
    const load = async (origin: string) =>
      (await send(`${service().mobileUrl}${script}`, { headers: { origin } })).headers.get(
        'access-control-allow-origin',
      );
    assert.equal(await load('https://bank.example'), 'https://bank.example');
    assert.equal(await load('https://evil.example'), null);
    assert.equal(await allowed('/v1/liveness-sessions', 'https://shop.example'), null, 'back ends only');
  });
});

describe('a client beside an operator who demands sessions', () => {
  const service = shareService('embedded', {
    engine,
    env: { LIVENESS_REQUIRED_AUTHENTICATION: 'challenge' },
  });

  it('cannot demand less', async () => {
    const { clientId } = await service().createClient('customer');
    const token = await service().fetchToken(service().admin);
    const url = `${service().url}/v1/clients`;
    const ask = (method: string, address: string, demands: object) =>
      send(address, {
        method,
        token,
        json: { ...(method === 'POST' ? { product: 'mobile', scopes: ['attempts:read'] } : {}), ...demands },
      });
    const weaker = { livenessRequired: { authentication: 'passive' } };
    assertError(await ask('PATCH', `${url}/${clientId}`, weaker), 400, 'client_liveness_weaker');
    assertError(await ask('POST', url, weaker), 400, 'client_liveness_weaker');
    const equal = { livenessRequired: { authentication: 'challenge', registration: 'passive' } };
    assert.equal((await ask('PATCH', `${url}/${clientId}`, equal)).status, 200);
  });
});
