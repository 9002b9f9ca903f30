import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { ClientCredentials } from '../../src/access/index.ts';
import { type Cpf, generateCpf } from '../../src/platform/documents.ts';
import { createPhoto } from '../images/photos.ts';
import { describeDatabases } from '../support/database.ts';
import { cutFacePhotos, type FacePhotos } from '../support/face-photos.ts';
import { type Answer, assertError, send, sendRaw } from '../support/http.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';
import { putFace, toDataAddress } from '../support/service-photos.ts';
import { fetchToken } from '../support/tokens.ts';

/** The parameters of one policy in a RateLimit or RateLimit-Policy field. */
function limitOf(answer: Answer, field: string, policy: string): Record<string, number> | undefined {
  const member = (answer.headers.get(field) ?? '')
    .split(', ')
    .find((each) => each.startsWith(`"${policy}";`));
  if (member === undefined) return undefined;
  return Object.fromEntries(
    member
      .split(';')
      .slice(1)
      .map((parameter) => parameter.split('='))
      .map(([name, value]) => [name, Number(value)]),
  );
}

function assertLimited(answer: Answer, policy: string): void {
  assertError(answer, 429, 'rate_limited');
  assert.equal(limitOf(answer, 'ratelimit', policy)?.r, 0);
  const wait = Number(answer.headers.get('retry-after'));
  assert.ok(wait >= 1 && wait <= 60);
}

