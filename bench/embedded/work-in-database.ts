import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type OpenDatabase, openDatabase } from '../../src/platform/db/index.ts';
import { createLogger } from '../../src/platform/log.ts';

/**
 * A process of `measure.ts`: opens the database of a folder, tells the rows it finds, adds rows one commit at a time,
 * telling each, and closes. With the folder of PostgreSQL's programs it starts a server of its own first.
 */

const [folder = '', rows = '0', programs] = process.argv.slice(2);
const logger = createLogger({ level: 'silent' });
mkdirSync(folder, { recursive: true });
/** PostgreSQL refuses to run as root: then it runs as the user `nobody`. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

async function startServer(bin: string): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const data = join(folder, 'database');
  if (user.uid !== undefined) {
    chmodSync(join(folder, '..'), 0o755);
    chownSync(folder, user.uid, user.gid!);
  }
  const options = { ...user, env: { ...process.env, LC_ALL: 'C' }, stdio: 'ignore' as const };
  if (!existsSync(join(data, 'PG_VERSION'))) {
    execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'confere', '-A', 'trust', '-E', 'UTF8'], options);
  }
  await endLeftServer(join(data, 'postmaster.pid'));
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder];
  const server = spawn(join(bin, 'postgres'), args, options);
  return {
    url: `postgres://confere@127.0.0.1:${port}/postgres`,
    async stop() {
      server.kill('SIGINT');
      await once(server, 'exit');
    },
  };
}

/** A killed process leaves its server running, which holds the folder. */
async function endLeftServer(pidFile: string): Promise<void> {
  if (!existsSync(pidFile)) return;
  process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGQUIT');
  while (existsSync(pidFile)) await delay(10);
}

const startedMs = performance.now();
const server = programs === undefined ? undefined : await startServer(programs);
const open: OpenDatabase = await openDatabase({ dataDir: folder, databaseUrl: server?.url, logger });
await open.execute('create table if not exists rows (id bigint primary key, text text not null)');
console.log(`opened ${performance.now() - startedMs}`);
const found = Number((await open.execute('select coalesce(max(id), 0)::int as top from rows')).rows[0]!.top);
console.log(`found ${found}`);
for (let id = found + 1; id <= found + Number(rows); id += 1) {
  await open.execute('insert into rows values ($1, $2)', [id, 'x'.repeat(500)]);
  console.log(`row ${id}`);
}
console.log(`rss ${process.memoryUsage().rss / 1e6}`);
await open.close();
await server?.stop();
