import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import {
  ConnectionError,
  createConfere,
  RateLimitedError,
  ServerError,
  TokenRequestError,
  UnauthenticatedError,
  UnavailableError,
} from '../../../packages/client/src/index.ts';
import type { Jwk } from '../../../packages/client/src/key-types.ts';
import { type Reply, type Seen, startScriptedServer } from './scripted-server.ts';

const credentials = { clientId: 'cli_1', clientSecret: 'secret' };
const busy: Reply = { status: 503, body: { code: 'server_overloaded', requestId: 'r' } };

/** A client of a server that gives out tokens `t1`, `t2`, ... and answers the rest by the script. */
async function connect(t: TestContext, script: (request: Seen, index: number) => Reply, options = {}) {
  let tokens = 0;
  let others = 0;
  const { url, seen } = await startScriptedServer(t, (request) => {
    if (request.path !== '/oauth2/token') return script(request, others++);
    tokens += 1;
    return { status: 200, body: { access_token: `t${tokens}`, expires_in: 900, token_type: 'Bearer' } };
  });
  const confere = createConfere({ url, credentials, ...options });
  return {
    confere,
    tokenRequests: () => seen.filter(({ path }) => path === '/oauth2/token'),
    requests: () => seen.filter(({ path }) => path !== '/oauth2/token'),
  };
}

