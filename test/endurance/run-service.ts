import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ClientCredentials } from '../../src/access/index.ts';
import type { TestDatabaseAddress } from '../support/database.ts';

const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** The service as an operator runs it: a process of its own, known by its address and its output only. */
export type ServiceProcess = {
  readonly url: string;
  readonly pid: number;
  /** From the spawn until /readyz said yes, in milliseconds. */
  readonly startMs: number;
  /** The administrator's credentials when this start printed them. */
  readonly firstAdmin: ClientCredentials | undefined;
  isRunning(): boolean;
  /** The end of what the process wrote to standard error. */
  readErrors(): string;
  /** Resident memory in bytes. Linux only. */
  readResidentBytes(): Promise<number>;
  signal(signal: NodeJS.Signals): void;
  /** Sends a signal and waits for the end. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
};

export type ServiceOptions = {
  readonly address: TestDatabaseAddress;
  readonly port: number;
  /** Base64 of 32 bytes; needed with PostgreSQL. */
  readonly masterKey: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly nodeOptions?: readonly string[];
  /** How long it may take until it is ready; 120,000 by default. */
  readonly startWithinMs?: number;
};

export function createMasterKeyText(): string {
  return randomBytes(32).toString('base64');
}

/** Starts the service and waits until it is ready. Rejects with the end of its log when it is not in time. */
export async function runService(options: ServiceOptions): Promise<ServiceProcess> {
  const started = performance.now();
  const spawned = spawnService(options);
  const deadline = started + (options.startWithinMs ?? 120_000);
  // It may be ready before it has printed its first administrator, and that it listens comes after both.
  while (!(await isReady(spawned.url)) || !spawned.readOutput().includes('Confere listens on ')) {
    if (!spawned.isRunning()) throw new Error(`the service ended while starting:\n${spawned.readErrors()}`);
    if (performance.now() > deadline) {
      await spawned.end('SIGKILL');
      throw new Error(`the service is not ready in time:\n${spawned.readErrors()}`);
    }
    await delay(50);
  }
  return {
    ...spawned,
    startMs: performance.now() - started,
    firstAdmin: readFirstAdmin(spawned.readOutput()),
  };
}

/** Starts the service and kills it after that time, wherever it has come to. Gives what it printed by then. */
export async function runAndKill(options: ServiceOptions, afterMs: number): Promise<string> {
  const spawned = spawnService(options);
  await delay(afterMs);
  await spawned.end('SIGKILL');
  return spawned.readOutput();
}

export function readFirstAdmin(output: string): ClientCredentials | undefined {
  const found = /client id\s+(\S+)\s+client secret\s+(\S+)/.exec(output);
  return found === null ? undefined : { clientId: found[1]!, clientSecret: found[2]! };
}

type SpawnedService = Omit<ServiceProcess, 'startMs' | 'firstAdmin'> & { readOutput(): string };

function spawnService(options: ServiceOptions): SpawnedService {
  const { address, port, masterKey } = options;
  const child = spawn(process.execPath, [...(options.nodeOptions ?? []), program, 'serve'], {
    // Not the project's folder: a .env of whoever runs this must not reach the service.
    cwd: address.dataDir,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      LISTEN: `127.0.0.1:${port}`,
      DATA_DIR: address.dataDir,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_MINUTE: '1000000',
      TOKEN_RATE_LIMIT_PER_MINUTE: '1000000',
      ...(address.databaseUrl === undefined
        ? {}
        : { DATABASE_URL: address.databaseUrl, MASTER_KEY: masterKey }),
      ...options.variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const stop = () => child.kill('SIGKILL');
  process.once('exit', stop);
  child.once('exit', () => process.removeListener('exit', stop));
  const output = keepEnd(child.stdout!);
  const errors = keepEnd(child.stderr!);
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return {
    url: `http://127.0.0.1:${port}`,
    pid: pidOf(child),
    isRunning,
    readOutput: output,
    readErrors: errors,
    signal: (signal) => void child.kill(signal),
    async readResidentBytes() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) * 1024;
    },
    async end(signal) {
      if (isRunning()) child.kill(signal);
      await ended;
    },
  };
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('the service cannot be started');
  return child.pid;
}

/** Collects the last 100,000 characters of a stream. */
function keepEnd(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    text = (text + chunk).slice(-100_000);
  });
  return () => text;
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}
