import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { after, before, beforeEach } from 'node:test';
import { createAnswerMapper } from '../../../src/people/providers/compile-mapping.ts';
import { createProvider } from '../../../src/people/providers/create-provider.ts';
import { parseProviders } from '../../../src/people/providers/provider-description.ts';
import type { OpenDatabase } from '../../../src/platform/db/index.ts';
import { generateCpf } from '../../../src/platform/documents.ts';
import { createMasterKey, createRecordCipher } from '../../../src/platform/encryption/index.ts';
import { createOutboundClient, type OutboundClient } from '../../../src/platform/outbound/index.ts';
import { createRateLimiter, type RateLimiter } from '../../../src/platform/rate-limits/index.ts';
import type { Source, Subject } from '../../../src/profiles/index.ts';
import { createSourceDesk, type SourceDesk } from '../../../src/profiles/sources/source-desk.ts';
import { openTestDatabase, type TestDatabaseKind } from '../../support/database.ts';
import { json, type MockProvider, startMockProvider } from './mock-provider.ts';

/**
 * Providers over a database and a provider of their own, for all tests of a suite. Called where the suite is defined.
 * Before each test the stored answers, what the provider received and the clock begin anew.
 */
export function shareProviders(kind: TestDatabaseKind) {
  const closing: (() => unknown)[] = [];
  const cipher = createRecordCipher({ current: createMasterKey(randomBytes(32)), previous: [] });
  const mapper = createAnswerMapper();
  const desks = new WeakMap<Source, SourceDesk>();
  let database: OpenDatabase;
  let mock: MockProvider;
  let client: OutboundClient;
  let nowMs = Date.now();
  let limiter: Pick<RateLimiter, 'count'> = createRateLimiter({});
  const problems: { provider: string; reason: string }[] = [];
  const clock = { now: () => new Date(nowMs) };

  before(async () => {
    database = await openTestDatabase(
      { after: (close: () => unknown) => closing.push(close) } as never,
      kind,
    );
    mock = await startMockProvider();
    client = createOutboundClient({ allow: ['127.0.0.1'], keepAlive: true });
  });
  after(async () => {
    client.close();
    await mapper[Symbol.asyncDispose]();
    await mock.close();
    for (const close of closing.reverse()) await close();
  });
  beforeEach(async () => {
    await database.execute('truncate source_provider_answers, source_provider_health');
    mock.received.length = 0;
    problems.length = 0;
    nowMs = Date.now();
    limiter = createRateLimiter({});
  });

  const subjectIndex = (text: string) => createHmac('sha256', 'key').update(text).digest();
  const person = (cpf = generateCpf()): Subject => ({ kind: 'person', id: `per_${'0'.repeat(32)}`, cpf });

  function make(description: object = {}, secrets: Record<string, string> = {}, with_ = client): Source {
    const { request, response, ...rest } = description as Record<string, object>;
    const [parsed] = parseProviders(
      JSON.stringify({
        providers: [
          {
            name: 'acme',
            source: 'pfBasicData',
            request: { method: 'GET', url: `${mock.url}/v1/people/{cpf}`, ...request },
            response: { mapping: '{ "name": nome, "birthDate": nascimento, "cpf": cpf }', ...response },
            retries: 1,
            retryDelayMs: 1,
            timeoutMs: 30_000,
            ...rest,
          },
        ],
      }),
    );
    const source = createProvider(parsed!, new Map(Object.entries(secrets)), {
      db: database.db,
      cipher,
      clock,
      client: with_,
      limiter,
      mapper,
      subjectIndex,
      onProblem: (problem) => problems.push(problem),
    });
    const usualPolicy = { retries: 9, retryDelayMs: 1, breakerFailures: 9, breakerPauseMs: 1 };
    desks.set(source, createSourceDesk([source], { usualPolicy, onProblem: () => {} }));
    return source;
  }

  /** Somebody there is: of others no answer is kept. */
  async function register(cpf = generateCpf()): Promise<Subject> {
    await database.db
      .insertInto('people')
      .values({
        id: `per_${randomBytes(16).toString('hex')}`,
        cpf_index: subjectIndex(cpf),
        key_id: 'k',
        wrapped_key: Buffer.of(0),
        ciphertext: Buffer.of(0),
        created_at: clock.now(),
      })
      .execute();
    return person(cpf);
  }

  const ask = (source: Source, subject: Subject = person(), attributes: object = {}) =>
    desks.get(source)!.ask(source, subject, {
      db: database.db,
      signal: new AbortController().signal,
      attributes: attributes as Record<string, unknown>,
      now: clock.now(),
    });

  async function reasonOf(source: Source, subject?: Subject): Promise<string> {
    const answer = await ask(source, subject);
    assert.ok(answer.outcome === 'unavailable', JSON.stringify(answer));
    return answer.reason;
  }

  return {
    database: () => database,
    mock: () => mock,
    clock,
    problems,
    advance: (ms: number) => {
      nowMs += ms;
    },
    /** Replaces the limiter for what is made from now on, until the test is over. */
    limitBy: (other: Pick<RateLimiter, 'count'>) => {
      limiter = other;
    },
    subjectIndex,
    person,
    make,
    register,
    ask,
    reasonOf,
    /** An answer that names somebody. */
    found: json({ nome: 'ANA LIMA', nascimento: '1980-02-01' }),
  };
}