describe('a call', () => {
  it('is repeated when it is safe and the service was busy or gone', async (t) => {
    const { confere, requests } = await connect(t, (_, index) =>
      index === 0 ? busy : index === 1 ? 'drop' : { status: 200, body: { requestId: 'r', id: 'per_1' } },
    );
    assert.deepEqual(await confere.getPerson({ personId: 'per_1' }), { requestId: 'r', id: 'per_1' });
    assert.equal(requests().length, 3);
  });

  it('is given up after the tries it has', async (t) => {
    const { confere, requests } = await connect(t, () => busy, { retries: 1 });
    await assert.rejects(confere.getPerson({ personId: 'per_1' }), (error) => {
      assert.ok(error instanceof UnavailableError);
      assert.deepEqual([error.code, error.status, error.requestId], ['server_overloaded', 503, 'r']);
      return true;
    });
    assert.equal(requests().length, 2);
  });

  it('that changes something and has no idempotency key is never repeated', async (t) => {
    const { confere, requests } = await connect(t, () => busy);
    await assert.rejects(confere.createLivenessSession({ body: {} as never }), UnavailableError);
    assert.equal(requests().length, 1);
  });

  it('that takes an idempotency key gets one, and is repeated with the same', async (t) => {
    const { confere, requests } = await connect(t, (_, index) =>
      index % 2 === 0 ? 'drop' : { status: 201, body: { requestId: 'r', data: {} } },
    );
    const body = { peopleId: '12345678909', imageUrl: 'https://photos.example/1.jpg' };
    await confere.createFaceAuthentication({ body });
    await confere.createFaceAuthentication({ body });
    await confere.createFaceAuthentication({ body, idempotencyKey: 'mine' });
    const keys = requests().map(({ headers }) => headers['idempotency-key']);
    assert.match(String(keys[0]), /^[0-9a-f-]{36}$/);
    assert.equal(keys[1], keys[0]);
    assert.notEqual(keys[2], keys[0], 'another call is another request');
    assert.deepEqual(keys.slice(4), ['mine', 'mine']);
    await confere.createFaceAuthentication({ body, idempotencyKey: undefined } as never);
    const [first, second] = requests()
      .slice(6)
      .map(({ headers }) => headers['idempotency-key']);
    assert.match(String(first), /^[0-9a-f-]{36}$/, 'a key that is undefined is none');
    assert.equal(second, first);
    assert.deepEqual(new Set(requests().map((one) => one.body)), new Set([JSON.stringify(body)]));
  });

  it('waits as long as Retry-After says', async (t) => {
    const { confere, requests } = await connect(t, (_, index) =>
      index === 0
        ? { status: 429, headers: { 'retry-after': '1' }, body: { code: 'rate_limited' } }
        : { status: 200 },
    );
    await confere.getRegistry();
    const [first, second] = requests();
    assert.ok(second!.atMs - first!.atMs >= 990, `${second!.atMs - first!.atMs}`);
  });

  it('gives a wait that is too long to the caller', async (t) => {
    const { confere, requests } = await connect(t, () => ({
      status: 429,
      headers: { 'retry-after': '3600' },
      body: { code: 'person_rate_limited' },
    }));
    await assert.rejects(confere.getRegistry(), (error) => {
      assert.ok(error instanceof RateLimitedError);
      assert.equal(error.retryAfterSeconds, 3600);
      return true;
    });
    assert.equal(requests().length, 1);
  });

  it('ends with its time, and with the signal of its caller', async (t) => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const { confere, requests } = await connect(
      t,
      ({ path }) => {
        if (path === '/v1/event-types') controller.abort(reason);
        return 'never';
      },
      { retries: 0 },
    );
    await assert.rejects(confere.getRegistry({}, { timeoutMs: 50 }), (error) => {
      assert.ok(error instanceof ConnectionError);
      assert.equal(error.code, 'timeout');
      return true;
    });
    // Each call is counted by its own path: the one that took too long may still be on its way.
    const sent = (path: string) => requests().filter((one) => one.path === path).length;
    await assert.rejects(confere.listClients({}, { signal: AbortSignal.abort(reason) }), reason);
    await assert.rejects(confere.listEventTypes({}, { signal: controller.signal, retries: 5 }), reason);
    assert.equal(sent('/v1/event-types'), 1, 'what was ended is not tried again');
    assert.equal(sent('/v1/clients'), 0, 'an ended call is not sent');
  });

  it('that lets the service wait gives it that time as well', async (t) => {
    const { url } = await startScriptedServer(t, async () => {
      await pause(400);
      return { status: 201, body: { executionId: 'exe_1' } };
    });
    const confere = createConfere({ url, credentials: { token: 't' }, timeoutMs: 100, retries: 0 });
    const body = { templateId: 'tpl_1', cpf: '12345678909' };
    for (const prefer of ['wait=30', 'wait=120']) {
      const { executionId } = await confere.createExecution({ prefer, body });
      assert.equal(executionId, 'exe_1');
    }
    await assert.rejects(confere.createExecution({ body }), ConnectionError);
  });

  it('ends with the signal of its caller while it waits for a token', async (t) => {
    const controller = new AbortController();
    const { url } = await startScriptedServer(t, () => {
      controller.abort(new Error('enough'));
      return 'never';
    });
    const confere = createConfere({ url, credentials, timeoutMs: 5_000, retries: 0 });
    await assert.rejects(confere.getRegistry({}, { signal: controller.signal }), /enough/);
  });

  it('follows no redirect, which would take the token elsewhere', async (t) => {
    const { confere, requests } = await connect(
      t,
      () => ({ status: 307, headers: { location: '/elsewhere' } }),
      { retries: 0 },
    );
    await assert.rejects(confere.getRegistry(), ConnectionError);
    assert.deepEqual(
      requests().map(({ path }) => path),
      ['/v1/registry'],
    );
  });

  it('carries its purpose and its key in UTF-8', async (t) => {
    const { confere, requests } = await connect(t, () => ({ status: 201, body: { id: 'att_1' } }));
    const purpose = 'análise de crédito – “ação” 😀';
    await confere.createFaceAuthentication(
      { idempotencyKey: purpose, body: { peopleId: '1', imageUrl: 'x' } } as never,
      { purpose },
    );
    for (const name of ['x-purpose', 'idempotency-key']) {
      assert.equal(Buffer.from(String(requests()[0]!.headers[name]), 'latin1').toString(), purpose);
    }
  });

  it('with a parameter that is missing or unknown is not sent', async (t) => {
    const { confere, requests } = await connect(t, () => ({ status: 200 }));
    for (const personId of ['', '.', '..']) await assert.rejects(confere.getPerson({ personId }), TypeError);
    await assert.rejects(confere.getPerson({ personId: 'per_1', other: 1 } as never), /no parameter other/);
    await assert.rejects(confere.getPerson(undefined as never), TypeError);
    assert.equal(requests().length, 0);
  });

  it('writes identifiers so that they stay one part of the path', async (t) => {
    const { confere, requests } = await connect(t, () => ({ status: 200 }));
    await confere.getPerson({ personId: '../clients?x=1#' });
    assert.equal(requests()[0]!.path, '/v1/people/..%2Fclients%3Fx%3D1%23');
  });

  it('that fails with no body of ours still has a code', async (t) => {
    const { confere } = await connect(t, () => ({ status: 502, body: 'a proxy' }), { retries: 0 });
    await assert.rejects(confere.getRegistry(), (error) => {
      assert.ok(error instanceof ServerError);
      assert.equal(error.code, 'http_502');
      return true;
    });
  });
});

