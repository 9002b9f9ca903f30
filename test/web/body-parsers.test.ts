import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { generateCpf } from '../../src/platform/documents.ts';
import { assertError, send } from '../support/http.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

describe('a body of another kind than the address reads', () => {
  const service = shareService('embedded', { engine: createStandInEngine() });
  const cpf = generateCpf();

  it('is media_type_unsupported, with the kinds that are read', async () => {
    const mobile = await service().token('mobile');
    const customer = await service().token('customer');
    const admin = await service().fetchToken(service().admin);
    const json = [
      'text/plain',
      'image/jpeg',
      'application/octet-stream',
      'application/x-www-form-urlencoded',
    ];
    const form = 'multipart/form-data; boundary=x';
    const cases: [string, string, string, string[], RegExp][] = [
      ['POST', '/faces/authenticate', mobile, [...json, form], /^Send application\/json\.$/],
      ['POST', '/v1/face-authentications', customer, [...json, form], /^Send application\/json\.$/],
      ['POST', '/v1/executions', customer, [...json, form], /^Send application\/json\.$/],
      ['POST', '/v1/query-templates', customer, [...json, form], /^Send application\/json\.$/],
      ['POST', '/v1/clients', admin, [...json, form], /^Send application\/json\.$/],
      ['POST', '/faces/captures', mobile, ['application/json', 'text/plain'], /image\/jpeg.*multipart/],
      ['PUT', `/v1/people/${cpf}/face`, customer, ['text/plain', form], /application\/json.*image\/jpeg/],
    ];
    for (const [method, path, token, contentTypes, detail] of cases) {
      for (const contentType of contentTypes) {
        const answer = await send(`${service().url}${path}`, {
          method,
          token,
          headers: { 'content-type': contentType, 'x-people-id': cpf },
          body: JSON.stringify({ peopleId: cpf }),
        });
        assertError(answer, 400, 'media_type_unsupported');
        assert.match(answer.body.detail, detail, `${path} ${contentType}`);
      }
    }
  });

  it('is body_malformed with thousands of lists within each other', async () => {
    const answer = await send(`${service().url}/v1/liveness-sessions/liv_1/begin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"code":"a","device":{"a":${'['.repeat(7_900)}${']'.repeat(7_900)}}}`,
    });
    assertError(answer, 400, 'body_malformed');
  });

  it('is no body when it is empty, where none is needed', async () => {
    const admin = await service().fetchToken(service().admin);
    const created = await send(`${service().url}/v1/clients`, {
      method: 'POST',
      token: admin,
      json: { product: 'mobile', scopes: ['faces:authenticate'] },
    });
    const ask = (path: string, type: string) =>
      send(`${service().url}${path}`, {
        method: 'POST',
        token: admin,
        headers: { 'content-type': type },
        body: '',
      });
    const form = 'application/x-www-form-urlencoded';
    const started = await ask('/v1/audit/verifications', form);
    assert.ok(started.status < 300, started.text);
    const added = await ask(`/v1/clients/${created.body.id}/secrets`, form);
    assert.equal(added.status, 201, added.text);
    assertError(await ask('/v1/clients', form), 400, 'media_type_unsupported');
  });

  it('a kind with parameters or in capitals is read', async () => {
    const mobile = await service().token('mobile');
    for (const contentType of ['application/json; charset=utf-8', 'Application/JSON']) {
      const answer = await send(`${service().url}/faces/authenticate`, {
        method: 'POST',
        token: mobile,
        headers: { 'content-type': contentType },
        body: JSON.stringify({ peopleId: cpf }),
      });
      assertError(answer, 404, 'face_not_registered');
    }
  });

  it('is refused where it is not UTF-8, whatever it is named: letters of a name would be lost', async () => {
    const customer = await service().token('customer');
    const body = Buffer.from(
      JSON.stringify({ cpf, templateId: 'x', attributes: { name: 'José' } }),
      'latin1',
    );
    for (const contentType of ['application/json', 'application/json; charset=iso-8859-1']) {
      const answer = await send(`${service().url}/v1/executions`, {
        method: 'POST',
        token: customer,
        headers: { 'content-type': contentType },
        body,
      });
      assertError(answer, 400, 'body_malformed');
      assert.equal(answer.body.detail, 'The body is not UTF-8.');
    }
  });

  it('is refused with a Content-Encoding: nobody undoes it', async () => {
    const customer = await service().token('customer');
    const put = (encoding: string, body = gzipSync('{}')) =>
      send(`${service().url}/v1/people/${cpf}/face`, {
        method: 'PUT',
        token: customer,
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
        body,
      });
    for (const encoding of ['gzip', 'br', 'identity, gzip']) {
      const answer = await put(encoding);
      assertError(answer, 400, 'body_malformed');
      assert.equal(answer.body.detail, 'The body has a Content-Encoding. Send it without one.');
    }
    assertError(await put('identity', Buffer.from('{}')), 400, 'image_required');
  });
});
