import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { after, before } from 'node:test';
import { pino } from 'pino';
import type { ClientCredentials } from '../../src/access/index.ts';
import { type Config, loadAppConfig } from '../../src/app.ts';
import type { FaceEngine } from '../../src/engine/index.ts';
import type { Logger } from '../../src/platform/log.ts';
import { type RunningService, startService } from '../../src/process/start-service.ts';
import type { ExecutionLimits, Source } from '../../src/profiles/index.ts';
import {
  createTestDatabase,
  environmentOf,
  type TestDatabaseAddress,
  type TestDatabaseKind,
} from './database.ts';
import { assertNothingPersonal } from './scan-log.ts';
import { fetchToken as fetchTokenOver } from './tokens.ts';

/** A clock that can be moved for the length of a piece of work. */
export type MovableClock = {
  now(): Date;
  /** Does the work that much later, then moves back. */
  later<T>(ms: number, work: () => Promise<T>): Promise<T>;
};

export type TokenRequest = { readonly scope?: string; readonly peopleId?: string };

export type TestService = {
  readonly url: string;
  readonly mobileUrl: string;
  readonly dataDir: string;
  /** Undefined with the embedded database. */
  readonly databaseUrl: string | undefined;
  readonly clock: MovableClock;
  readonly admin: ClientCredentials;
  readonly running: RunningService;
  /** Everything logged so far, a JSON object a line. */
  logged(): string;
  /** A new client with all scopes of its product, or some. */
  createClient(product: 'mobile' | 'customer', scopes?: readonly string[]): Promise<ClientCredentials>;
  fetchToken(credentials: ClientCredentials, request?: TokenRequest): Promise<string>;
  /** A token of one and the same client of the product. */
  token(product: 'mobile' | 'customer', request?: TokenRequest): Promise<string>;
};

export type TestServiceOptions = {
  /** Environment variables over those that tests run with. */
  readonly env?: Readonly<Record<string, string>>;
  /** Limits that the environment does not reach, by group and property, that differ from the usual ones. */
  readonly constants?: ConfigConstants;
  /** Replaces the engine; the real one otherwise. */
  readonly engine?: FaceEngine;
  /** Sources of profiles beside those of the service. */
  readonly sources?: readonly Source[];
  /** Limits of executions that differ from the usual ones. */
  readonly executionLimits?: Partial<ExecutionLimits>;
  /** Resolve before the face networks are loaded. */
  readonly isLoadingFine?: boolean;
  /** Puts something between the service and PostgreSQL: the address to use for the address there is. */
  readonly redirectDatabase?: (url: string) => Promise<string>;
};

const scopes = {
  mobile: ['faces:authenticate', 'attempts:read', 'liveness:write', 'liveness:read'],
  customer: [
    'faces:authenticate',
    'attempts:read',
    'liveness:write',
    'liveness:read',
    'faces:write',
    'people:read',
    'companies:read',
    'executions:write',
    'templates:write',
    'audit:read',
    'people:erase',
    'people:export',
    'admin',
  ],
} as const;

/** Limits of groups of the configuration by property. */
export type ConfigConstants = {
  readonly [Group in keyof Config]?: Partial<Config[Group]>;
};

/** What the service runs with unless a test says otherwise. The packaged liveness networks decide nothing here. */
const defaultEnv = {
  LISTEN: '127.0.0.1:0',
  FACE_WORKERS: '1',
  FACE_LIVENESS_THRESHOLD: '0',
  FACE_ANALYSIS_TIMEOUT_MS: '60000',
  MAX_EVENT_LOOP_DELAY_MS: '60000',
  RATE_LIMIT_PER_MINUTE: '100000',
  TOKEN_RATE_LIMIT_PER_MINUTE: '100000',
  LOG_LEVEL: 'trace',
};

/**
 * The whole service as it runs in production, listening on a free port, for all tests of a suite. Called where
 * the suite is defined, used in its tests; stopped and removed after them.
 */
export function shareService(kind: TestDatabaseKind, options: TestServiceOptions = {}): () => TestService {
  const endings: (() => unknown)[] = [];
  let service: TestService | undefined;
  before(async () => {
    service = await startTestService(
      { after: (ending) => endings.push(ending as () => unknown) },
      kind,
      options,
    );
  });
  after(async () => {
    for (const ending of endings.reverse()) await ending();
  });
  return () => {
    assert.ok(service, 'the service runs in tests only');
    return service;
  };
}

