import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { loadAppConfig } from '../../src/app.ts';
import { withoutReplicas } from '../support/replicas.ts';
import { runConfere } from '../support/service-process.ts';

const read = (name: string) => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');

it('the proxies ready to copy let the largest photo through and wait for the slowest answer', () => {
  const { executions, images } = loadAppConfig({});
  for (const [name, bodyMegabytes, waitSeconds] of [
    ['proxy/nginx.conf', /client_max_body_size (\d+)m/, /proxy_read_timeout (\d+)s/],
    ['proxy/Caddyfile', /max_size (\d+)MB/, /response_header_timeout (\d+)s/],
  ] as const) {
    const figureOf = (pattern: RegExp) => Number(pattern.exec(read(name))?.[1]);
    assert.ok(figureOf(bodyMegabytes) * 1e6 >= (images.maxBytes * 4) / 3 + 65_536, name);
    assert.ok(figureOf(waitSeconds) > executions.maxWaitSeconds, name);
  }
});

it('the nginx ready to copy keeps early answers, and no photo on its disk', () => {
  const nginx = read('proxy/nginx.conf');
  assert.match(nginx, /proxy_http_version 1\.1;\s+proxy_set_header Connection "";/);
  const [, most] = /client_max_body_size (\d+m);/.exec(nginx)!;
  assert.ok(nginx.includes(`client_body_buffer_size ${most};`));
  assert.match(nginx, /proxy_max_temp_file_size 0;/);
});

it('the nginx ready to copy writes no path of a request to its logs, also when the service is away', {
  skip: !existsSync('/usr/sbin/nginx') && 'nginx is not installed',
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'confere-nginx-'));
  t.after(() => rm(folder, { recursive: true }));
  // Two ports that were free: that of nginx, and one where nobody answers.
  const servers = [createServer().listen(0, '127.0.0.1'), createServer().listen(0, '127.0.0.1')];
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const [port, nobody] = servers.map((server) => (server.address() as AddressInfo).port);
  for (const server of servers) server.close();
  const site = read('proxy/nginx.conf')
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/ssl_certificate.*;/g, '')
    .replace('127.0.0.1:8080', `127.0.0.1:${nobody}`)
    .replaceAll('/var/log/nginx', folder);
  const general = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;`;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const http = `http { access_log ${folder}/access.log; ${temporary.join(' ')}\n${site} }`;
  await writeFile(join(folder, 'nginx.conf'), `${general} events {} ${http}`);
  const nginx = spawn('/usr/sbin/nginx', ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]);
  const ended = once(nginx, 'exit');
  t.after(async () => {
    nginx.kill();
    await ended;
  });
  const path = '/v1/people/52998224725/face';
  let answer: Response | undefined;
  while (answer === undefined && nginx.exitCode === null) {
    answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
    await delay(20);
  }
  assert.equal(answer?.status, 502);
  const names = ['access.log', 'error.log'].filter((name) => existsSync(join(folder, name)));
  assert.ok(names.length > 0);
  for (const name of names)
    assert.doesNotMatch(await readFile(join(folder, name), 'utf8'), /52998224725/, name);
});

it('the Caddyfiles log errors without their requests', () => {
  for (const name of ['proxy/Caddyfile', 'compose/Caddyfile']) {
    assert.match(read(name), /log \{[^}]*format filter \{\s+wrap json\s+fields \{\s+request delete/, name);
  }
});

it('the database and role ready to copy have every right that the service needs', {
  skip: withoutReplicas,
}, async (t) => {
  const admin = new Client({ connectionString: process.env.CONFERE_TEST_DATABASE_URL });
  await admin.connect();
  const name = `confere_owner_${randomBytes(4).toString('hex')}`;
  const folder = await mkdtemp(join(tmpdir(), 'confere-owner-'));
  t.after(async () => {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.query(`drop role if exists ${name}`);
    await admin.end();
    await rm(folder, { recursive: true });
  });
  const statements = read('postgresql/create-database.sql')
    .replaceAll(/^--.*$/gm, '')
    .split(';');
  for (const statement of statements.filter((each) => each.trim() !== '')) {
    // Names of its own; the password and the words of the statements stay.
    await admin.query(statement.replaceAll(/\bconfere\b/g, name));
  }
  const url = new URL(process.env.CONFERE_TEST_DATABASE_URL!);
  Object.assign(url, { username: name, password: 'LONG_RANDOM_TEXT', pathname: `/${name}` });
  const env = { DATA_DIR: folder, DATABASE_URL: url.href, MASTER_KEY: randomBytes(32).toString('base64') };
  const { status, stderr } = await runConfere(t, ['migrate'], env);
  assert.equal(status, 0, stderr);
  const { stdout } = await runConfere(t, ['doctor'], env);
  assert.match(stdout, /^ok {4}rights in the database: /m);
});
