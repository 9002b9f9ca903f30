import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { type TestScope, testDatabaseKinds } from './database.ts';
import { findFreePort } from './find-free-port.ts';

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find((path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
});

/** Why tests with PgBouncer are left out, or `false` when there is what they need. */
export const withoutPgbouncer: string | false =
  program === undefined
    ? 'pgbouncer is not installed'
    : testDatabaseKinds().includes('postgres')
      ? false
      : 'CONFERE_TEST_DATABASE_URL is not set';

export type PgbouncerOptions = {
  readonly mode?: 'transaction' | 'session';
  /** Connections to PostgreSQL. */
  readonly poolSize?: number;
  /** What each new connection to PostgreSQL runs first. */
  readonly connectQuery?: string;
};

/** A PgBouncer of its own in front of the server of an address. Gives the same address through it. */
export async function openPgbouncer(
  scope: TestScope,
  databaseUrl: string,
  {
    mode = 'transaction',
    poolSize = 4,
    connectQuery = 'set statement_timeout to 30000; set jit to off',
  }: PgbouncerOptions = {},
): Promise<string> {
  const server = new URL(databaseUrl);
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), 'confere-pgbouncer-'));
  const file = join(folder, 'pgbouncer.ini');
  const password = server.password === '' ? '' : ` password='${decodeURIComponent(server.password)}'`;
  const user = decodeURIComponent(server.username);
  writeFileSync(
    file,
    `[databases]
* = host=${server.hostname} port=${server.port || 5432} user=${user}${password} connect_query='${connectQuery}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${poolSize}
max_client_conn = 500
`,
  );
  chmodSync(folder, 0o755);
  // It refuses to run as root, as tests in a container do.
  const isRoot = process.getuid?.() === 0;
  const child = spawn(program!, [...(isRoot ? ['-u', 'nobody'] : []), file], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  scope.after(async () => {
    process.removeListener('exit', kill);
    kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const url = Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href;
  await untilItAnswers(url);
  return url;
}

async function untilItAnswers(url: string): Promise<void> {
  const deadline = performance.now() + 600_000;
  for (;;) {
    const client = new Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await delay(50);
    } finally {
      await client.end().catch(() => {});
    }
  }
}
