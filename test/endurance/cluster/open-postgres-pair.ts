import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { findFreePort } from '../../support/find-free-port.ts';
import { type Program, runProgram } from './run-program.ts';

const installed = '/usr/lib/postgresql';

/** The programs of the newest PostgreSQL of Debian's packages; undefined without one. */
export function findPostgres(): string | undefined {
  try {
    const newest = readdirSync(installed).sort((a, b) => Number(b) - Number(a))[0];
    return newest && join(installed, newest, 'bin');
  } catch {
    return undefined;
  }
}

/** A primary and a standby of a cluster of their own. What a synchronous pair answered for, both have. */
export type PostgresPair = {
  readonly primaryPort: number;
  readonly standbyPort: number;
  /** Restarts the primary, as an update of the machine does. */
  restartPrimary(): Promise<void>;
  /** Ends the primary at once and makes the standby the primary. */
  failOver(): Promise<void>;
  /** Starts the primary again if it has ended by itself, as it does without room for its log. */
  revivePrimary(): Promise<void>;
  /** Ends the standby at once. Not for a synchronous pair: its primary would wait. */
  endStandby(): Promise<void>;
  /** Waits until the standby has all that the primary has written by now. */
  untilStandbyHasAll(): Promise<void>;
  /** Runs a statement on the standby. */
  runOnStandby(text: string): Promise<void>;
  /** A connection to whichever is the primary, past every pool and balancer. */
  connect(): Promise<Client>;
  close(): Promise<void>;
};

const maxConnections = 60;
/** Processes are killed, no machine loses its power: what was written stays without waiting for the disk. */
const settings = ['shared_buffers=64MB', 'min_wal_size=32MB', 'max_wal_size=64MB', 'fsync=off'];

export type PostgresPairOptions = {
  readonly isSynchronous?: boolean;
  /** Where the primary's files are; beside the standby's otherwise. */
  readonly primaryDisk?: string | undefined;
};

/** Makes the pair in a temporary folder, owned by the user `postgres` when this process is root's. */
export async function openPostgresPair(
  bin: string,
  { isSynchronous = true, primaryDisk }: PostgresPairOptions = {},
): Promise<PostgresPair> {
  const isRoot = process.getuid?.() === 0;
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const owner = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  const folder = mkdtempSync(join(tmpdir(), 'confere-cluster-pg-'));
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const options = { ...owner, cwd: folder };
  const [primaryPort, standbyPort] = [await findFreePort(), await findFreePort()];
  const primaryFolder = join(primaryDisk ?? folder, 'primary');
  const standbyFolder = join(folder, 'standby');
  if (primaryDisk !== undefined && owner.uid !== undefined) chownSync(primaryDisk, owner.uid, owner.gid);
  const run = (program: string, args: readonly string[]) =>
    execFileSync(join(bin, program), args, { ...options, stdio: 'pipe' });
  const start = (data: string, port: number, more: readonly string[] = []) =>
    runProgram(
      join(bin, 'postgres'),
      [
        ...['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder],
        ...[`max_connections=${maxConnections}`, ...settings, ...more].flatMap((one) => ['-c', one]),
      ],
      options,
    );
  const connectTo = async (port: number) => {
    const client = new Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const untilAnswers = async (port: number, program: Program) => {
    for (;;) {
      try {
        await (await connectTo(port)).end();
        return;
      } catch (error) {
        if (!program.isRunning())
          throw new Error(`PostgreSQL ended:\n${program.readOutput()}`, { cause: error });
        await delay(100);
      }
    }
  };
  // Nothing is answered for before the standby has it, too.
  const synchronous = isSynchronous ? ['synchronous_standby_names=*', 'hot_standby=on'] : [];

  run('initdb', ['-D', primaryFolder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N']);
  let primary = start(primaryFolder, primaryPort);
  await untilAnswers(primaryPort, primary);
  run('pg_basebackup', [
    '-h',
    '127.0.0.1',
    '-p',
    String(primaryPort),
    '-U',
    'postgres',
    '-D',
    standbyFolder,
    '-R',
    '-c',
    'fast',
  ]);
  const standby = start(standbyFolder, standbyPort);
  await untilAnswers(standbyPort, standby);
  await primary.end('SIGINT');
  primary = start(primaryFolder, primaryPort, synchronous);
  await untilAnswers(primaryPort, primary);
  let current = primaryPort;
  return {
    primaryPort,
    standbyPort,
    async restartPrimary() {
      await primary.end('SIGINT');
      await delay(2_000);
      primary = start(primaryFolder, primaryPort, synchronous);
      await untilAnswers(primaryPort, primary);
    },
    async revivePrimary() {
      if (!primary.isRunning()) primary = start(primaryFolder, primaryPort, synchronous);
      await untilAnswers(primaryPort, primary);
    },
    async failOver() {
      await primary.end('SIGQUIT');
      await delay(2_000);
      const client = await connectTo(standbyPort);
      await client.query('select pg_promote()');
      await client.end();
      current = standbyPort;
    },
    endStandby: () => standby.end('SIGQUIT'),
    async untilStandbyHasAll() {
      const [ahead, behind] = [await connectTo(primaryPort), await connectTo(standbyPort)];
      const { rows } = await ahead.query('select pg_current_wal_flush_lsn()::text as position');
      await ahead.end();
      const isReached = async () =>
        (await behind.query('select pg_last_wal_replay_lsn() >= $1::pg_lsn as reached', [rows[0].position]))
          .rows[0].reached;
      while (!(await isReached())) await delay(50);
      await behind.end();
    },
    async runOnStandby(text) {
      const client = await connectTo(standbyPort);
      await client.query(text);
      await client.end();
    },
    connect: () => connectTo(current),
    async close() {
      for (const one of [primary, standby]) await one.end('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
