import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { loadAppConfig } from '../../../src/app.ts';
import { formatListenAddress, parseListenAddress } from '../../../src/platform/config/forms.ts';
import { ConfigError, readEnvironment, Secret, toListenerUrl } from '../../../src/platform/config/index.ts';

const masterKey = Buffer.alloc(32, 3).toString('base64');

function problemsOf(env: Record<string, string>): Record<string, string> {
  try {
    loadAppConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return Object.fromEntries(error.problems!.map(({ path, message }) => [path, message]));
  }
  return {};
}

describe('configuration', () => {
  it('has a value for everything that needs one when nothing is set', () => {
    const config = loadAppConfig({}, 6);
    assert.deepEqual(config, {
      server: {
        listen: { host: '127.0.0.1', port: 8080 },
        trustedProxies: [],
        rateLimitPerMinute: 600,
        tokenRateLimitPerMinute: 60,
        corsOrigins: [],
        maxEventLoopDelayMs: 2_000,
        requestTimeoutMs: 30_000,
        shutdownTimeoutMs: 30_000,
        drainSeconds: 0,
        logLevel: 'info',
      },
      telemetry: {
        metrics: 'otlp',
        protocol: 'http/protobuf',
        sampler: 'parentbased_always_on',
        samplerRatio: 1,
        serviceName: 'confere',
        resourceAttributes: [],
        metricIntervalMs: 60_000,
      },
      storage: { dataDir: './data', databasePoolSize: 10 },
      postgres: { readMaxLagMs: 2_000 },
      environment: { sandbox: 'off' },
      secrets: {},
      access: {
        accessTokenLifetimeSeconds: 900,
        responseSignatureLifetimeSeconds: 300,
        signingKeyMaxAgeDays: 90,
      },
      capture: { trialMinutes: 60 },
      cases: {
        openFor: [
          'execution_pending',
          'rule_review',
          'decision_standing',
          'list_hit',
          'similarity_band',
          'possible_duplicate',
          'liveness_failure',
        ],
        dueHours: 24,
      },
      accounts: { idleMinutes: 30, sessionHours: 12, lockAfterFailures: 10 },
      sso: { roleClaim: 'roles', roles: [] },
      externalIssuer: {
        mobileAudience: 'mobile',
        customerAudience: 'customer',
        scopeMap: [],
        scopeClaim: 'scope',
        peopleIdClaim: 'peopleId',
        tokenTypes: ['at+jwt'],
      },
      livenessPolicy: { authentication: 'passive', registration: 'passive' },
      imports: {},
      limits: {
        onRedisFailure: 'open',
        probesPerAddressPerMinute: 3_000,
        tokenFailuresPerMinute: 20,
        faceLockAfterFailures: 30,
        faceLockWindowSeconds: 900,
        faceLockSeconds: 900,
      },
      duplicates: {},
      faceService: {},
      photoStore: { s3Region: 'us-east-1' },
      images: {
        fetchAllow: [],
        maxBytes: 10_000_000,
        maxPixels: 40_000_000,
        fetchTimeoutMs: 10_000,
        fetchMaxConcurrent: 32,
        linkLifetimeSeconds: 900,
      },
      engine: {
        modelsAutoPull: 'off',
        falseMatchRate: 0.0001,
        workers: 6,
        maxQueue: 64,
        analysisTimeoutMs: 10_000,
      },
      audit: {},
      events: { keptDays: 30, webhookAllow: [], webhookTimeoutMs: 15_000, webhookConcurrency: 20 },
      liveness: {
        beginSeconds: 180,
        finishSeconds: 90,
        light: 'off',
        lockAfterFailures: 5,
        extensions: 10,
        replayDays: 30,
        operatorName: 'Confere',
      },
      faces: {
        maxYawDegrees: 40,
        maxReferences: 5,
        reviewBand: 0.05,
        duplicateSearch: 'on',
        duplicateMinSimilarity: 0.9,
        thresholdRaise: 'on',
        isLegalBasisRequired: 'false',
      },
      registry: {
        shareUrl: 'https://arquivos.receitafederal.gov.br/public.php/dav/files/YggdBLfdninEJX9',
      },
      people: { fetchAllow: [], maxAgeDays: [] },
      privacy: { erasureNeedsSecondPerson: 'false' },
      executions: {
        concurrency: 4,
        maxWaitSeconds: 30,
        maxAttempts: 12,
        retryDelayMs: 5_000,
        rulesTimeoutMs: 250,
        maxPartners: 200,
      },
    });
  });

  it('takes every kind of value in its form', () => {
    const config = loadAppConfig({
      LISTEN: '[::]:0',
      MOBILE_LISTEN: 'localhost:9000',
      BASE_URL: 'https://verify.example.com/base/',
      MOBILE_BASE_URL: 'http://10.0.0.1:81',
      TRUSTED_PROXIES: ' 10.0.0.1 , fd00::/8,',
      IMAGE_FETCH_ALLOW: '127.0.0.1:9001,my_photos,[fd00::7]:8443,10.1.0.0/16',
      DATABASE_URL: 'postgres://a:b@h/d',
      MASTER_KEY: masterKey,
      FACE_FALSE_MATCH_RATE: '1e-5',
      FACE_LIVENESS_THRESHOLD: '0',
      FACE_WORKERS: '3',
      LOG_LEVEL: 'silent',
      REDIS_URL: 'rediss://:p@cache:6380/1',
      CORS_ORIGINS: 'https://app.example.com, http://localhost:5173',
      OIDC_ISSUER: 'https://login.example.com/realm/',
      OIDC_SCOPE_MAP: 'a.read=attempts:read, b=admin',
      OIDC_TOKEN_TYPES: 'at+jwt,JWT',
    });
    assert.equal(config.secrets.redisUrl?.reveal(), 'rediss://:p@cache:6380/1');
    assert.deepEqual(config.server.corsOrigins, ['https://app.example.com', 'http://localhost:5173']);
    assert.equal(config.externalIssuer.issuer, 'https://login.example.com/realm/', 'letter by letter');
    assert.deepEqual(config.externalIssuer.scopeMap, [
      ['a.read', 'attempts:read'],
      ['b', 'admin'],
    ]);
    assert.deepEqual(config.externalIssuer.tokenTypes, ['at+jwt', 'JWT']);
    assert.deepEqual(config.server.listen, { host: '::', port: 0 });
    assert.deepEqual(config.server.mobileListen, { host: 'localhost', port: 9000 });
    assert.equal(config.server.baseUrl, 'https://verify.example.com/base');
    assert.equal(config.server.mobileBaseUrl, 'http://10.0.0.1:81');
    assert.deepEqual(config.server.trustedProxies, ['10.0.0.1', 'fd00::/8']);
    assert.deepEqual(config.images.fetchAllow, [
      '127.0.0.1:9001',
      'my_photos',
      '[fd00::7]:8443',
      '10.1.0.0/16',
    ]);
    assert.equal(config.secrets.databaseUrl?.reveal(), 'postgres://a:b@h/d');
    assert.equal(config.secrets.masterKey?.reveal(), masterKey);
    assert.equal(config.engine.falseMatchRate, 1e-5);
    assert.equal(config.engine.livenessThreshold, 0);
    assert.equal(config.engine.workers, 3);
    assert.equal(config.server.logLevel, 'silent');
  });

  it('of Redis, origins, issuers and TLS is refused when it has not the form', () => {
    const problems = problemsOf({
      REDIS_URL: 'http://cache',
      CORS_ORIGINS: 'https://app.example.com/, *',
      OIDC_ISSUER: 'login.example.com',
      OIDC_SCOPE_MAP: 'a,b=',
      RATE_LIMIT_ON_REDIS_FAILURE: 'maybe',
      TLS_CERT: '/tmp/cert.pem',
      SHUTDOWN_TIMEOUT_MS: '100',
    });
    assert.deepEqual(Object.keys(problems).sort(), [
      'CORS_ORIGINS',
      'OIDC_ISSUER',
      'OIDC_SCOPE_MAP',
      'RATE_LIMIT_ON_REDIS_FAILURE',
      'REDIS_URL',
      'SHUTDOWN_TIMEOUT_MS',
      'TLS_KEY',
    ]);
  });

  it('counts an empty variable as not set and ignores unknown ones', () => {
    const config = loadAppConfig(
      { LISTEN: '', DATABASE_URL: ' ', FACE_WORKERS: '', LISTENN: 'x', HOME: '/root' },
      2,
    );
    assert.deepEqual(config, loadAppConfig({}, 2));
  });

  it('that is wrong is refused with every problem at once, each saying what is allowed', () => {
    const problems = problemsOf({
      LISTEN: 'localhost',
      MOBILE_LISTEN: '::1:80',
      BASE_URL: 'ftp://x',
      MOBILE_BASE_URL: 'http://user@host',
      DATABASE_POOL_SIZE: '1.5',
      MASTER_KEY: 'short',
      DATABASE_URL: 'mysql://somebody:hidden@h/d',
      FACE_FALSE_MATCH_RATE: '0',
      FACE_LIVENESS_THRESHOLD: '1.1',
      FACE_WORKERS: '0x10',
      IMAGE_MAX_BYTES: '-1',
      IMAGE_FETCH_ALLOW: 'ok.example,not a host',
      TRUSTED_PROXIES: 'proxy.example',
      LOG_LEVEL: 'INFO',
    });
    assert.deepEqual(Object.keys(problems).sort(), [
      'BASE_URL',
      'DATABASE_POOL_SIZE',
      'DATABASE_URL',
      'FACE_FALSE_MATCH_RATE',
      'FACE_LIVENESS_THRESHOLD',
      'FACE_WORKERS',
      'IMAGE_FETCH_ALLOW',
      'IMAGE_MAX_BYTES',
      'LISTEN',
      'LOG_LEVEL',
      'MASTER_KEY',
      'MOBILE_BASE_URL',
      'MOBILE_LISTEN',
      'TRUSTED_PROXIES',
    ]);
    assert.match(problems.LISTEN!, /"localhost" is not host:port/);
    assert.match(problems.DATABASE_POOL_SIZE!, /"1.5" is not a whole number from 2 to 1000/);
    assert.match(problems.LOG_LEVEL!, /one of fatal, error/);
  });

  it('names each wrong variable on a line of the message, and no secret', () => {
    assert.throws(
      () => loadAppConfig({ DATABASE_URL: 'mysql://somebody:hidden@h/d', MASTER_KEY: 'hidden', LISTEN: '1' }),
      (error: Error) =>
        /\n {2}LISTEN: .*\n {2}DATABASE_URL: .*\n {2}MASTER_KEY: /.test(error.message) &&
        !inspect(error).includes('hidden'),
    );
  });

  it('shows no secret that it refuses, whatever group of settings it is in', () => {
    const hidden = 'hidden\nvalue';
    for (const variable of [
      'SSO_CLIENT_SECRET',
      'FACES_SECRET',
      'DUPLICATES_SECRET',
      'S3_SECRET_ACCESS_KEY',
      'REDIS_URL',
    ]) {
      const problems = problemsOf({ [variable]: hidden });
      assert.ok(!JSON.stringify(problems).includes('hidden'), `${variable}: ${JSON.stringify(problems)}`);
    }
    const { S3_ENDPOINT } = problemsOf({ S3_ENDPOINT: 'https://user:hid@den-hidden@s3.example' });
    assert.match(S3_ENDPOINT!, /^"https:\/\/\[redacted\]@s3\.example" is not /);
  });

  it('holds limits that no variable reaches', () => {
    const { engine } = loadAppConfig({ FACE_MAX_QUEUE: '1', ENGINE_MAX_QUEUE: '1' });
    assert.equal(engine.maxQueue, 64);
  });

  it('refuses numbers that are none, and takes the ends of each range', () => {
    for (const text of ['', ' ']) assert.deepEqual(problemsOf({ DATABASE_POOL_SIZE: text }), {});
    for (const text of ['2', '1000']) assert.deepEqual(problemsOf({ DATABASE_POOL_SIZE: text }), {});
    for (const text of ['1', '1001', '1e2', 'NaN', 'Infinity', '1_000', '1,5', '5 5', '٣']) {
      assert.deepEqual(Object.keys(problemsOf({ DATABASE_POOL_SIZE: text })), ['DATABASE_POOL_SIZE'], text);
    }
    for (const text of ['0.5', '1', '.5', '5e-1'])
      assert.deepEqual(problemsOf({ FACE_DUPLICATE_MIN_SIMILARITY: text }), {});
    for (const text of ['0.49', '1.0001', 'half', '0x1']) {
      assert.deepEqual(
        Object.keys(problemsOf({ FACE_DUPLICATE_MIN_SIMILARITY: text })),
        ['FACE_DUPLICATE_MIN_SIMILARITY'],
        text,
      );
    }
  });

  it('refuses to ask for duplicates without a secret, or with a short one', () => {
    const url = { DUPLICATES_URL: 'http://duplicates.internal:8091/' };
    assert.match(problemsOf(url).DUPLICATES_SECRET!, /^DUPLICATES_URL needs it/);
    const short = problemsOf({ ...url, DUPLICATES_SECRET: 'short' });
    assert.match(short.DUPLICATES_SECRET!, /32 characters or more/);
    const secret = 'a secret of thirty-two characters or more';
    const { duplicates } = loadAppConfig({ ...url, DUPLICATES_SECRET: secret });
    assert.equal(duplicates.url, 'http://duplicates.internal:8091');
  });

  it('refuses one address for both listeners', () => {
    assert.deepEqual(Object.keys(problemsOf({ LISTEN: '0.0.0.0:80', MOBILE_LISTEN: '0.0.0.0:80' })), [
      'MOBILE_LISTEN',
    ]);
    assert.deepEqual(problemsOf({ LISTEN: '0.0.0.0:0', MOBILE_LISTEN: '0.0.0.0:0' }), {});
  });

  it('cannot be changed', () => {
    const config = loadAppConfig({ IMAGE_FETCH_ALLOW: 'a.example' });
    assert.throws(() => Object.assign(config.images, { maxBytes: 1 }), TypeError);
    assert.throws(() => Object.assign(config, { images: {} }), TypeError);
    assert.throws(() => Object.assign(config.server.listen, { port: 1 }), TypeError);
    assert.throws(() => (config.images.fetchAllow as string[]).push('b.example'), TypeError);
  });

  it('prints its secrets as redacted in every way a value is printed', () => {
    const { secrets } = loadAppConfig({ DATABASE_URL: 'postgres://a:hidden@h/d', MASTER_KEY: masterKey });
    const printed = [
      inspect(secrets, { showHidden: true, depth: 9 }),
      JSON.stringify(secrets),
      `${secrets.databaseUrl}`,
      String(secrets.masterKey),
      new Secret('hidden').toString(),
    ].join();
    assert.ok(printed.includes('[redacted]'));
    assert.ok(!printed.includes('hidden') && !printed.includes(masterKey));
  });
});

