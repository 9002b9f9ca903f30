import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { decodeJwt } from 'jose';
import { generateCpf } from '../../../src/platform/documents.ts';
import {
  createTestDatabase,
  describeDatabases,
  environmentOf,
  type TestDatabaseKind,
  type TestScope,
  testDatabaseKinds,
} from '../../support/database.ts';
import { cutFacePhotos } from '../../support/face-photos.ts';
import { type Answer, send } from '../../support/http.ts';
import { toDataAddress } from '../../support/service-photos.ts';
import { type Environment, runConfere, spawnConfere, spawnServe } from '../../support/service-process.ts';
import { fetchToken } from '../../support/tokens.ts';
import { openWire } from '../../support/wire.ts';

async function prepare(t: TestScope, kind: TestDatabaseKind = 'embedded'): Promise<Environment> {
  const place = await createTestDatabase(t, kind, { isEmpty: true });
  return { ...environmentOf(place), FACE_LIVENESS_THRESHOLD: '0' };
}

/** A signal before is taken for the first one, come twice. */
const untilSecondSignalMs = 600;

describeDatabases('confere serve', (kind) => {
  it('a stop signal lets an open authentication finish, and what was answered is there after the next start', async (t) => {
    const env = { ...(await prepare(t, kind)), IMAGE_FETCH_ALLOW: '127.0.0.1' };
    const { sameWoman } = await cutFacePhotos();
    const cpf = generateCpf();
    const first = await spawnServe(t, env);
    assert.ok(first.admin);
    const token = await fetchToken(first.url, first.admin);
    const registered = await send(`${first.url}/v1/people/${cpf}/face`, {
      method: 'PUT',
      token,
      json: { imageUrl: toDataAddress(sameWoman[0]) },
    });
    assert.equal(registered.status, 201);

    // The photo is handed over only once the process has been told to stop.
    const asked = Promise.withResolvers<void>();
    const photo = Promise.withResolvers<void>();
    const server = createServer(async (_request, response) => {
      asked.resolve();
      await photo.promise;
      response.end(sameWoman[1]);
    }).listen(0, '127.0.0.1');
    t.after(() => server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const authenticating: Promise<Answer> = send(`${first.url}/v1/face-authentications`, {
      method: 'POST',
      token,
      json: { peopleId: cpf, imageUrl: `http://127.0.0.1:${port}/photo` },
    });
    await asked.promise;
    first.child.kill('SIGTERM');
    await waitFor(() => first.stderr().includes('"stopping"'));
    photo.resolve();
    const answer = await authenticating;
    assert.equal(answer.status, 201, answer.text);
    assert.equal(answer.body.isMatch, true);

    const { status, signal, stdout, stderr } = await first.ended;
    assert.deepEqual({ status, signal }, { status: 0, signal: null }, stderr);
    assert.match(stderr, /"stopped"/);
    for (const secret of [first.admin.clientSecret, token, cpf]) assert.ok(!stderr.includes(secret));
    assert.equal(stdout.split(first.admin.clientSecret).length, 2, 'shown once');

    const second = await spawnServe(t, env);
    assert.equal(second.admin, undefined, 'the administrator is shown at the first start only');
    const newToken = await fetchToken(second.url, first.admin);
    assert.equal(decodeJwt(newToken).aud, 'customer');
    const again = await send(`${second.url}/v1/face-authentications/${answer.body.id}`, {
      token: newToken,
    });
    assert.equal(again.status, 200);
    const image = await fetch(again.body.receivedImageUrl);
    assert.equal(image.status, 200);
    await image.body?.cancel();
    second.child.kill('SIGINT');
    assert.equal((await second.ended).status, 0);
  });
});

const skip = testDatabaseKinds().includes('postgres') ? false : 'CONFERE_TEST_DATABASE_URL is not set';

describe('confere serve', () => {
  it('a wrong configuration is refused with every problem named once', async (t) => {
    const env = await prepare(t);
    const { status, stdout, stderr } = await runConfere(t, ['serve'], {
      ...env,
      LISTEN: 'nowhere',
      FACE_WORKERS: '0',
      LOG_LEVEL: 'loud',
      MASTER_KEY: 'a secret that is no key',
    });
    assert.equal(status, 1);
    assert.equal(stdout, '');
    for (const name of ['LISTEN', 'FACE_WORKERS', 'LOG_LEVEL', 'MASTER_KEY']) {
      assert.equal(stderr.match(new RegExp(`^ *${name}:`, 'gm'))?.length, 1, stderr);
    }
    assert.ok(!stderr.includes('a secret that is no key'));
    assert.doesNotMatch(stderr, /^ +at /m, 'no stack');
  });

  it('a second process on the same data folder is refused, naming the first', async (t) => {
    const env = await prepare(t);
    const first = await spawnServe(t, env);
    const { status, stdout, stderr } = await runConfere(t, ['serve'], { ...env, LISTEN: '127.0.0.1:0' });
    assert.equal(status, 1);
    assert.equal(stdout, '');
    assert.match(stderr, new RegExp(`data_folder_in_use[^]*process ${first.child.pid} \\(serve\\)`));
    assert.doesNotMatch(stderr, /^ +at /m, 'no stack');
    assert.equal((await send(`${first.url}/healthz`)).status, 200);
  });

  it('an address that somebody else listens on is refused in clear words', async (t) => {
    const env = await prepare(t);
    const server = createServer().listen(0, '127.0.0.1');
    t.after(() => server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const listen = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { status, stderr } = await runConfere(t, ['serve'], {
      ...env,
      LISTEN: listen,
      LOG_LEVEL: 'silent',
    });
    assert.equal(status, 1);
    assert.match(stderr, new RegExp(`listen_failed[^]*${listen}: EADDRINUSE`));
    assert.doesNotMatch(stderr, /^ +at /m, 'no stack');

    // Nothing was lost with the start that failed: the next one makes the administrator and shows it.
    const second = await spawnServe(t, env);
    assert.ok(second.admin);
    assert.notEqual(await fetchToken(second.url, second.admin), '');
    assert.match(second.stdout(), /admin\.json in DATA_DIR holds the secret in the clear/);
  });

  it('with PostgreSQL and no master key it does not start', async (t) => {
    const env = await prepare(t);
    const { status, stderr } = await runConfere(t, ['serve'], {
      ...env,
      DATABASE_URL: 'postgres://nobody:word-to-keep@127.0.0.1:1/none',
    });
    assert.equal(status, 1);
    assert.ok(!stderr.includes('word-to-keep'));
    assert.doesNotMatch(stderr, /^ +at /m, 'no stack');
  });

  it('SIGHUP ends no process: neither one that starts nor one that analyses faces', async (t) => {
    const env = await prepare(t);
    const tries: Socket[] = [];
    const database = createTcpServer((socket) => {
      tries.push(socket.on('error', () => {}));
    }).listen(0, '127.0.0.1');
    t.after(() => database.close());
    await once(database, 'listening');
    const { port } = database.address() as AddressInfo;
    const starting = spawnConfere(t, ['serve'], {
      ...env,
      DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none`,
      MASTER_KEY: randomBytes(32).toString('base64'),
    });
    await waitFor(() => tries.length > 0);
    starting.child.kill('SIGHUP');
    tries[0]!.destroy();
    await waitFor(() => tries.length > 1 || starting.child.signalCode !== null);
    assert.equal(starting.child.signalCode, null);
    starting.child.kill('SIGKILL');

    const FACES_SECRET = randomBytes(32).toString('base64');
    const faces = await spawnServe(t, { ...env, FACES_SECRET }, { args: ['--role', 'faces'] });
    faces.child.kill('SIGHUP');
    await waitFor(
      () => faces.stderr().includes('no certificate to read anew') || faces.child.signalCode !== null,
    );
    assert.equal(faces.child.signalCode, null);
  });

  it('a stop signal while the networks load ends it with status 0', async (t) => {
    const served = await spawnServe(t, await prepare(t));
    served.child.kill('SIGTERM');
    assert.equal((await served.ended).status, 0);
  });

  it('a stop signal ends it while PostgreSQL hangs', { skip }, async (t) => {
    const env = await prepare(t, 'postgres');
    const address = new URL(env.DATABASE_URL!);
    const wire = await openWire(t, Number(address.port), address.hostname);
    address.host = `127.0.0.1:${wire.port}`;
    const served = await spawnServe(t, { ...env, DATABASE_URL: address.href, SHUTDOWN_TIMEOUT_MS: '1000' });
    wire.hang();
    served.child.kill('SIGTERM');
    const { status, stderr } = await served.ended;
    assert.equal(status, 1);
    assert.match(stderr, /"the stop took too long, and was cut"/);
  });

  it('says that it is not ready and answers on while it drains, then ends', async (t) => {
    const env = await prepare(t);
    const long = await spawnServe(t, { ...env, DRAIN_SECONDS: '300' });
    const token = await fetchToken(long.url, long.admin!);
    long.child.kill('SIGTERM');
    await waitFor(() => long.stderr().includes('"draining"'));
    const { status, body } = await send(`${long.url}/readyz`);
    assert.deepEqual([status, body.status, body.isDraining], [503, 'not_ready', true]);
    assert.equal((await send(`${long.url}/v1/face-authentications`, { token })).status, 200);
    assert.ok(!long.stderr().includes('"stopping"'));
    await wait(untilSecondSignalMs);
    long.child.kill('SIGTERM');
    assert.equal((await long.ended).signal, 'SIGTERM');

    const short = await spawnServe(t, { ...env, DRAIN_SECONDS: '1' });
    short.child.kill('SIGTERM');
    const { status: code, stderr } = await short.ended;
    assert.equal(code, 0, stderr);
    assert.match(stderr, /"draining"[\s\S]*"stopping"[\s\S]*"stopped"/);
  });

  it('two listeners share the time to stop', async (t) => {
    const served = await spawnServe(t, {
      ...(await prepare(t)),
      MOBILE_LISTEN: '127.0.0.1:0',
      SHUTDOWN_TIMEOUT_MS: '4000',
    });
    const mobileUrl = /listens on \S+ and (http:[^\s,]+),/.exec(served.stdout())![1]!;
    for (const url of [served.url, mobileUrl]) {
      const client = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
      client.write('POST /oauth2/token HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n');
      client.write('Content-Type: application/x-www-form-urlencoded\r\n\r\nhalf');
      t.after(() => client.destroy());
    }
    await wait(500);
    const begunAt = performance.now();
    served.child.kill('SIGTERM');
    assert.equal((await served.ended).status, 0);
    const tookMs = performance.now() - begunAt;
    assert.ok(tookMs > 3_500 && tookMs < 7_500, `${tookMs} ms`);
  });

  it('a second stop signal ends it at once, and one that comes with the first does not', async (t) => {
    const env = { ...(await prepare(t)), IMAGE_FETCH_ALLOW: '127.0.0.1' };
    const { sameWoman } = await cutFacePhotos();
    const served = await spawnServe(t, env);
    const asked = Promise.withResolvers<void>();
    const server = createServer(() => asked.resolve()).listen(0, '127.0.0.1');
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const token = await fetchToken(served.url, served.admin!);
    const url = `${served.url}/v1/people/${generateCpf()}/face`;
    const first = await send(url, { method: 'PUT', token, json: { imageUrl: toDataAddress(sameWoman[0]) } });
    assert.equal(first.status, 201);
    const json = { imageUrl: `http://127.0.0.1:${port}/never` };
    const open = send(url, { method: 'PUT', token, json }).catch(() => undefined);
    await asked.promise;
    served.child.kill('SIGINT');
    await waitFor(() => served.stderr().includes('"stopping"'));
    // A terminal signals the whole group, and a parent in it passes its signal on.
    served.child.kill('SIGINT');
    await wait(untilSecondSignalMs);
    assert.equal(served.child.signalCode, null);
    served.child.kill('SIGTERM');
    const { signal } = await served.ended;
    assert.equal(signal, 'SIGTERM');
    await open;
  });
});

describe('confere', () => {
  it('--help lists the commands and --json errors do not reach standard output', async (t) => {
    const env = await prepare(t);
    const help = await runConfere(t, ['--help'], env);
    assert.equal(help.status, 0);
    for (const command of ['serve', 'clients', 'demo'])
      assert.match(help.stdout, new RegExp(`^ +${command}`, 'm'));
    const unknown = await runConfere(t, ['nonsense'], env);
    assert.notEqual(unknown.status, 0);
    assert.equal(unknown.stdout, '');
  });

  it('the file itself is a program', async (t) => {
    const { spawnSync } = await import('node:child_process');
    const { fileURLToPath } = await import('node:url');
    const { dirname } = await import('node:path');
    const env = await prepare(t);
    const result = spawnSync(fileURLToPath(new URL('../../../src/main.ts', import.meta.url)), ['--help'], {
      encoding: 'utf8',
      env: { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, DATA_DIR: env.DATA_DIR },
    });
    assert.equal(result.status, 0, result.stderr);
    assert.match(result.stdout, /^Usage: confere/);
  });
});

async function waitFor(isThere: () => boolean): Promise<void> {
  while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 20));
}
