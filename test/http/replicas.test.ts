import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { decodeProtectedHeader } from 'jose';
import type { ClientCredentials } from '../../src/access/index.ts';
import { generateCpf } from '../../src/platform/documents/index.ts';
import { createTestDatabase, testDatabaseKinds } from '../support/database.ts';
import { type Answer, assertError, send } from '../support/http.ts';
import { openRedisLink, type RedisLink, withoutRedis } from '../support/redis.ts';
import { shareConvertedModels } from '../support/service.ts';
import { runConfere, spawnServe } from '../support/service-process.ts';

const withoutPostgres = testDatabaseKinds().includes('postgres') ? false : 'no CONFERE_TEST_DATABASE_URL';
const withinMs = 10_000;

/** Two processes of the service on one PostgreSQL and one Redis, as behind a load balancer. */
describe('two replicas', { skip: withoutPostgres || withoutRedis, timeout: 240_000 }, () => {
  const endings: (() => unknown)[] = [];
  const scope = { after: (ending: () => unknown) => void endings.push(ending) } as Parameters<
    typeof createTestDatabase
  >[0];
  let first: string;
  let second: string;
  let admin: ClientCredentials;
  let redis: RedisLink;
  let environment: Record<string, string>;

  before(async () => {
    const { dataDir, databaseUrl } = await createTestDatabase(scope, 'postgres');
    await shareConvertedModels(dataDir);
    redis = await openRedisLink(scope);
    environment = {
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl!,
      REDIS_URL: redis.url,
      MASTER_KEY: randomBytes(32).toString('base64'),
      BASE_URL: 'https://confere.example',
      RATE_LIMIT_PER_MINUTE: '20',
      RATE_LIMIT_PERSON_PER_MINUTE: '4',
      TOKEN_RATE_LIMIT_PER_MINUTE: '1000',
      FACE_LIVENESS_THRESHOLD: '0',
      LOG_LEVEL: 'warn',
    };
    const one = await spawnServe(scope as never, environment);
    const two = await spawnServe(scope as never, environment);
    [first, second, admin] = [one.url, two.url, one.admin!];
    assert.equal(two.admin, undefined, 'one administrator for both');
  });

  after(async () => {
    for (const ending of endings.reverse()) await ending();
  });

  async function fetchToken(url: string, { clientId, clientSecret }: ClientCredentials): Promise<Answer> {
    return await send(`${url}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }),
    });
  }
  const tokenOf = async (url: string, client: ClientCredentials): Promise<string> =>
    (await fetchToken(url, client)).body.access_token;
  const createClient = async (product: string, ...scopes: string[]): Promise<ClientCredentials> => {
    const args = ['clients', 'create', '--product', product, '--scope', scopes.join(' '), '--json'];
    const { status, stdout, stderr } = await runConfere(scope as never, args, environment);
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout);
  };
  const readAttempt = (url: string, token: string) => send(`${url}/v1/face-authentications/x`, { token });
  async function within(isSo: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + withinMs;
    while (!(await isSo())) {
      assert.ok(performance.now() < deadline, 'not within ten seconds');
      await delay(200);
    }
  }

  it('a client revoked on one is refused by the other within ten seconds', async () => {
    const client = await createClient('customer', 'attempts:read');
    const token = await tokenOf(first, client);
    for (const url of [first, second]) assertError(await readAttempt(url, token), 404, 'attempt_not_found');
    const revoked = await send(`${first}/v1/clients/${client.clientId}`, {
      method: 'DELETE',
      token: await tokenOf(first, admin),
    });
    assert.equal(revoked.status, 200);
    assertError(await readAttempt(first, token), 401, 'token_revoked');
    await within(async () => (await readAttempt(second, token)).body.code === 'token_revoked');
    assert.equal((await fetchToken(second, client)).status, 401);
  });

  it('a signing key rotated by a command signs on both, and what the old one signed stays good', async () => {
    const client = await createClient('customer', 'attempts:read');
    const old = await tokenOf(first, client);
    const args = ['keys', 'rotate-signing', '--purpose', 'access-token', '--json'];
    const { status, stdout, stderr } = await runConfere(scope as never, args, environment);
    assert.equal(status, 0, stderr);
    const [{ kid, activeFrom }] = JSON.parse(stdout);
    assert.ok(new Date(activeFrom) > new Date());
    for (const url of [first, second]) {
      await within(async () => {
        const { keys } = (await send(`${url}/.well-known/jwks.json`)).body as { keys: { kid: string }[] };
        return keys.some((key) => key.kid === kid);
      });
    }
    assertError(await readAttempt(second, old), 404, 'attempt_not_found');
    assert.notEqual(
      decodeProtectedHeader(await tokenOf(second, client)).kid,
      kid,
      'published before it signs',
    );
  });

  it('requests of a client and a person are counted together', async () => {
    const client = await createClient('customer', 'attempts:read', 'faces:authenticate');
    const token = await tokenOf(first, client);
    const statuses: number[] = [];
    for (let count = 0; count < 22; count += 1) {
      statuses.push((await readAttempt(count % 2 === 0 ? first : second, token)).status);
    }
    assert.deepEqual(statuses.slice(0, 20), Array(20).fill(404));
    assert.deepEqual(statuses.slice(20), [429, 429]);

    const cpf = generateCpf();
    const clients = await Promise.all([
      createClient('mobile', 'faces:authenticate'),
      createClient('mobile', 'faces:authenticate'),
    ]);
    const tokens = [await tokenOf(first, clients[0]!), await tokenOf(second, clients[1]!)];
    const answers: Answer[] = [];
    for (let count = 0; count < 5; count += 1) {
      const url = [first, second][count % 2]!;
      const json = { peopleId: cpf };
      answers.push(
        await send(`${url}/faces/authenticate`, { method: 'POST', token: tokens[count % 2], json }),
      );
    }
    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 404, 404, 404, 429],
    );
  });

  it('go on by themselves while Redis is gone, which the metrics say, and together again after it', async () => {
    const token = await tokenOf(first, admin);
    const metric = async () =>
      /^confere_redis_ready (\d)$/m.exec((await send(`${first}/metrics`, { token })).text)?.[1];
    assert.equal(await metric(), '1');
    redis.cut();
    const client = await createClient('customer', 'attempts:read');
    const clientToken = await tokenOf(first, client);
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1) statuses.push((await readAttempt(first, clientToken)).status);
    assert.deepEqual(statuses, [...Array(20).fill(404), 429]);
    assert.equal((await readAttempt(second, clientToken)).status, 404, 'counts for itself');
    await within(async () => (await metric()) === '0');
    redis.restore();
    await within(async () => (await metric()) === '1');
  });
});
