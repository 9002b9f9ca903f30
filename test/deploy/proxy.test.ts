import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
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