describe('environment', () => {
  it('is read from a .env file below the variables of the process', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'confere-env-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    assert.equal(readEnvironment(folder).PATH, process.env.PATH);
    await writeFile(join(folder, '.env'), '# a comment\nCONFERE_FROM_FILE="a b"\nPATH=of-the-file\n');
    assert.equal(readEnvironment(folder).CONFERE_FROM_FILE, 'a b');
    assert.equal(readEnvironment(folder).PATH, process.env.PATH);
  });
});

describe('listen address', () => {
  it('is host and port, an IPv6 host in brackets', () => {
    assert.deepEqual(parseListenAddress('0.0.0.0:65535'), { host: '0.0.0.0', port: 65_535 });
    for (const text of [
      '',
      ':80',
      'host',
      'host:',
      'host:65536',
      'host:-1',
      '[host]:80',
      '::1:80',
      'a b:80',
      'http://h:80',
    ]) {
      assert.equal(parseListenAddress(text), undefined, text);
    }
    assert.equal(formatListenAddress({ host: '::1', port: 80 }), '[::1]:80');
  });

  it('on every interface is reached by its loopback address', () => {
    assert.equal(toListenerUrl({ host: '0.0.0.0', port: 8080 }), 'http://127.0.0.1:8080');
    assert.equal(toListenerUrl({ host: '::', port: 8080 }), 'http://[::1]:8080');
    assert.equal(toListenerUrl({ host: 'verify.intra', port: 80 }), 'http://verify.intra:80');
  });
});
