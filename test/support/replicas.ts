import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClientCredentials } from '../../src/access/index.ts';
import { createTestDatabase, environmentOf, type TestScope, testDatabaseKinds } from './database.ts';
import type { Answer } from './http.ts';
import { openRedisLink, type RedisLink, withoutRedis } from './redis.ts';
import type { ServiceScope } from './service.ts';
import { type CommandResult, runConfere, spawnServe } from './service-process.ts';
import { createClientOver, requestToken } from './tokens.ts';

/** Why tests with replicas are left out, or `false` when there is what they need. */
export const withoutReplicas: string | false = testDatabaseKinds().includes('postgres')
  ? withoutRedis
  : 'CONFERE_TEST_DATABASE_URL is not set';

/** Two processes of the service on one PostgreSQL and one Redis, as behind a load balancer. */
export type Replicas = {
  /** Addresses of the two. */
  readonly first: string;
  readonly second: string;
  readonly admin: ClientCredentials;
  readonly redis: RedisLink;
  /** Runs a command in a third process, with the configuration of the replicas. Fails the test when it fails. */
  runCommand(...args: string[]): Promise<CommandResult>;
  createClient(product: 'mobile' | 'customer', ...scopes: string[]): Promise<ClientCredentials>;
  fetchToken(url: string, client: ClientCredentials, peopleId?: string): Promise<Answer>;
  /** The access token of a request that must succeed. */
  tokenOf(url: string, client: ClientCredentials, peopleId?: string): Promise<string>;
};

/** Replicas for all tests of a suite, called where it is defined. Stopped and removed after them. */
export function shareReplicas(env: Readonly<Record<string, string>>): () => Replicas {
  const endings: (() => unknown)[] = [];
  const scope = { after: (ending: () => unknown) => void endings.push(ending) } as TestScope & ServiceScope;
  let replicas: Replicas | undefined;
  before(async () => {
    const place = await createTestDatabase(scope, 'postgres');
    const redis = await openRedisLink(scope);
    const environment = {
      ...environmentOf(place),
      REDIS_URL: redis.url,
      BASE_URL: 'https://confere.example',
      TOKEN_RATE_LIMIT_PER_MINUTE: '1000',
      FACE_LIVENESS_THRESHOLD: '0',
      LOG_LEVEL: 'warn',
      ...env,
    };
    const one = await spawnServe(scope, environment);
    const two = await spawnServe(scope, environment);
    assert.equal(two.admin, undefined, 'one administrator for both');
    replicas = startReplicas(scope, environment, {
      first: one.url,
      second: two.url,
      admin: one.admin!,
      redis,
    });
  });
  after(async () => {
    for (const ending of endings.reverse()) await ending();
  });
  return () => {
    assert.ok(replicas, 'the replicas run in tests only');
    return replicas;
  };
}

/**
 * Waits until something is so. Revocations are read every three seconds, so ten are enough; a machine that is busy with
 * other things may take longer.
 */
export async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 600_000;
  while (!(await isSo())) {
    assert.ok(performance.now() < deadline, 'not within ten minutes');
    await delay(200);
  }
}

function startReplicas(
  scope: ServiceScope,
  environment: Readonly<Record<string, string>>,
  parts: Pick<Replicas, 'first' | 'second' | 'admin' | 'redis'>,
): Replicas {
  const runCommand: Replicas['runCommand'] = async (...args) => {
    const result = await runConfere(scope, args, environment);
    assert.equal(result.status, 0, result.stderr);
    return result;
  };
  const fetchToken: Replicas['fetchToken'] = (url, client, peopleId) =>
    requestToken(url, client, peopleId === undefined ? {} : { people_id: peopleId });
  return {
    ...parts,
    runCommand,
    fetchToken,
    createClient: (product, ...scopes) => createClientOver(parts.first, parts.admin, { product, scopes }),
    async tokenOf(url, client, peopleId) {
      const { status, body, text } = await fetchToken(url, client, peopleId);
      assert.equal(status, 200, text);
      return body.access_token;
    },
  };
}
