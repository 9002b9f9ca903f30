import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { before, describe, it } from 'node:test';
import { generateCpf } from '../../src/platform/documents.ts';
import { createPhoto } from '../images/photos.ts';
import { type Answer, assertError, assertRequestId, send, sendRaw } from '../support/http.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';
import { toDataAddress } from '../support/service-photos.ts';

/** Sends a method that fetch refuses to. */
function sendMethod(url: string, method: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => {
        const headers = new Headers(response.headers as Record<string, string>);
        resolve({
          status: response.statusCode!,
          headers,
          text,
          body: text === '' ? undefined : JSON.parse(text),
        });
      });
    });
    request.on('error', reject).end();
  });
}

const maxImageBytes = 20_000;

describe('HTTP', () => {
  const engine = createStandInEngine();
  const service = shareService('embedded', {
    engine,
    env: { IMAGE_MAX_BYTES: String(maxImageBytes) },
    constants: { server: { requestTimeoutMs: 1_000 } },
  });
  const cpf = generateCpf();
  let mobile: string;
  let customer: string;
  let host: string;

  before(async () => {
    mobile = await service().token('mobile');
    customer = await service().token('customer');
    host = new URL(service().url).host;
  });

  const url = (path: string) => `${service().url}${path}`;

  describe('methods', () => {
    const paths: Record<string, string[]> = {
      '/faces/authenticate': ['POST'],
      '/faces/authenticate/att_1': ['GET', 'HEAD'],
      '/faces/captures': ['POST'],
      '/v1/face-authentications': ['GET', 'HEAD', 'POST'],
      '/v1/face-authentications/att_1': ['GET', 'HEAD'],
      '/v1/face-authentications/att_1/landmarks': ['GET', 'HEAD'],
      '/v1/liveness-sessions': ['POST'],
      '/v1/liveness-sessions/liv_1': ['DELETE', 'GET', 'HEAD'],
      '/v1/liveness-sessions/liv_1/begin': ['POST'],
      '/v1/liveness-sessions/liv_1/next': ['POST'],
      '/v1/liveness-sessions/liv_1/frames': ['POST'],
      '/v1/liveness-sessions/liv_1/finish': ['POST'],
      '/v1/liveness-sessions/liv_1/cancel': ['POST'],
      '/v1/liveness-sessions/liv_1/handover': ['POST'],
      '/v1/liveness-sessions/liv_1/more-time': ['POST'],
      '/v1/liveness-sessions/liv_1/upload': ['POST'],
      '/v1/liveness-sessions/liv_1/progress': ['GET', 'HEAD'],
      '/v1/people/1/export': ['GET', 'HEAD'],
      '/v1/people/1': ['DELETE', 'GET', 'HEAD'],
      '/v1/people/1/holds': ['GET', 'HEAD', 'POST'],
      '/v1/people/1/holds/1': ['DELETE'],
      '/v1/holds': ['GET', 'HEAD'],
      '/v1/attempt-statistics': ['GET', 'HEAD'],
      '/v1/query-templates/dry-run': ['DELETE', 'GET', 'HEAD', 'POST', 'PUT'],
      '/v1/query-templates/1/versions': ['GET', 'HEAD'],
      '/v1/people/1/history': ['GET', 'HEAD'],
      '/v1/people/1/cpf': ['GET', 'HEAD'],
      '/v1/people/1/registrations': ['GET', 'HEAD'],
      '/v1/people/1/face': ['DELETE', 'GET', 'HEAD', 'PUT'],
      '/v1/watches': ['GET', 'HEAD', 'POST'],
      '/v1/watches/1': ['DELETE', 'GET', 'HEAD'],
      '/v1/events': ['GET', 'HEAD'],
      '/v1/event-types': ['GET', 'HEAD'],
      '/v1/webhook-endpoints': ['GET', 'HEAD', 'POST'],
      '/v1/webhook-endpoints/1': ['DELETE', 'GET', 'HEAD', 'PATCH'],
      '/v1/webhook-endpoints/1/secret': ['POST'],
      '/v1/webhook-endpoints/1/test': ['POST'],
      '/v1/webhook-endpoints/1/deliveries': ['GET', 'HEAD'],
      '/v1/webhook-endpoints/1/deliveries/1/replay': ['POST'],
      '/v1/webhook-endpoints/1/replays': ['POST'],
      '/v1/session': ['DELETE', 'GET', 'HEAD', 'POST'],
      '/v1/session/methods': ['GET', 'HEAD'],
      '/v1/session/sso': ['GET', 'HEAD'],
      '/v1/session/sso/callback': ['GET', 'HEAD'],
      '/v1/session/second-factor': ['POST'],
      '/v1/session/passkey': ['POST'],
      '/v1/session/passkeys': ['GET', 'HEAD', 'POST'],
      '/v1/session/passkeys/options': ['DELETE', 'POST'],
      '/v1/session/passkeys/1': ['DELETE'],
      '/v1/cases/waiting': ['GET', 'HEAD'],
      '/v1/session/passkey/options': ['POST'],
      '/v1/sessions': ['GET', 'HEAD'],
      '/v1/sessions/1': ['DELETE'],
      '/v1/invitations': ['GET', 'HEAD', 'POST'],
      '/v1/invitations/open': ['DELETE', 'POST'],
      '/v1/invitations/accept': ['DELETE', 'POST'],
      '/v1/invitations/confirm': ['DELETE', 'POST'],
      '/v1/invitations/1': ['DELETE'],
      '/v1/accounts': ['GET', 'HEAD'],
      '/v1/accounts/1': ['PATCH'],
      '/v1/accounts/1/reset': ['POST'],
      '/v1/accounts/1/sessions': ['GET', 'HEAD'],
      '/v1/accounts/1/sessions/1': ['DELETE'],
      '/v1/cases': ['GET', 'HEAD', 'POST'],
      '/v1/cases/next': ['GET', 'HEAD', 'POST'],
      '/v1/cases/assignments': ['GET', 'HEAD', 'POST'],
      '/v1/cases/1': ['GET', 'HEAD'],
      '/v1/cases/1/assignment': ['POST'],
      '/v1/cases/1/attachments': ['POST'],
      '/v1/cases/1/comments': ['POST'],
      '/v1/cases/1/duplicates': ['GET', 'HEAD'],
      '/v1/cases/1/snooze': ['POST'],
      '/v1/cases/1/escalation': ['POST'],
      '/v1/cases/1/links': ['POST'],
      '/v1/cases/1/decisions': ['POST'],
      '/v1/cases/1/decisions/1/confirmation': ['POST'],
      '/v1/case-settings': ['GET', 'HEAD', 'PUT'],
      '/v1/case-statistics': ['GET', 'HEAD'],
      '/v1/liveness-statistics': ['GET', 'HEAD'],
      '/v1/case-settings/changes/1/confirmation': ['POST'],
      '/v1/audit': ['GET', 'HEAD'],
      '/v1/people': ['GET', 'HEAD'],
      '/v1/companies': ['GET', 'HEAD'],
      '/v1/companies/1': ['GET', 'HEAD'],
      '/v1/companies/1/history': ['GET', 'HEAD'],
      '/v1/registry': ['GET', 'HEAD'],
      '/v1/sources': ['GET', 'HEAD'],
      '/v1/sources/1/generations': ['GET', 'HEAD'],
      '/v1/sources/1/rollback': ['POST'],
      '/v1/import-files': ['GET', 'HEAD'],
      '/v1/audit/export': ['GET', 'HEAD'],
      '/v1/audit/verifications': ['GET', 'HEAD', 'POST'],
      '/v1/audit/verifications/1': ['GET', 'HEAD'],
      '/v1/imports': ['GET', 'HEAD', 'POST'],
      '/v1/imports/1': ['GET', 'HEAD'],
      '/v1/imports/1/refused-rows': ['GET', 'HEAD'],
      '/v1/imports/1/stop': ['POST'],
      '/v1/system': ['GET', 'HEAD'],
      '/v1/system/settings': ['GET', 'HEAD'],
      '/v1/system/failed-jobs': ['GET', 'HEAD'],
      '/v1/system/failed-jobs/1/retry': ['POST'],
      '/v1/clients': ['GET', 'HEAD', 'POST'],
      '/v1/clients/cli_1': ['DELETE', 'PATCH'],
      '/v1/clients/cli_1/secrets': ['POST'],
      '/v1/clients/cli_1/secrets/1': ['DELETE'],
      '/v1/clients/cli_1/keys': ['PUT'],
      '/metrics': ['GET', 'HEAD'],
      '/v1/query-templates': ['GET', 'HEAD', 'POST'],
      '/v1/query-templates/1': ['DELETE', 'GET', 'HEAD', 'PUT'],
      '/v1/executions': ['GET', 'HEAD', 'POST'],
      '/v1/executions/1': ['GET', 'HEAD'],
      '/v1/executions/1/cancel': ['POST'],
      '/v1/executions/1/run-again': ['POST'],
      '/oauth2/token': ['POST'],
      '/images/img_1': ['GET', 'HEAD'],
      '/.well-known/jwks.json': ['GET', 'HEAD'],
      '/.well-known/oauth-authorization-server': ['GET', 'HEAD'],
      '/healthz': ['GET', 'HEAD'],
      '/readyz': ['GET', 'HEAD'],
    };
    const methods = [
      'GET',
      'HEAD',
      'POST',
      'PUT',
      'DELETE',
      'PATCH',
      'OPTIONS',
      'TRACE',
      'SEARCH',
      'PROPFIND',
    ];

    for (const [path, allowed] of Object.entries(paths)) {
      it(`${path} answers 405 to every method but ${allowed.join(', ')}, and names those`, async () => {
        for (const method of methods.filter((each) => !allowed.includes(each))) {
          const answer = await sendMethod(url(path), method);
          assert.equal(answer.status, 405, method);
          assert.equal(answer.headers.get('allow'), allowed.join(', '), method);
          if (method !== 'HEAD') assertError(answer, 405, 'method_not_allowed');
        }
      });
    }

    it('the table above has every documented path', async () => {
      const { paths: documented } = (await send(url('/openapi.json'))).body as {
        paths: Record<string, object>;
      };
      const patterns = Object.keys(paths).map((path) =>
        path.replace(/(?<=\/)(att_1|cli_1|img_1|liv_1|1)(?=\/|$)/g, '{}'),
      );
      assert.deepEqual(
        Object.keys(documented)
          .map((path) => path.replace(/\{[^}]*\}/g, '{}'))
          .filter((path) => !patterns.includes(path)),
        [],
      );
    });

    it('a method nobody knows is refused', async () => {
      const answer = await sendRaw(
        url('/'),
        `BREW /faces/authenticate HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      );
      assertError(answer as Answer, 400, 'request_invalid');
    });
  });

  describe('addresses', () => {
    it('an address that leads nowhere is 404', async () => {
      for (const path of ['/nothing', '/faces', '/v1/', '/healthz/', '/FACES/authenticate', '/%zz']) {
        assertError(await send(url(path), { token: customer }), 404, 'route_not_found');
      }
    });

    it('an address or method that nothing answers is refused before its body is read', async () => {
      for (const [line, status, code] of [
        ['POST /nothing', 404, 'route_not_found'],
        ['PUT /faces/authenticate', 405, 'method_not_allowed'],
      ] as const) {
        const head = `${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Type: application/json\r\n`;
        assertError((await sendRaw(url('/'), `${head}Content-Length: 1\r\n\r\n{`)) as Answer, status, code);
        // Of this one the body never comes: the answer cannot wait for it.
        assertError((await sendRaw(url('/'), `${head}Content-Length: 9\r\n\r\n{`)) as Answer, status, code);
      }
    });

    it('a whole address in the request line is read like its path', async () => {
      for (const [path, status] of [
        ['/healthz', 200],
        ['/faces/authenticate', 405],
        ['/nothing', 404],
      ]) {
        const answer = await sendRaw(
          url('/'),
          `GET http://${host}${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
        );
        assert.equal(answer.status, status, String(path));
      }
    });

    it('parameters nobody asked for are ignored', async () => {
      assert.equal((await send(url('/healthz?any=thing&any=%zz&__proto__=1'))).status, 200);
      const versioned = await send(url('/healthz'), {
        headers: { 'accept-version': '9.9.9', accept: 'text/html' },
      });
      assert.equal(versioned.status, 200);
    });
  });

  describe('what is not HTTP', () => {
    const head = () => `POST /faces/authenticate HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${mobile}\r\n`;
    const cases: Record<string, [number, () => string]> = {
      'a broken request line': [400, () => 'nonsense\r\n\r\n'],
      'a version nobody knows': [400, () => `GET /healthz HTTP/9.9\r\nHost: ${host}\r\n\r\n`],
      'a broken header': [400, () => `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nno colon\r\n\r\n`],
      'no Host': [400, () => 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'],
      'two Hosts': [400, () => `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nHost: ${host}\r\n\r\n`],
      'two Hosts in HTTP/1.0': [400, () => `GET /healthz HTTP/1.0\r\nHost: ${host}\r\nhOST: a\r\n\r\n`],
      'a Host that is none': [400, () => 'GET /healthz HTTP/1.1\r\nHost: a b/c\r\n\r\n'],
      'huge headers': [
        431,
        () => `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
      ],
      'two lengths': [400, () => `${head()}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
      'length and chunks': [
        400,
        () => `${head()}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      ],
      'an expectation nobody can meet': [
        400,
        () => `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nExpect: 200-ok\r\n\r\n`,
      ],
      'a broken chunk': [
        400,
        () =>
          `${head()}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
      ],
    };
    for (const [what, [status, bytes]] of Object.entries(cases)) {
      it(`${what} is answered with an error body`, async () => {
        const answer = (await sendRaw(url('/'), bytes())) as Answer;
        assertError(answer, status, 'request_invalid');
        assert.equal(answer.headers.get('connection'), 'close');
      });
    }

    it('a client too slow with its headers is answered with 408', async () => {
      const answer = (await sendRaw(url('/'), `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n`)) as Answer;
      assertError(answer, 408, 'request_invalid');
    });

    it('a client too slow with its body is answered with 408', async () => {
      const bytes = `${head()}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"peopleId":`;
      assertError((await sendRaw(url('/'), bytes)) as Answer, 408, 'request_invalid');
    });

    it('garbage after a request does not mix into its answer', async () => {
      const { text } = await sendRaw(
        url('/'),
        `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\nnonsense\r\n\r\n`,
      );
      const first = text.slice(text.indexOf('\r\n\r\n') + 4);
      assert.match(text, /^HTTP\/1\.1 (200|400) /);
      assert.match(first, /^\{[^{}]*\}(HTTP\/1\.1 400 |$)/);
    });
  });

  describe('sizes', () => {
    const tooLarge = 40_000 + 64 * 1024;

    it('a JSON body larger than a photo can make it is 413', async () => {
      const json = { peopleId: cpf, imageUrl: 'x'.repeat(tooLarge) };
      const paths: [string, string, string][] = [
        ['POST', '/faces/authenticate', mobile],
        ['POST', '/v1/face-authentications', customer],
        ['PUT', `/v1/people/${cpf}/face`, customer],
      ];
      for (const [method, path, token] of paths) {
        const answer = await send(url(path), { method, token, json });
        assertError(answer, 413, 'body_too_large');
        const most = Math.ceil(maxImageBytes / 3) * 4 + 65_536;
        const detail = `The body may have at most ${most} bytes, and a photo in it ${maxImageBytes}.`;
        assert.equal(answer.body.detail, detail);
      }
      const large = { name: 'x'.repeat(1_048_576) };
      const made = await send(url('/v1/clients'), { method: 'POST', token: customer, json: large });
      assertError(made, 413, 'body_too_large');
      assert.equal(made.body.detail, 'The body may have at most 1048576 bytes.');
    });

    it('a body that does not say how large it is, is 413 once it is too large', async () => {
      const chunk = 'x'.repeat(1000);
      const chunks = `${chunk.length.toString(16)}\r\n${chunk}\r\n`.repeat(Math.ceil(tooLarge / 1000) + 1);
      const answer = await sendRaw(
        url('/'),
        `POST /faces/authenticate HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${mobile}\r\nConnection: close\r\n` +
          `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`,
      );
      assertError(answer as Answer, 413, 'body_too_large');
    });

    it('a photo larger than the limit is 413 as body and as form', async () => {
      const photo = new Uint8Array(maxImageBytes + 1);
      const headers = { 'content-type': 'image/jpeg', 'x-people-id': cpf };
      const raw = await send(url('/faces/captures'), { method: 'POST', token: mobile, headers, body: photo });
      assertError(raw, 413, 'body_too_large');
      const put = await send(url(`/v1/people/${cpf}/face`), {
        method: 'PUT',
        token: customer,
        headers,
        body: photo,
      });
      assertError(put, 413, 'body_too_large');
      const form = new FormData();
      form.set('peopleId', cpf);
      form.set('file', new Blob([photo]), 'photo.jpg');
      const multipart = await send(url('/faces/captures'), { method: 'POST', token: mobile, body: form });
      assertError(multipart, 413, 'body_too_large');
      for (const { body } of [raw, put, multipart]) {
        assert.equal(body.detail, `A photo may have at most ${maxImageBytes} bytes.`);
      }
    });

    it('a photo of too many bytes inside a JSON body is refused as a photo', async () => {
      const imageUrl = toDataAddress(new Uint8Array(maxImageBytes + 1));
      const answer = await send(url(`/v1/people/${cpf}/face`), {
        method: 'PUT',
        token: customer,
        json: { imageUrl },
      });
      assertError(answer, 400, 'image_too_large');
    });

    it('a large body is not read for somebody unknown', async () => {
      const answer = await sendRaw(
        url('/'),
        `POST /faces/captures HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Length: 1000000000\r\n\r\n`,
        { half: false },
      );
      assertError(answer as Answer, 401, 'authorization_missing');
    });

    it('a token request larger than any real one is 413', async () => {
      const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: 'x'.repeat(10_000) });
      const answer = await send(url('/oauth2/token'), { method: 'POST', body });
      assert.equal(answer.status, 413);
      assert.equal(answer.body.error, 'invalid_request');
    });
  });

  it('a failure of the service is 500 and says nothing of it, except in the log', async () => {
    engine.failWith(new Error('words of the inside', { cause: new Error('and of its depth') }));
    const answer = await send(url(`/v1/people/${cpf}/face`), {
      method: 'PUT',
      token: customer,
      headers: { 'content-type': 'image/jpeg' },
      body: (await createPhoto({ format: 'jpeg' })) as RequestInit['body'],
    });
    engine.failWith(undefined);
    assertError(answer, 500, 'internal_error');
    assert.doesNotMatch(answer.text, /inside|depth|engine|\.ts/);
    const line = service()
      .logged()
      .split('\n')
      .find((each) => each.includes(answer.body.requestId) && each.includes('internal_error'));
    assert.match(line!, /protocol\.test\.ts:\d/, 'the log tells where');
    assert.doesNotMatch(line!, /words of the inside/, 'an error text may hold what was being processed');
  });

  it('names that reach into objects are dropped from a body', async () => {
    const photo = await createPhoto({ format: 'jpeg' });
    const body = `{"__proto__":{"peopleId":"1"},"constructor":{"prototype":{"x":1}},"imageUrl":"${toDataAddress(photo)}"}`;
    const headers = { 'content-type': 'application/json' };
    const answer = await send(url('/faces/authenticate'), { method: 'POST', token: mobile, headers, body });
    assertError(answer, 400, 'request_invalid');
    assert.equal(({} as { x?: number }).x, undefined);
  });

  it('every answer forbids guessing its type and framing it', async () => {
    for (const path of ['/healthz', '/nothing', '/openapi.json', '/docs']) {
      const { headers } = await send(url(path));
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      const policy = headers.get('content-security-policy')!;
      assert.ok(policy.includes("frame-ancestors 'none'"), path);
      if (path !== '/docs') assert.ok(policy.includes("default-src 'none'"), path);
      assert.equal(headers.get('x-frame-options'), 'DENY');
    }
  });

  it('every answer has an X-Request-Id of its own', async () => {
    const answers = await Promise.all(
      ['/healthz', '/readyz', '/nothing', '/v1/clients'].map((path) =>
        send(url(path), { headers: { 'x-request-id': 'chosen-by-caller', 'request-id': 'x' } }),
      ),
    );
    for (const answer of answers) assertRequestId(answer);
    assert.equal(new Set(answers.map(({ body }) => body.requestId)).size, answers.length);
  });
});
