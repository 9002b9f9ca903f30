import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { before, describe, it } from 'node:test';
import { generateCnpj, generateCpf } from '../../src/platform/documents.ts';
import { createPhoto } from '../images/photos.ts';
import { assertError, send } from '../support/http.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';
import { putFace, toDataAddress } from '../support/service-photos.ts';

describe('parameters that an address does not have', () => {
  const service = shareService('embedded', { engine: createStandInEngine() });
  const cpf = generateCpf();
  let token: string;

  before(async () => {
    token = await service().fetchToken(service().admin);
  });

  const read = (path: string) => send(`${service().url}${path}`, { token });

  it('are refused, with those that it has', async () => {
    const customer = await service().token('customer');
    const answer = await send(`${service().url}/v1/executions?cpf=${cpf}`, { token: customer });
    assertError(answer, 400, 'request_invalid');
    assert.deepEqual(answer.body.errors, [
      { path: 'querystring/cpf', message: 'is not known; the parameters are subject, status, cursor, limit' },
    ]);
  });

  it('are refused wherever a token is needed', async () => {
    const customer = await service().token('customer');
    const mobile = await service().token('mobile');
    for (const [path, as] of [
      ['/v1/clients?name=x', token],
      ['/v1/query-templates?name=x', customer],
      ['/v1/query-templates/x?version=1', customer],
      ['/v1/executions/x?wait=1', customer],
      ['/v1/companies?nome=x', customer],
      [`/v1/companies/${generateCnpj()}?includeOnboardingQsa=true`, customer],
      [`/v1/people/${cpf}?fields=cpf`, customer],
      [`/v1/people/${cpf}/history?page=2`, customer],
      [`/v1/people/${cpf}/face?size=1`, customer],
      ['/v1/registry?month=2026-01', customer],
      ['/v1/face-authentications/x?x=1', customer],
      ['/metrics?name=x', token],
    ] as const) {
      assertError(await send(`${service().url}${path}`, { token: as }), 400, 'request_invalid');
    }
    const json = { peopleId: cpf };
    const misspelt = `${service().url}/faces/authenticate?shouldSign=true`;
    assertError(await send(misspelt, { method: 'POST', token: mobile, json }), 400, 'request_invalid');
  });

  it('of bytes that are not UTF-8 are refused: a search would find nobody', async () => {
    const customer = await service().token('customer');
    for (const path of ['/v1/companies?name=Conce%E7%E3o', '/v1/companies?city=S%E3o%20Paulo']) {
      const answer = await send(`${service().url}${path}`, { token: customer });
      assertError(answer, 400, 'request_invalid');
      assert.match(answer.body.detail, /UTF-8/);
    }
  });

  it('are not repeated when they look like values', async () => {
    const answer = await read(`/v1/clients?${cpf}=&name=1`);
    assertError(answer, 400, 'request_invalid');
    assert.deepEqual(answer.body.errors, [
      { path: 'querystring', message: 'is not known; the parameters are cursor, limit' },
      { path: 'querystring/name', message: 'is not known; the parameters are cursor, limit' },
    ]);
    assert.ok(!answer.text.includes(cpf));
  });

  it('are ignored where the contract has no 400, in links, and where no token is needed', async () => {
    const photo = await createPhoto({ format: 'jpeg' });
    assert.equal((await putFace(service(), cpf, photo)).status, 201);
    const mobile = await service().token('mobile');
    const made = await send(`${service().url}/faces/authenticate`, {
      method: 'POST',
      token: mobile,
      json: { peopleId: cpf, imageUrl: toDataAddress(photo) },
    });
    const attempt = await send(`${made.headers.get('location')}?x=1`, { token: mobile });
    assert.equal(attempt.status, 200);
    const { receivedImageUrl } = attempt.body.data;
    assert.equal((await fetch(receivedImageUrl)).status, 200, 'a link as it was given');
    assert.equal((await fetch(`${receivedImageUrl}&utm_source=mail`)).status, 200);
    for (const path of ['/healthz?t=1', '/readyz?t=1', '/.well-known/jwks.json?v=2', '/openapi.json?x=1']) {
      assert.equal((await fetch(`${service().url}${path}`)).status, 200, path);
    }
    const issued = await send(`${service().url}/oauth2/token?unrecognised=1`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${service().admin.clientId}:${service().admin.clientSecret}`)}`,
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', unrecognised: '1' }),
    });
    assert.equal(issued.status, 200, 'RFC 6749, section 3.2');
  });

  it('a choice is refused with the values there are', async () => {
    const customer = await service().token('customer');
    for (const [path, message] of [
      ['/v1/executions?status=DONE', /^must be one of PENDING, PROCESSING, APPROVED, REPROVED, /],
      ['/v1/query-templates?subject=dog', /^must be one of person, company$/],
    ] as const) {
      const answer = await send(`${service().url}${path}`, { token: customer });
      assertError(answer, 400, 'request_invalid');
      assert.equal(answer.body.errors.length, 1);
      assert.match(answer.body.errors[0].message, message);
    }
    const signed = await send(`${service().url}/faces/authenticate?shouldSignResponse=yes`, {
      method: 'POST',
      token: await service().token('mobile'),
      json: { peopleId: cpf },
    });
    assert.equal(signed.body.errors[0].message, 'must be one of true, false');
    const client = await send(`${service().url}/v1/clients`, {
      method: 'POST',
      token,
      json: { product: 'web', scopes: ['people:read'] },
    });
    assertError(client, 400, 'request_invalid');
    assert.equal(client.body.errors[0].message, 'must be one of mobile, customer');
  });

  it('a body of a GET is ignored, whatever it is', async () => {
    for (const headers of [{ 'content-type': 'application/json' }, { 'content-type': 'text/plain' }, {}]) {
      assert.equal(await getWithBody(`${service().url}/v1/clients`, token, '{"broken', headers), 200);
      assert.equal(await getWithBody(`${service().url}/healthz`, token, '{"broken', headers), 200);
    }
  });
});

/** Sends a GET with a body, which fetch refuses to, and gives the status. */
function getWithBody(url: string, token: string, body: string, headers: object): Promise<number> {
  return new Promise((resolve, reject) => {
    const length = { 'content-length': body.length, authorization: `Bearer ${token}` };
    const request = httpRequest(url, { headers: { ...headers, ...length } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode!));
    });
    request.on('error', reject).end(body);
  });
}
