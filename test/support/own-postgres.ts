import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chownSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { findPostgres } from '../endurance/cluster/open-postgres-pair.ts';
import { findFreePort } from './find-free-port.ts';

/** Memory where there is plenty of it: copying the embedded database's thousand files takes a tenth of the time. */
export const temporaryDirectory = hasRoom('/dev/shm') ? '/dev/shm' : tmpdir();

/** No test loses the power of the machine; what a killed process had written stays without it (docs/decisions/0120). */
const settings = ['fsync=off', 'full_page_writes=off', 'max_wal_size=256MB'];

/**
 * Runs the server of its arguments until it ends or standard input does, which it does with the process that holds it,
 * however that ends. Then removes the folder.
 */
const watch = `exec 3<&0
"$@" 3<&- & server=$!
(cat <&3; kill -QUIT $server) >/dev/null 2>&1 &
exec 3<&-
wait $server
rm -rf "$0"`;

export type OwnPostgres = { readonly url: string; close(): Promise<void> };

/**
 * A PostgreSQL server for a run of tests, its data in memory where there is room: a database is made and dropped in a
 * twentieth of the time that a server takes which waits for its disk. Undefined where no PostgreSQL is installed.
 */
export async function openOwnPostgres(): Promise<OwnPostgres | undefined> {
  const bin = findPostgres();
  if (bin === undefined) return undefined;
  // PostgreSQL refuses to run as root.
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const owner = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  const folder = mkdtempSync(join(temporaryDirectory, 'confere-postgres-'));
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const initial = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'];
  execFileSync(join(bin, 'initdb'), initial, { ...owner, cwd: folder, stdio: 'pipe' });
  const port = await findFreePort();
  const server = [join(bin, 'postgres'), '-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder];
  const args = [...server, ...settings.flatMap((one) => ['-c', one])];
  // A group of its own: who stops the run at a terminal stops the tests first.
  const child = spawn('/bin/sh', ['-c', watch, folder, ...args], {
    ...owner,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  const ended = once(child, 'exit');
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended with code ${child.exitCode}`);
    await delay(50);
  }
  return {
    url,
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

function hasRoom(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize > 4_000_000_000;
  } catch {
    return false;
  }
}
