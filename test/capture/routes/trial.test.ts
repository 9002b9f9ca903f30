import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isTrialOffered, type TrialPlace } from '../../../src/capture/trial.ts';
import { assertError, send, sendRaw } from '../../support/http.ts';
import { shareService, startTestService, type TestService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';

const begin = (url: string, code: string, more: object = {}) =>
  send(`${url}/try/begin`, { method: 'POST', json: { code, locale: 'en', ...more } });
const codeOf = ({ running }: TestService) => new URL(running.trial!.link).hash.slice('#c='.length);

describe('the address for one session of the operator', () => {
  it('opens one session of purpose check, once, and reads its verdict with a key of its own', async (t) => {
    const service = await startTestService(t, 'embedded', { engine: createStandInEngine() });
    const { link, expiresAt } = service.running.trial!;
    assert.equal(link.slice(0, link.indexOf('#')), `${service.url}/try`);
    assert.equal(expiresAt.getTime() - service.clock.now().getTime() > 59 * 60_000, true);

    const page = await send(`${service.url}/try`);
    assert.equal(page.status, 200);
    assert.match(page.headers.get('content-type')!, /^text\/html/);
    assert.equal(page.headers.get('cache-control'), 'no-store');
    assert.match(page.headers.get('content-security-policy')!, /default-src 'none'.*frame-ancestors 'none'/);
    assert.doesNotMatch(page.text, /https?:\/\//);

    assertError(await begin(service.url, 'x'.repeat(43)), 401, 'trial_code_invalid');
    const [first, second] = await Promise.all([1, 2].map(() => begin(service.url, codeOf(service))));
    const [opened, refused] = first!.status === 201 ? [first!, second!] : [second!, first!];
    assert.equal(opened.status, 201, opened.text);
    assertError(refused, 401, 'trial_code_invalid');
    assertError(await begin(service.url, codeOf(service)), 401, 'trial_code_invalid');

    const { captureUrl, key } = opened.body;
    const read = (token: string) => send(`${service.url}/try/session`, { token });
    assertError(await read(codeOf(service)), 401, 'trial_code_invalid');
    assertError(await send(`${service.url}/try/session`), 401, 'trial_code_invalid');
    const created = await read(key);
    assert.equal(created.body.state, 'created', created.text);
    assert.equal(created.body.purpose, 'check');

    const named = new URLSearchParams(new URL(captureUrl).hash.slice(1));
    const session = `${service.url}/v1/liveness-sessions/${named.get('s')}`;
    const begun = await send(`${session}/begin`, { method: 'POST', json: { code: named.get('c') } });
    assert.equal(begun.status, 200, begun.text);
    assert.equal(begun.body.redirectUrl, `${service.url}/try`);
    const customer = await service.token('customer');
    assertError(await send(session, { token: customer }), 404, 'liveness_session_not_found');
    const cancelled = await send(`${session}/cancel`, { method: 'POST', token: begun.body.secret });
    assert.equal(cancelled.status, 200, cancelled.text);
    assert.equal((await read(key)).body.state, 'abandoned');
  });

  it('offers the light of the screen where the operator does, and keeps the code elsewhere', async (t) => {
    const lit = await startTestService(t, 'embedded', {
      engine: createStandInEngine(),
      env: { LIVENESS_LIGHT: 'offered' },
    });
    const dark = await startTestService(t, 'embedded', { engine: createStandInEngine() });
    const light = { challenge: 'turns_and_light' };
    for (const [service, challenges] of [
      [lit, ['turns', 'turns_and_light']],
      [dark, ['turns']],
    ] as const) {
      const { body } = await send(`${service.url}/try/challenges`);
      assert.deepEqual(body.challenges, challenges);
    }
    assertError(await begin(dark.url, codeOf(dark), { challenge: 'light' }), 400, 'request_invalid');
    assertError(await begin(dark.url, codeOf(dark), light), 400, 'liveness_light_off');
    assert.equal((await begin(dark.url, codeOf(dark))).status, 201);

    const opened = await begin(lit.url, codeOf(lit), light);
    assert.equal(opened.status, 201, opened.text);
    const read = await send(`${lit.url}/try/session`, { token: opened.body.key });
    assert.equal(read.body.challenge, 'turns_and_light');
  });

  it('is over after its minutes', async (t) => {
    const env = { LIVENESS_TRIAL_MINUTES: '2' };
    const service = await startTestService(t, 'embedded', { engine: createStandInEngine(), env });
    await service.clock.later(120_000, async () => {
      assertError(await begin(service.url, codeOf(service)), 401, 'trial_code_invalid');
    });
    assert.equal((await begin(service.url, codeOf(service))).status, 201);
  });

  describe('asked from elsewhere', () => {
    const service = shareService('embedded', { engine: createStandInEngine() });

    it('is refused under every name that is not of this machine, and stays unused', async () => {
      const { port } = new URL(service().url);
      for (const host of ['attacker.example', `192.0.2.7:${port}`, '127.0.0.1.nip.example']) {
        const body = JSON.stringify({ code: codeOf(service()), locale: 'en' });
        const { status, text } = await sendRaw(
          service().url,
          `POST /try/begin HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
        );
        assert.equal(status, 403, host);
        assert.match(text, /trial_elsewhere/);
        const page = await sendRaw(
          service().url,
          `GET /try HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
        );
        assert.equal(page.status, 403, host);
        const challenges = await sendRaw(
          service().url,
          `GET /try/challenges HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
        );
        assert.equal(challenges.status, 403, host);
      }
      const preflight = await send(`${service().url}/try/begin`, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://attacker.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      });
      assert.equal(preflight.headers.get('access-control-allow-origin'), null);
      assert.equal((await begin(service().url, codeOf(service()))).status, 201);
    });

    it('refuses malformed requests with a code', async () => {
      for (const json of [
        {},
        { code: 'x' },
        { code: 'x'.repeat(201), locale: 'en' },
        { code: 1, locale: 'fr' },
      ]) {
        const answer = await send(`${service().url}/try/begin`, { method: 'POST', json });
        assertError(answer, 400, 'request_invalid');
      }
      const long = { code: 'x', locale: 'en', more: 'x'.repeat(2_000) };
      const { status } = await send(`${service().url}/try/begin`, { method: 'POST', json: long });
      assert.equal(status, 413);
    });
  });

  for (const [what, env] of [
    ['a public address', { BASE_URL: 'https://verify.example' }],
    ['a public address of the mobile surface', { MOBILE_BASE_URL: 'https://verify.example' }],
    ['a listener on every interface', { LISTEN: '0.0.0.0:0' }],
    ['a listener of its own for phones', { MOBILE_LISTEN: '127.0.0.1:0' }],
    ['a proxy', { TRUSTED_PROXIES: '127.0.0.1' }],
    ['no minutes', { LIVENESS_TRIAL_MINUTES: '0' }],
  ] as const) {
    it(`is not there with ${what}`, async (t) => {
      const service = await startTestService(t, 'embedded', { engine: createStandInEngine(), env });
      assert.equal(service.running.trial, undefined);
      for (const url of [service.running.url, service.running.mobileUrl]) {
        assert.equal((await send(`${url}/try`)).status, 404);
        assert.equal((await send(`${url}/try/challenges`)).status, 404);
        assert.equal((await begin(url, 'x'.repeat(43))).status, 404);
        assert.equal((await send(`${url}/try/session`, { token: 'x'.repeat(43) })).status, 404);
      }
    });
  }

  it('needs everything that says that the service is for its operator alone', () => {
    const place: TrialPlace = {
      trialMinutes: 60,
      listenHost: '127.0.0.1',
      baseUrl: 'http://127.0.0.1:8080',
      mobileBaseUrl: 'http://localhost:8080',
      hasMobileListener: false,
      hasTls: false,
      hasProxies: false,
      hasPostgres: false,
      isSandbox: false,
    };
    assert.equal(isTrialOffered(place), true);
    assert.equal(isTrialOffered({ ...place, listenHost: '::1', baseUrl: 'http://[::1]:8080' }), true);
    const others: Partial<TrialPlace>[] = [
      { trialMinutes: 0 },
      { listenHost: '0.0.0.0' },
      { listenHost: '::' },
      { listenHost: '10.0.0.5' },
      { baseUrl: 'http://127.0.0.1.example' },
      { mobileBaseUrl: 'http://192.168.0.2:8080' },
      { hasMobileListener: true },
      { hasTls: true },
      { hasProxies: true },
      { hasPostgres: true },
      { isSandbox: true },
    ];
    for (const other of others)
      assert.equal(isTrialOffered({ ...place, ...other }), false, JSON.stringify(other));
  });
});
