import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before } from 'node:test';
import { createTokenEndpoint } from '../../src/access/create-token-endpoint.ts';
import { createTokenVerifier } from '../../src/access/create-token-verifier.ts';
import { type ClientCredentials, loadSigningKeys, type SigningKeys } from '../../src/access/index.ts';
import type { Clock } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/db/index.ts';
import {
  createMasterKey,
  createRecordCipher,
  loadRowBinder,
  type RecordCipher,
  type RowBinder,
} from '../../src/platform/encryption/index.ts';
import type { TokenVerifier } from '../../src/platform/tokens/index.ts';
import { openTestDatabase, type TestDatabaseKind, type TestScope } from '../support/database.ts';

export type TestClock = Clock & {
  /** Moves the time on. */
  advance(ms: number): void;
};

/** Everything of the domain over a database of its own, with a token endpoint on a real socket. */
export type TestAccess = {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly rows: RowBinder;
  readonly clock: TestClock;
  readonly keys: SigningKeys;
  readonly issuer: string;
  readonly tokenUrl: string;
  /** What the endpoint reported as its own failures. */
  readonly failures: readonly unknown[];
  /** Posts a form to the endpoint. */
  requestToken(form: Record<string, string>, headers?: Record<string, string>): Promise<Response>;
  /** Takes the database away, as an outage would. */
  closeDatabase(): Promise<void>;
  /** The access token of a client, or an assertion error. */
  fetchToken(credentials: ClientCredentials, form?: Record<string, string>): Promise<string>;
  openVerifier(overrides?: Partial<Parameters<typeof createTokenVerifier>[0]>): Promise<TokenVerifier>;
};

/** A clock that starts at the machine's time, which the token endpoint writes into its tokens, and can be moved. */
export function createTestClock(): TestClock {
  let offsetMs = 0;
  return {
    now: () => new Date(Date.now() + offsetMs),
    advance: (ms) => {
      offsetMs += ms;
    },
  };
}

export async function openAccess(t: TestScope, kind: TestDatabaseKind): Promise<TestAccess> {
  const stops: (() => unknown)[] = [];
  // Registered before the database, so that what uses it ends before it is closed.
  t.after(async () => {
    for (const stop of stops) {
      await stop();
    }
  });
  const database = await openTestDatabase(t, kind);
  const { db } = database;
  const cipher = createRecordCipher({ current: createMasterKey(randomBytes(32)), previous: [] });
  const clock = createTestClock();
  const issuer = 'https://confere.example/base';
  const keys = await loadSigningKeys({ db, cipher, clock, refreshEveryMs: 0 });
  const rows = await loadRowBinder(db, cipher);
  const failures: unknown[] = [];
  const endpoint = createTokenEndpoint({
    db,
    rows,
    keys,
    issuer,
    clock,
    onError: (error) => failures.push(error),
  });
  const server = createServer((request, response) => void endpoint.handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  const tokenUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/oauth2/token`;

  const requestToken: TestAccess['requestToken'] = (form, headers = {}) =>
    fetch(tokenUrl, { method: 'POST', body: new URLSearchParams(form), headers });

  return {
    db,
    cipher,
    rows,
    clock,
    keys,
    issuer,
    tokenUrl,
    failures,
    requestToken,
    closeDatabase: () => database.close(),
    async fetchToken({ clientId, clientSecret }, form = {}) {
      const response = await requestToken({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        ...form,
      });
      assert.equal(response.status, 200);
      return ((await response.json()) as { access_token: string }).access_token;
    },
    async openVerifier(overrides = {}) {
      const verifier = await createTokenVerifier({
        db,
        keys,
        issuer,
        clock,
        refreshRevocationsEveryMs: 0,
        ...overrides,
      });
      stops.push(verifier.stop);
      return verifier;
    },
  };
}

/** One for all tests of a suite that leave it as it is; called where the suite is defined, used in its tests. */
export function shareAccess(kind: TestDatabaseKind): () => TestAccess {
  const endings: (() => unknown)[] = [];
  let access: TestAccess | undefined;
  before(async () => {
    access = await openAccess({ after: (ending) => endings.push(ending as () => unknown) }, kind);
  });
  after(async () => {
    for (const ending of endings) {
      await ending();
    }
  });
  return () => {
    assert.ok(access);
    return access;
  };
}