/** Something that calls back when the test is over. Endings are called newest first. */
export type ServiceScope = { after(ending: () => unknown): unknown };

export async function startTestService(
  scope: ServiceScope,
  kind: TestDatabaseKind,
  options: TestServiceOptions = {},
): Promise<TestService> {
  const place = await createTestDatabase(scope as Parameters<typeof createTestDatabase>[0], kind);
  const { databaseUrl } = place;
  const address: TestDatabaseAddress = {
    ...place,
    databaseUrl: databaseUrl && ((await options.redirectDatabase?.(databaseUrl)) ?? databaseUrl),
  };
  const config = configOf(address, options.env, options.constants);
  const lines: string[] = [];
  const secrets = new Set<string>();
  scope.after(() => assertNothingPersonal(lines.join(''), secrets));
  const clock = createMovableClock();
  const start = () =>
    startService(config, {
      log: createCapturingLogger(config, lines),
      clock,
      // What is due once an hour or a day may come while a test has moved the clock.
      jobs: { pollIntervalMs: 100, isScheduled: (cron) => cron.startsWith('* ') },
      ...(options.engine === undefined ? {} : { engine: options.engine }),
      ...(options.sources === undefined ? {} : { sources: options.sources }),
      ...(options.executionLimits === undefined ? {} : { executionLimits: options.executionLimits }),
    });
  // A port that was free when it was chosen may be taken by another test before the service listens.
  const running = await start().catch((error: Error & { code?: string }) => {
    if (error.code === 'listen_failed') return start();
    throw error;
  });
  scope.after(() => running.stop());
  if (options.isLoadingFine !== true) await running.ready();
  assert.ok(running.firstAdmin);
  const admin = running.firstAdmin;
  secrets.add(admin.clientSecret);

  const fetchToken: TestService['fetchToken'] = (credentials, request = {}) =>
    fetchTokenOver(running.url, credentials, {
      ...(request.scope === undefined ? {} : { scope: request.scope }),
      ...(request.peopleId === undefined ? {} : { people_id: request.peopleId }),
    });
  const createClient: TestService['createClient'] = async (product, wanted = scopes[product]) => {
    const response = await fetch(`${running.url}/v1/clients`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await fetchToken(admin)}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ product, scopes: wanted }),
    });
    assert.equal(response.status, 201);
    const { id: clientId, clientSecret } = (await response.json()) as Record<'id' | 'clientSecret', string>;
    secrets.add(clientSecret);
    return { clientId, clientSecret };
  };
  const clients = new Map<string, Promise<ClientCredentials>>();
  return {
    url: running.url,
    mobileUrl: running.mobileUrl,
    dataDir: address.dataDir,
    databaseUrl: address.databaseUrl,
    clock,
    admin,
    running,
    logged: () => lines.join(''),
    createClient,
    fetchToken,
    async token(product, request) {
      const client = clients.get(product) ?? createClient(product);
      clients.set(product, client);
      return await fetchToken(await client, request);
    },
  };
}

/** The configuration of a test's service; a database of its own, and for PostgreSQL a key of its own. */
export function configOf(
  address: TestDatabaseAddress,
  env: Readonly<Record<string, string>> = {},
  constants: ConfigConstants = {},
): Config {
  const config = loadAppConfig({ ...defaultEnv, ...environmentOf(address), ...env });
  const groups: Readonly<Record<string, object>> = config;
  const changed = Object.entries(constants).map(([name, values]) => [name, { ...groups[name], ...values }]);
  return { ...config, ...Object.fromEntries(changed) };
}

function createMovableClock(): MovableClock {
  let offsetMs = 0;
  return {
    now: () => new Date(Date.now() + offsetMs),
    async later(ms, work) {
      offsetMs += ms;
      try {
        return await work();
      } finally {
        offsetMs -= ms;
      }
    },
  };
}

/** The process's logger in all but where its lines go. */
function createCapturingLogger(config: Config, lines: string[]): Logger {
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return pino({ name: 'confere', level: config.server.logLevel }, destination);
}