describe('the token of a client', () => {
  it('is fetched once for calls that start together, and kept', async (t) => {
    const { confere, requests, tokenRequests } = await connect(t, () => ({ status: 200 }));
    await Promise.all([confere.getRegistry(), confere.getRegistry(), confere.getRegistry()]);
    await confere.getRegistry();
    assert.equal(tokenRequests().length, 1);
    assert.deepEqual(new Set(requests().map(({ headers }) => headers.authorization)), new Set(['Bearer t1']));
    const form = new URLSearchParams(tokenRequests()[0]!.body);
    assert.equal(form.get('client_secret'), 'secret');
  });

  it('is renewed once when the service says that it has expired', async (t) => {
    const expired: Reply = { status: 401, body: { code: 'token_expired' } };
    const { confere, requests, tokenRequests } = await connect(t, ({ headers }) =>
      headers.authorization === 'Bearer t2' ? { status: 200 } : expired,
    );
    await Promise.all([confere.getRegistry(), confere.getRegistry()]);
    assert.equal(tokenRequests().length, 2, 'both calls share the new one');
    assert.equal(requests().length, 4);
  });

  it('that is refused for another reason, or again, is an error', async (t) => {
    const codes = ['token_revoked', 'token_expired'];
    for (const code of codes) {
      const { confere, requests } = await connect(t, () => ({ status: 401, body: { code } }));
      await assert.rejects(confere.getRegistry(), (error) => {
        assert.ok(error instanceof UnauthenticatedError);
        assert.equal(error.code, code);
        return true;
      });
      assert.equal(requests().length, code === 'token_expired' ? 2 : 1);
    }
  });

  it('is asked for with an assertion that a clock four minutes behind still makes', async (t) => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { url, seen } = await startScriptedServer(t, () => ({ status: 401 }));
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() - 240_000 });
    const key = { clientId: 'cli_1', privateKey: privateKey.export({ format: 'jwk' }) as Jwk };
    await assert.rejects(createConfere({ url, credentials: key }).fetchToken(), TokenRequestError);
    t.mock.timers.reset();
    const [, claims = ''] = new URLSearchParams(seen[0]!.body).get('client_assertion')!.split('.');
    const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { exp: number };
    assert.ok(exp * 1000 > Date.now(), `${exp}`);
  });

  it('that is refused before its endpoint has the code of the refusal', async (t) => {
    const { url } = await startScriptedServer(t, () => ({ status: 429, body: { code: 'rate_limited' } }));
    await assert.rejects(createConfere({ url, credentials, retries: 0 }).listSources(), (error) => {
      assert.ok(error instanceof TokenRequestError);
      assert.deepEqual([error.code, error.status], ['rate_limited', 429]);
      return true;
    });
  });

  it('that cannot be had is an error with the code of RFC 6749', async (t) => {
    const { url } = await startScriptedServer(t, () => ({
      status: 401,
      body: { error: 'invalid_client', error_description: 'no' },
    }));
    const confere = createConfere({ url, credentials });
    await assert.rejects(confere.getRegistry(), (error) => {
      assert.ok(error instanceof TokenRequestError);
      assert.equal(error.code, 'invalid_client');
      assert.ok(!error.message.includes('secret'));
      return true;
    });
  });

  it('of a phone comes from its back end, again when it has expired', async (t) => {
    let given = 0;
    const { url, seen } = await startScriptedServer(t, ({ headers }) =>
      headers.authorization === 'Bearer phone2'
        ? { status: 200 }
        : { status: 401, body: { code: 'token_expired' } },
    );
    const confere = createConfere({
      url,
      credentials: {
        token: async () => {
          given += 1;
          return `phone${given}`;
        },
      },
    });
    await confere.getFaceAuthenticationAttempt({ attemptId: 'att_1' });
    assert.equal(given, 2);
    assert.ok(seen.every(({ path }) => path !== '/oauth2/token'));
    const fixed = createConfere({ url, credentials: { token: 'phone1' } });
    await assert.rejects(fixed.getRegistry(), UnauthenticatedError);
    assert.equal(seen.length, 3, 'a token that stays the same is not tried twice');
    await assert.rejects(fixed.fetchToken(), TypeError);
  });

  it('is not sent where none is needed, and without credentials none can be', async (t) => {
    const { url, seen } = await startScriptedServer(t, () => ({ status: 200 }));
    const confere = createConfere({ url });
    await confere.getHealth();
    await confere.nextLivenessStep({ sessionId: 'liv_1', body: {} as never }, { token: 'of-the-session' });
    assert.deepEqual(
      seen.map(({ headers }) => headers.authorization),
      [undefined, 'Bearer of-the-session'],
    );
    await assert.rejects(confere.getRegistry(), TypeError);
  });
});

describe('the published keys', () => {
  it('that cannot be fetched are no word about a signature', async (t) => {
    const { confere } = await connect(t, () => busy, { retries: 0 });
    await assert.rejects(confere.keys.get('k'), UnavailableError);
    await assert.rejects(confere.keys.all(), UnavailableError);
  });
});
