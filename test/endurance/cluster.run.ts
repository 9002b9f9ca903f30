import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Client } from 'pg';
import { cutDemoPhotos } from '../../src/demo/demo-photos.ts';
import { generateCpf } from '../../src/platform/documents/index.ts';
import { openS3Server } from '../support/s3-servers.ts';
import { shareConvertedModels } from '../support/share-converted-models.ts';
import { createClientOver, fetchToken } from '../support/tokens.ts';
import { checkCluster } from './cluster/check-cluster.ts';
import { startLoad } from './cluster/cluster-load.ts';
import { describePhases } from './cluster/describe-phases.ts';
import { describeHaproxy } from './cluster/haproxy-config.ts';
import { findPostgres, openPostgresPair } from './cluster/open-postgres-pair.ts';
import { openRelay } from './cluster/open-relay.ts';
import { findProgram, type Program, runProgram } from './cluster/run-program.ts';
import { watchReadiness } from './cluster/watch-readiness.ts';
import { findFreePort, readFirstAdmin } from './run-service.ts';

/*
 * Rehearses bad days: three replicas behind haproxy, on a PostgreSQL with a standby, a Redis and an S3 server of their
 * own, under mixed load. Prints the share of errors and the 99th percentile of each phase. Ends with status 1 when
 * something that was answered is gone, when a key had two effects, or when a replica was untrue about its readiness for
 * longer than `--untruth` seconds; with 75 when the machine lacks a program.
 */

const { values } = parseArgs({
  options: {
    /** Seconds of each phase. */
    seconds: { type: 'string', default: '10' },
    untruth: { type: 'string', default: '15' },
    /** Another checkout: the replicas begin as its version, and are upgraded in a phase. */
    from: { type: 'string' },
  },
});
const phaseMs = Number(values.seconds) * 1_000;
const ownProgram = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const firstProgram = values.from === undefined ? ownProgram : join(values.from, 'src/cli/main.ts');

const haproxy = findProgram('haproxy');
const redisServer = findProgram('redis-server');
const postgres = findPostgres();
if (haproxy === undefined || redisServer === undefined || postgres === undefined) {
  console.log('needs haproxy, redis-server and PostgreSQL (Debian: haproxy redis-server postgresql)');
  process.exit(75);
}

const folder = mkdtempSync(join(tmpdir(), 'confere-cluster-'));
const endings: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
const scope = { after: (ending: () => unknown) => void endings.push(ending) };

/** A new certificate in the place of the one there is. */
function makeCertificate(): void {
  execFileSync(
    'openssl',
    [
      ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1'.split(
        ' ',
      ),
      ...['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')],
    ],
    { stdio: 'pipe' },
  );
}

/** The fingerprint of the certificate that a port shows. */
function readFingerprint(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256);
      socket.end();
    }).on('error', reject);
  });
}

