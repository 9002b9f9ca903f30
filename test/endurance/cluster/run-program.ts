import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A program beside the service: a database, a balancer, a store. */
export type Program = {
  readonly child: ChildProcess;
  isRunning(): boolean;
  /** The end of what it wrote. */
  readOutput(): string;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<void>;
};

/** Starts a program that ends with this process at the latest. */
export function runProgram(
  command: string,
  args: readonly string[],
  options: {
    readonly uid?: number;
    readonly gid?: number;
    readonly cwd?: string;
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Program {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  const stop = () => child.kill('SIGKILL');
  process.once('exit', stop);
  child.once('exit', () => process.removeListener('exit', stop));
  let output = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      output = (output + chunk).slice(-20_000);
    });
  }
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return {
    child,
    isRunning,
    readOutput: () => output,
    async end(signal) {
      if (isRunning()) child.kill(signal);
      await ended;
    },
  };
}

/** The path of a program; undefined when the machine has none of that name. */
export function findProgram(name: string): string | undefined {
  try {
    return execFileSync('/bin/sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${name}`], {
      encoding: 'utf8',
    }).trim();
  } catch {
    return undefined;
  }
}
