import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cutDemoPhotos } from '../../src/demo/demo-photos.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import { findFreePort } from '../support/find-free-port.ts';
import { openS3Server } from '../support/s3-servers.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { createClientOver, fetchToken } from '../support/tokens.ts';
import { openWire } from '../support/wire.ts';
import { makeCertificate, readFingerprint } from './cluster/certificates.ts';
import { checkCluster } from './cluster/check-cluster.ts';
import { startLoad } from './cluster/cluster-load.ts';
import { describePhases } from './cluster/describe-phases.ts';
import { exchangeTokens } from './cluster/exchange-tokens.ts';
import { exhaustConnections } from './cluster/exhaust-connections.ts';
import { describeHaproxy } from './cluster/haproxy-config.ts';
import { findPostgres, openPostgresPair } from './cluster/open-postgres-pair.ts';
import { findLatestTag, openRelease } from './cluster/open-release.ts';
import { rehearseFullDisk } from './cluster/rehearse-full-disk.ts';
import { findProgram, type Program, runProgram } from './cluster/run-program.ts';
import { until, untilReady } from './cluster/wait-ready.ts';
import { watchReadiness } from './cluster/watch-readiness.ts';
import { readFirstAdmin } from './run-service.ts';

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
    /** Only the phases whose name has one of these words, with commas between them. */
    only: { type: 'string' },
    /**
     * Another release, by a tag, a commit or the folder of a checkout: the replicas begin as it, are upgraded, go back,
     * and are upgraded again. The newest tag before this commit by default; none while none exists.
     */
    from: { type: 'string', default: findLatestTag() },
    /** Leaves out the way back, for a release that cannot work with the newer tables. */
    'no-return': { type: 'boolean', default: false },
  },
});
const phaseMs = Number(values.seconds) * 1_000;
const ownProgram = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

const haproxy = findProgram('haproxy');
const redisServer = findProgram('redis-server');
const postgres = findPostgres();
if (haproxy === undefined || redisServer === undefined || postgres === undefined) {
  console.log('needs haproxy, redis-server and PostgreSQL (Debian: haproxy redis-server postgresql)');
  process.exit(75);
}

const folder = mkdtempSync(join(tmpdir(), 'confere-cluster-'));
// PostgreSQL, which never runs as root, has to reach its disk.
chmodSync(folder, 0o711);
const endings: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
const scope = { after: (ending: () => unknown) => void endings.push(ending) };
const release = values.from === undefined ? undefined : openRelease(values.from, folder, scope);
const firstProgram = release?.program ?? ownProgram;

/** The library that gives a process another clock; Debian's package `faketime` has it. */
function findFaketime(): string | undefined {
  const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';
  return existsSync(library) ? library : undefined;
}