async function rehearse(): Promise<boolean> {
  const pair = await openPostgresPair(postgres!);
  scope.after(() => pair.close());
  const redisPort = await findFreePort();
  const startRedis = () =>
    runProgram(redisServer!, [
      '--port',
      String(redisPort),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--dir',
      folder,
    ]);
  let redis = startRedis();
  scope.after(() => redis.end('SIGKILL'));
  const s3 = await openS3Server(scope, 's3rver');
  const store = await openRelay(Number(new URL(s3.endpoint).port));
  scope.after(() => store.close());
  makeCertificate();

  const [httpPort, databasePort, facesPort] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ];
  const replicas = [1, 2, 3].map((number) => ({
    name: `replica${number}`,
    port: 0,
    program: undefined as Program | undefined,
  }));
  for (const replica of replicas) replica.port = await findFreePort();
  const configuration = join(folder, 'haproxy.cfg');
  writeFileSync(configuration, describeHaproxy({ httpPort, databasePort, replicas, ...pair }));
  const balancer = runProgram(haproxy!, ['-db', '-f', configuration]);
  scope.after(() => balancer.end('SIGKILL'));

  const url = `http://127.0.0.1:${httpPort}`;
  const environment = {
    PATH: process.env.PATH!,
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    DATABASE_URL: `postgres://postgres@127.0.0.1:${databasePort}/postgres`,
    DATABASE_POOL_SIZE: '8',
    MASTER_KEY: randomBytes(32).toString('base64'),
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    S3_ENDPOINT: `http://127.0.0.1:${store.port}`,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    FACES_SECRET: 'a secret that the parts of one deployment share',
    FACE_LIVENESS_THRESHOLD: '0',
    FACE_ANALYSIS_TIMEOUT_MS: '30000',
    FACE_LOCK_AFTER_FAILURES: '0',
    RATE_LIMIT_PER_MINUTE: '1000000',
    TOKEN_RATE_LIMIT_PER_MINUTE: '1000000',
    RATE_LIMIT_PERSON_PER_MINUTE: '1000000',
    LIMIT_PER_PERSON_PER_MINUTE: '1000000',
    BASE_URL: url,
    TRUSTED_PROXIES: '127.0.0.1',
    SHUTDOWN_TIMEOUT_MS: '20000',
  };
  const startProcess = (
    program: string,
    name: string,
    args: readonly string[],
    more: Record<string, string>,
  ) => {
    const dataDir = join(folder, name);
    mkdirSync(dataDir, { recursive: true });
    const env = { ...environment, DATA_DIR: dataDir, ...more };
    return runProgram(process.execPath, [program, 'serve', ...args], { cwd: dataDir, env });
  };
  await shareConvertedModels(join(folder, 'faces'));
  const faces = startProcess(ownProgram, 'faces', ['--role', 'faces'], {
    LISTEN: `127.0.0.1:${facesPort}`,
    FACE_WORKERS: '2',
  });
  scope.after(() => faces.end('SIGKILL'));
  const startReplica = (replica: (typeof replicas)[number], program: string) => {
    replica.program = startProcess(program, replica.name, [], {
      LISTEN: `127.0.0.1:${replica.port}`,
      FACES_URL: `http://127.0.0.1:${facesPort}`,
      TLS_CERT: join(folder, 'certificate.pem'),
      TLS_KEY: join(folder, 'key.pem'),
    });
  };
  scope.after(async () => {
    for (const { program } of replicas) await program?.end('SIGKILL');
  });
  const direct = replicas.map(({ port }) => ({ url: `https://127.0.0.1:${port}` }));
  const watchHealth = (port: number) =>
    untilReady(port, () => replicas.find((one) => one.port === port)!.program!);

  startReplica(replicas[0]!, firstProgram);
  await watchHealth(replicas[0]!.port);
  const findAdmin = () => readFirstAdmin(replicas[0]!.program!.readOutput());
  // It listens a moment before it prints.
  await until(async () => findAdmin() !== undefined);
  const admin = findAdmin()!;
  for (const replica of replicas.slice(1)) startReplica(replica, firstProgram);
  for (const { port } of replicas) await watchHealth(port);
  await until(async () => (await fetch(`${url}/readyz`)).ok);

  const client = await createClientOver(url, admin, {
    product: 'customer',
    scopes: [
      'faces:authenticate',
      'faces:write',
      'attempts:read',
      'executions:write',
      'people:read',
      'admin',
    ],
  });
  const token = await fetchToken(url, client);
  const json = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const template = await fetch(`${url}/v1/query-templates`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ name: 'T', subject: 'person', sources: [], rules: [] }),
  });
  const { id: templateId } = (await template.json()) as { id: string };
  const { sameWoman, otherWomen } = await cutDemoPhotos();
  const photos = [...sameWoman, ...otherWomen];
  const people = photos.map((_, photo) => ({ cpf: generateCpf(), photo }));
  for (const { cpf, photo } of people) {
    const answer = await fetch(`${url}/v1/people/${cpf}/face`, {
      method: 'PUT',
      headers: { ...json, 'content-type': 'image/jpeg' },
      body: new Uint8Array(photos[photo]!),
    });
    if (answer.status !== 201) throw new Error(`a face cannot be registered: ${await answer.text()}`);
  }

  const load = startLoad({ url, token, templateId, photos, people });
  const watch = watchReadiness(direct, { token, templateId });
  const problems: string[] = [];
  const phases: [string, () => Promise<void>][] = [
    ['nothing happens', async () => {}],
    [
      'replicas are killed in turn',
      async () => {
        for (const replica of replicas) {
          await replica.program!.end('SIGKILL');
          await delay(2_000);
          startReplica(replica, firstProgram);
          await watchHealth(replica.port);
        }
      },
    ],
    [
      values.from === undefined ? 'rolling restart' : 'rolling upgrade with migrations',
      async () => {
        for (const replica of replicas) {
          await replica.program!.end('SIGTERM');
          startReplica(replica, ownProgram);
          await watchHealth(replica.port);
        }
      },
    ],
    ['PostgreSQL restarts', () => pair.restartPrimary()],
    [
      'Redis hangs, is killed, comes back',
      async () => {
        redis.child.kill('SIGSTOP');
        await delay(phaseMs / 2);
        await redis.end('SIGKILL');
        await delay(phaseMs / 2);
        redis = startRedis();
      },
    ],
    [
      'S3 is slow (1 s an answer)',
      async () => {
        store.slowDown(1_000);
        await delay(phaseMs);
        store.restore();
      },
    ],
    [
      'S3 is away',
      async () => {
        store.cut();
        await delay(phaseMs);
        store.restore();
      },
    ],
    ['connections run out', () => exhaustConnections(() => pair.connect())],
    [
      'the certificate is renewed',
      async () => {
        const before = await readFingerprint(replicas[0]!.port);
        makeCertificate();
        for (const { program } of replicas) program!.child.kill('SIGHUP');
        await delay(phaseMs / 2);
        for (const { name, port } of replicas) {
          if ((await readFingerprint(port)) === before) problems.push(`${name} shows the old certificate`);
        }
      },
    ],
    ['the standby is promoted', () => pair.failOver()],
    ['afterwards', async () => {}],
  ];
  for (const [name, happens] of phases) {
    load.enter(name);
    watch.enter(name);
    const begun = performance.now();
    await happens();
    await delay(Math.max(phaseMs - (performance.now() - begun), phaseMs / 2));
    console.error(`${name}: ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
  }
  await load.finish();
  await watch.close();
  console.log(
    describePhases(
      phases.map(([name]) => name),
      load.samples,
      watch.truths,
    ),
  );
  for (const [phase, { longestUntruthMs }] of watch.truths) {
    if (longestUntruthMs > Number(values.untruth) * 1_000)
      problems.push(`${phase}: readiness was untrue for long`);
  }
  const database = await pair.connect();
  const { checked, found } = await checkCluster({ url, token, load, watched: watch.keys, database });
  await database.end();
  problems.push(...found);
  console.log(`${checked} promises checked; ${problems.length} problems`);
  for (const problem of problems) console.log(`  ${problem}`);
  for (const { name, program } of replicas) {
    const unexpected = program!
      .readOutput()
      .split('\n')
      .filter((line) => line.includes('"level":"error"'));
    if (unexpected.length > 0) console.error(`${name} logged:\n${unexpected.slice(-5).join('\n')}`);
  }
  return problems.length === 0;
}

/** Takes every connection that PostgreSQL gives, those of the service too, and holds them for a phase. */
async function exhaustConnections(connect: () => Promise<Client>): Promise<void> {
  const held: Client[] = [];
  const take = async () => {
    for (;;) {
      try {
        held.push(await connect());
      } catch {
        return;
      }
    }
  };
  await take();
  await held[0]!.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'confere'`,
  );
  const until = performance.now() + phaseMs;
  while (performance.now() < until) {
    await take();
    await delay(200);
  }
  await Promise.all(held.map((client) => client.end()));
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > deadline) throw new Error('not within two minutes');
    await delay(200);
  }
}

/** Waits until a replica's own listener says that it is ready. */
async function untilReady(port: number, program: () => Program): Promise<void> {
  const deadline = performance.now() + 120_000;
  for (;;) {
    const ask = [
      '-sk',
      '-o',
      '/dev/null',
      '-m',
      '5',
      '-w',
      '%{http_code}',
      `https://127.0.0.1:${port}/readyz`,
    ];
    const answer = await new Promise<string>((resolve) => {
      execFile('curl', ask, (_error, stdout) => resolve(stdout));
    });
    if (answer === '200') return;
    if (!program().isRunning() || performance.now() > deadline) {
      throw new Error(`a replica is not ready (${answer}):\n${program().readOutput()}`);
    }
    await delay(200);
  }
}

// What was started ends with this process, however that comes about.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
try {
  process.exitCode = (await rehearse()) ? 0 : 1;
} finally {
  for (const ending of endings.reverse()) await ending();
}