describe('rate limits', () => {
  const service = shareService('embedded', {
    engine: createStandInEngine(),
    env: {
      RATE_LIMIT_PER_MINUTE: '5',
      RATE_LIMIT_ADDRESS_PER_MINUTE: '60',
      TOKEN_RATE_LIMIT_PER_MINUTE: '12',
    },
  });

  it('a client over its limit is answered with 429, others go on', async () => {
    const read = (token: string) => send(`${service().url}/v1/face-authentications/x`, { token });
    const token = await service().token('customer');
    for (let left = 4; left >= 0; left -= 1) {
      const answer = await read(token);
      assert.equal(answer.status, 404);
      assert.deepEqual(limitOf(answer, 'ratelimit-policy', 'client'), { q: 5, w: 60 });
      assert.equal(limitOf(answer, 'ratelimit', 'client')?.r, left);
      const reset = limitOf(answer, 'ratelimit', 'client')!.t!;
      assert.ok(reset > 0 && reset <= 60);
    }
    assertLimited(await read(token), 'client');
    assertLimited(await read(await service().token('customer')), 'client');
    const other = await service().token('mobile');
    assert.equal((await send(`${service().url}/faces/authenticate/x`, { token: other })).status, 404);
  });

  it('health and readiness have a limit of their own, far above what probes ask for', async () => {
    for (let count = 0; count < 70; count += 1) {
      assert.equal((await send(`${service().url}/healthz`)).status, 200);
    }
    const readiness = await send(`${service().url}/readyz`);
    assert.deepEqual(limitOf(readiness, 'ratelimit-policy', 'probe'), { q: 3000, w: 60 });
    assert.equal(limitOf(readiness, 'ratelimit', 'probe')?.r, 3000 - 71);
    assert.equal(limitOf(readiness, 'ratelimit', 'address'), undefined);
  });

  it('guessing secrets is limited by source address', async () => {
    const guess = () =>
      send(`${service().url}/oauth2/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: 'cli_x',
          client_secret: 'y',
        }),
      });
    const answers: Answer[] = [];
    for (let count = 0; count < 13; count += 1) answers.push(await guess());
    assertLimited(answers.at(-1)!, 'token');
    const refused = answers.find(({ status }) => status === 401)!;
    assert.deepEqual(limitOf(refused, 'ratelimit-policy', 'token'), { q: 12, w: 60 });
  });

  it('requests that are refused for their token count for their address, and then cost no check', async () => {
    const tryToken = () => send(`${service().url}/v1/face-authentications/x`, { token: 'a.b.c' });
    const answers: Answer[] = [];
    for (let count = 0; count < 61; count += 1) answers.push(await tryToken());
    assertError(answers[0]!, 401, 'token_invalid');
    assert.equal(limitOf(answers[0]!, 'ratelimit-policy', 'address')?.q, 60);
    assertLimited(answers.at(-1)!, 'address');
    const token = await service()
      .fetchToken(service().admin)
      .catch(() => undefined);
    assert.equal(token, undefined, 'the token endpoint is full as well');
    assertLimited(await send(`${service().url}/.well-known/jwks.json`), 'address');
  });
});

describe('limits of one person', () => {
  const engine = createStandInEngine();
  const service = shareService('embedded', {
    engine,
    env: { RATE_LIMIT_PERSON_PER_MINUTE: '4' },
  });

  it('authentications and captures of a CPF count together over all clients, other CPFs go on', async () => {
    const [cpf, otherCpf] = [generateCpf(), generateCpf()];
    const [first, second] = [await service().token('mobile'), await service().token('customer')];
    const old = (peopleId: string) =>
      send(`${service().url}/faces/authenticate`, { method: 'POST', token: first, json: { peopleId } });
    const successor = (peopleId: string) =>
      send(`${service().url}/v1/face-authentications`, { method: 'POST', token: second, json: { peopleId } });
    const capture = (peopleId: string) =>
      send(`${service().url}/faces/captures`, {
        method: 'POST',
        token: first,
        headers: { 'content-type': 'image/jpeg', 'x-people-id': peopleId },
        body: 'no photo',
      });
    for (const answer of [await old(cpf), await successor(cpf), await capture(cpf), await old(cpf)]) {
      assert.ok(answer.status === 404 || answer.status === 400, answer.text);
      assert.equal(limitOf(answer, 'ratelimit-policy', 'person')?.q, 4);
      assert.ok(limitOf(answer, 'ratelimit-policy', 'client'), 'beside the limit of the client');
    }
    for (const answer of [await old(cpf), await successor(cpf), await capture(cpf)]) {
      assertLimited(answer, 'person');
    }
    assertError(await old(otherCpf), 404, 'face_not_registered');
    assert.ok(!service().logged().includes(cpf));
  });
});

describe('addresses of one host', () => {
  const service = shareService('embedded', {
    engine: createStandInEngine(),
    env: { RATE_LIMIT_ADDRESS_PER_MINUTE: '3', TRUSTED_PROXIES: '127.0.0.1' },
  });

  it('share the limit of an address', async () => {
    const read = (from: string) =>
      send(`${service().url}/v1/people/x`, { headers: { 'x-forwarded-for': from } });
    for (const host of ['1', '2', '3']) assert.equal((await read(`2001:db8:1:2::${host}`)).status, 401);
    assertLimited(await read('2001:db8:1:2::4'), 'address');
    assert.equal((await read('2001:db8:1:3::1')).status, 401);
  });
});

describe('wrong secrets of one client', () => {
  const service = shareService('embedded', {
    engine: createStandInEngine(),
    env: { TRUSTED_PROXIES: '127.0.0.1' },
    constants: { limits: { tokenFailuresPerMinute: 3 } },
  });
  const ask = (client_id: string, client_secret: string, from = '192.0.2.7') =>
    send(`${service().url}/oauth2/token`, {
      method: 'POST',
      headers: { 'x-forwarded-for': from },
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }),
    });

  it('are not looked at any more after some, while the program that has the right one goes on', async () => {
    const running = await service().createClient('mobile');
    const idle = await service().createClient('mobile');
    assert.equal((await ask(running.clientId, running.clientSecret)).status, 200);
    for (const { clientId } of [running, idle]) {
      for (let count = 0; count < 4; count += 1)
        assert.equal((await ask(clientId, `wrong ${count}`)).status, 401);
      const refused = await ask(clientId, 'wrong again');
      assert.equal(refused.status, 429);
      assert.equal(refused.body.error, 'temporarily_unavailable');
      assert.match(refused.headers.get('retry-after')!, /^[1-9]\d?$/);
    }
    assert.equal((await ask(running.clientId, running.clientSecret)).status, 200);
    assert.equal((await ask(idle.clientId, idle.clientSecret)).status, 429);
  });

  it('keep nobody elsewhere from using the right one', async () => {
    const { clientId, clientSecret } = await service().createClient('mobile');
    for (let count = 0; count < 4; count += 1) {
      assert.equal((await ask(clientId, 'wrong', `2001:db8:1:2::${count}`)).status, 401);
    }
    assert.equal((await ask(clientId, 'wrong', '2001:db8:1:2::ffff')).status, 429);
    assert.equal((await ask(clientId, clientSecret, '2001:db8:1:3::1')).status, 200);
  });
});

describeDatabases('a CPF with failed matches', (kind) => {
  const service = shareService(kind, {
    engine: createStandInEngine(),
    env: { FACE_LOCK_AFTER_FAILURES: '3' },
    constants: { limits: { faceLockWindowSeconds: 600, faceLockSeconds: 300 } },
  });
  let right: Uint8Array;
  let wrong: Uint8Array;
  let token: string;

  before(async () => {
    right = await createPhoto({ format: 'jpeg' });
    wrong = await createPhoto({ format: 'png' });
    token = await service().token('mobile');
  });

  async function register(): Promise<Cpf> {
    const cpf = generateCpf();
    assert.equal((await putFace(service(), cpf, right)).status, 201);
    return cpf;
  }
  const authenticate = (peopleId: string, photo: Uint8Array) =>
    send(`${service().url}/faces/authenticate`, {
      method: 'POST',
      token,
      json: { peopleId, imageUrl: toDataAddress(photo) },
    });
  const fail = async (cpf: string) => {
    const answer = await authenticate(cpf, wrong);
    assert.deepEqual(
      { status: answer.status, isMatch: answer.body.isMatch },
      { status: 200, isMatch: false },
    );
  };

  it('is locked for a time, for right photos as well, and it is reported without the CPF', async () => {
    const cpf = await register();
    for (let count = 0; count < 3; count += 1) await fail(cpf);
    const answer = await authenticate(cpf, right);
    assertError(answer, 429, 'face_locked');
    const wait = Number(answer.headers.get('retry-after'));
    assert.ok(wait > 200 && wait <= 300);
    const customer = await service().token('customer');
    const successor = await send(`${service().url}/v1/face-authentications`, {
      method: 'POST',
      token: customer,
      json: { peopleId: cpf, imageUrl: toDataAddress(right) },
    });
    assertError(successor, 429, 'face_locked');
    const other = await register();
    assert.equal((await authenticate(other, right)).body.isMatch, true);

    const events = service()
      .logged()
      .split('\n')
      .filter((line) => line.includes('locked after failed matches'));
    assert.equal(events.length, 1);
    assert.match(events[0]!, /"attemptId":"att_/);
    assert.ok(!service().logged().includes(cpf));
    const admin = await service().fetchToken(service().admin);
    const metrics = await send(`${service().url}/metrics`, { token: admin });
    assert.match(metrics.text, /^confere_face_locks_total 1$/m);

    await service().clock.later(301_000, async () => {
      assert.equal((await authenticate(cpf, right)).body.isMatch, true);
    });
  });

  it('is not locked when a match comes in between, or when the failures are long apart', async () => {
    const cpf = await register();
    for (let round = 0; round < 2; round += 1) {
      await fail(cpf);
      await fail(cpf);
      assert.equal((await authenticate(cpf, right)).body.isMatch, true);
    }
    const slow = await register();
    await fail(slow);
    await service().clock.later(400_000, () => fail(slow));
    await service().clock.later(800_000, async () => {
      await fail(slow);
      assert.equal((await authenticate(slow, right)).body.isMatch, true);
    });
  });

  it('gets no more verdicts than allowed when photos are sent at the same time', async () => {
    const cpf = await register();
    const answers: Answer[] = [];
    for (let round = 0; round < 3; round += 1) {
      answers.push(...(await Promise.all(Array.from({ length: 6 }, () => authenticate(cpf, wrong)))));
    }
    const verdicts = answers.filter(({ status }) => status === 200).length;
    assert.ok(verdicts >= 3 && verdicts <= 8, `${verdicts} verdicts`);
    for (const answer of answers.filter(({ status }) => status !== 200))
      assertError(answer, 429, 'face_locked');
  });
});

describe('a face engine with more work than it can take', () => {
  const service = shareService('embedded', {
    env: { FACE_WORKERS: '1', FACE_LIVENESS_THRESHOLD: '1' },
    constants: { engine: { maxQueue: 1 } },
  });
  const cpf = generateCpf();
  let photos: FacePhotos;
  let mobile: string;

  before(async () => {
    photos = await cutFacePhotos();
    mobile = await service().token('mobile');
    assert.equal((await putFace(service(), cpf, photos.sameWoman[0])).status, 201);
  });

  const authenticate = () =>
    send(`${service().url}/faces/authenticate`, {
      method: 'POST',
      token: mobile,
      json: { peopleId: cpf, imageUrl: toDataAddress(photos.sameWoman[1]) },
    });

  it('what it cannot take is answered with 503 at once, the rest is done', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, authenticate));
    const refused = answers.filter(({ status }) => status !== 200);
    // Of those that come before the first is taken up, one has the place of its client.
    assert.ok(refused.length < answers.length, 'one is done at least');
    assert.ok(refused.length > 0);
    for (const answer of refused) assertError(answer, 503, 'face_engine_busy');
    assert.equal((await authenticate()).status, 200);
  });

  it('a matching face that does not seem alive is no match', async () => {
    const answer = await authenticate();
    assert.equal(answer.body.isMatch, false);
    const { data } = (await send(answer.headers.get('location')!, { token: mobile })).body;
    assert.equal(data.faceMatch.isFaceMatch, true);
    assert.equal(data.liveness.isAlive, false);
    assert.equal(data.isMatch, false);
    assert.equal(data.decision.livenessThreshold, 1);
  });
});

describe('a face engine that takes too long', () => {
  const service = shareService('embedded', { env: { FACE_WORKERS: '1', FACE_ANALYSIS_TIMEOUT_MS: '100' } });

  it('is given up with 503, and goes on with the next photo', async () => {
    const photos = await cutFacePhotos();
    const cpf = generateCpf();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => putFace(service(), cpf, photos.sameWoman[0])),
    );
    const refused = answers.filter(({ status }) => status >= 300);
    const codes = new Set(refused.map(({ body }) => (body as { readonly code: string }).code));
    assert.ok(codes.delete('face_engine_timeout'), 'photos that waited were given up');
    // One sender has so many places to wait; what comes on top is refused at once.
    codes.delete('face_engine_busy');
    assert.deepEqual([...codes], []);
    assert.ok(refused.every(({ status }) => status === 503));
  });
});

describe('requests that come to nothing', () => {
  const service = shareService('embedded', {
    engine: createStandInEngine(),
    env: { RATE_LIMIT_ADDRESS_PER_MINUTE: '20', CORS_ORIGINS: 'https://shop.example' },
  });

  it('addresses and methods that do not exist, and questions of browsers, count for their address', async () => {
    const nowhere = () => send(`${service().url}/nowhere`);
    const first = await nowhere();
    assertError(first, 404, 'route_not_found');
    const left = limitOf(first, 'ratelimit', 'address')!.r!;
    const wrongMethod = await send(`${service().url}/v1/clients`, { method: 'PUT' });
    assertError(wrongMethod, 405, 'method_not_allowed');
    assert.equal(limitOf(wrongMethod, 'ratelimit', 'address')?.r, left - 1);
    const preflight = (path: string) =>
      send(`${service().url}${path}`, {
        method: 'OPTIONS',
        headers: { origin: 'https://shop.example', 'access-control-request-method': 'GET' },
      });
    const allowed = await preflight('/v1/clients');
    assert.equal(allowed.status, 204);
    assert.equal(limitOf(allowed, 'ratelimit', 'address')?.r, left - 2);
    const refused = await preflight('/oauth2/token');
    assertError(refused, 405, 'method_not_allowed');
    assert.match(refused.headers.get('ratelimit')!, new RegExp(`^"address";r=${left - 3};t=\\d+$`));
    for (let count = 0; count < left - 3; count += 1) await nowhere();
    assertLimited(await nowhere(), 'address');
    assert.equal((await send(`${service().url}/healthz`)).status, 200, 'probes are counted by themselves');
  });

  it('an address that asks for health without end is refused, and others go on', async () => {
    const probe = () => fetch(`${service().url}/healthz`);
    const statuses: number[] = [];
    while (statuses.length < 3_100) {
      const answers = await Promise.all(Array.from({ length: 50 }, probe));
      for (const answer of answers) {
        statuses.push(answer.status);
        await answer.body?.cancel();
      }
    }
    assert.equal(statuses.filter((status) => status === 429).length, statuses.length - 2_999);
  });
});

describe('a phone, whose token is bound to a person', () => {
  const service = shareService('embedded', {
    engine: createStandInEngine(),
    env: { RATE_LIMIT_PER_MINUTE: '20' },
  });
  let client: ClientCredentials;
  const read = (token: string) => send(`${service().url}/faces/authenticate/x`, { token });
  const bind = () => fetchToken(service().url, client, { people_id: generateCpf() });

  before(async () => {
    client = await service().createClient('mobile');
  });

  it('uses up a budget of its own: other phones and their client go on', async () => {
    const [hostile, honest] = [await bind(), await bind()];
    for (let sent = 0; sent < 20; sent += 1) assert.equal((await read(hostile)).status, 404);
    assertLimited(await read(hostile), 'client-person');
    const other = await read(honest);
    assert.deepEqual([other.status, limitOf(other, 'ratelimit', 'client-person')?.r], [404, 19]);
    const unbound = await read(await fetchToken(service().url, client));
    assert.deepEqual([unbound.status, limitOf(unbound, 'ratelimit', 'client')?.r], [404, 19]);
  });

  it('pays for each MiB of a body, and for one of untold length as for ten', async () => {
    const token = await bind();
    const post = (body: RequestInit['body']) =>
      send(`${service().url}/faces/authenticate`, {
        method: 'POST',
        token,
        body,
        headers: { 'content-type': 'application/json' },
      });
    const large = await post(JSON.stringify({ imageUrl: 'x'.repeat(2.5 * 1024 * 1024) }));
    assert.equal(limitOf(large, 'ratelimit', 'client-person')?.r, 17);
    const untold = await sendRaw(
      service().url,
      [
        'POST /faces/authenticate HTTP/1.1',
        'host: x',
        `authorization: Bearer ${token}`,
        'content-type: application/json',
        'transfer-encoding: chunked',
        'connection: close',
        '',
        '2\r\n{}',
        '0',
        '\r\n',
      ].join('\r\n'),
    );
    assert.match(untold.headers.get('ratelimit') ?? '', /"client-person";r=7;/);
  });
});