async function rehearse(): Promise<boolean> {
  // Room for the tables, the log and what a run writes; in memory, so that it can be filled at once.
  const databaseDisk = mountSmallDisk(join(folder, 'database'), 512);
  if (databaseDisk !== undefined) scope.after(() => databaseDisk.remove());
  const pair = await openPostgresPair(postgres!, { primaryDisk: databaseDisk?.folder });
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
  const store = await openWire(scope, Number(new URL(s3.endpoint).port));
  makeCertificate(folder);

  const [httpPort, databasePort] = [await findFreePort(), await findFreePort()];
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
  // Each release has a face service of its own: two may differ in their networks.
  const facesPorts = new Map<string, number>();
  for (const program of new Set([firstProgram, ownProgram])) {
    const port = await findFreePort();
    facesPorts.set(program, port);
    const faces = startProcess(program, `faces-${port}`, ['--role', 'faces'], {
      LISTEN: `127.0.0.1:${port}`,
      FACE_WORKERS: '2',
    });
    scope.after(() => faces.end('SIGKILL'));
  }
  const facesUrlOf = (program: string) => `http://127.0.0.1:${facesPorts.get(program)}`;
  const startReplica = (
    replica: (typeof replicas)[number],
    program: string,
    more: Readonly<Record<string, string>> = {},
  ) => {
    replica.program = startProcess(program, replica.name, [], {
      ...more,
      LISTEN: `127.0.0.1:${replica.port}`,
      FACES_URL: facesUrlOf(program),
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
      'templates:write',
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
  /** One replica lives five minutes ahead or behind; tokens of each must be taken by all. */
  const clockPhases = (findFaketime() === undefined ? [] : [5, -5]).map(
    (minutes): [string, () => Promise<void>] => [
      `the clock of a replica is five minutes ${minutes > 0 ? 'ahead' : 'behind'}`,
      async () => {
        const [odd] = replicas;
        await odd!.program!.end('SIGTERM');
        startReplica(odd!, ownProgram, {
          LD_PRELOAD: findFaketime()!,
          FAKETIME: `${minutes > 0 ? '+' : ''}${minutes}m`,
          // Timers and durations go on as they are, as after an operator has set a clock.
          FAKETIME_DONT_FAKE_MONOTONIC: '1',
        });
        await watchHealth(odd!.port);
        problems.push(...(await exchangeTokens(direct, client, templateId)));
        await delay(phaseMs);
        await odd!.program!.end('SIGTERM');
        startReplica(odd!, ownProgram);
        await watchHealth(odd!.port);
      },
    ],
  );
  /** A service of its own whose photos are files on a disk of a few megabytes. */
  const fillPhotoDisk = async () => {
    const disk = mountSmallDisk(join(folder, 'small'), 24);
    if (disk === undefined) return console.error('this process may not mount a disk');
    scope.after(() => disk.remove());
    const admin = await pair.connect();
    await admin.query('create database small');
    await admin.end();
    const port = await findFreePort();
    const { S3_ENDPOINT: _endpoint, S3_BUCKET: _bucket, ...others } = environment;
    const program = runProgram(process.execPath, [ownProgram, 'serve'], {
      cwd: disk.folder,
      env: {
        ...others,
        DATA_DIR: disk.folder,
        DATABASE_URL: environment.DATABASE_URL.replace(/postgres$/, 'small'),
        BASE_URL: `http://127.0.0.1:${port}`,
        LISTEN: `127.0.0.1:${port}`,
        FACES_URL: facesUrlOf(ownProgram),
      },
    });
    scope.after(() => program.end('SIGKILL'));
    problems.push(...(await rehearseFullDisk({ port, program, disk, photos })));
    await program.end('SIGTERM');
  };
  /** One replica after the other ends and comes back as a release, which works for a while beside the others. */
  const rolling = (name: string, program: string): [string, () => Promise<void>] => [
    name,
    async () => {
      const before = await listMigrations();
      for (const replica of replicas) {
        await replica.program!.end('SIGTERM');
        startReplica(replica, program);
        await watchHealth(replica.port);
        await delay(phaseMs / 3);
      }
      const applied = (await listMigrations()).filter((one) => !before.includes(one));
      if (applied.length > 0) console.error(`${applied.length} migrations: ${applied.join(', ')}`);
    },
  ];
  const listMigrations = async (): Promise<readonly string[]> => {
    const database = await pair.connect();
    const { rows } = await database.query('select name from schema_migrations order by name');
    await database.end();
    return rows.map(({ name }) => name);
  };
  const all: [string, () => Promise<void>][] = [
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
    ...(release === undefined
      ? [rolling('rolling restart', ownProgram)]
      : [
          rolling('rolling upgrade with migrations', ownProgram),
          ...(values['no-return']
            ? []
            : [
                rolling('rolling return to the release before', release.program),
                rolling('rolling upgrade once more', ownProgram),
              ]),
        ]),
    ...clockPhases,
    ['the disk of the photos is full', () => fillPhotoDisk()],
    ...(databaseDisk === undefined
      ? []
      : [
          [
            'the disk of PostgreSQL is full',
            async () => {
              databaseDisk.fill();
              await delay(phaseMs);
              databaseDisk.free();
              await pair.revivePrimary();
            },
          ] satisfies [string, () => Promise<void>],
        ]),
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
        store.mend();
      },
    ],
    [
      'S3 is away',
      async () => {
        store.cut();
        await delay(phaseMs);
        store.mend();
      },
    ],
    ['connections run out', () => exhaustConnections(() => pair.connect(), phaseMs)],
    [
      'the certificate is renewed',
      async () => {
        const before = await readFingerprint(replicas[0]!.port);
        makeCertificate(folder);
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
  const words = values.only?.split(',');
  const phases = all.filter(([name]) => words?.some((word) => name.includes(word)) ?? true);
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
  if (release !== undefined) console.log(`the release before: ${release.name}`);
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

// What was started ends with this process, however that comes about.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
try {
  process.exitCode = (await rehearse()) ? 0 : 1;
} finally {
  for (const ending of endings.reverse()) await ending();
}
