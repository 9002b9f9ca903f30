import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ClientCredentials } from '../../src/access/index.ts';
import { engineOptions } from './run-bounded.ts';
import { assertNothingPersonal } from './scan-log.ts';
import type { ServiceScope } from './service.ts';

const ownMain = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** What a command printed and how it ended. */
export type CommandResult = {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
};

export type Environment = Readonly<Record<string, string | undefined>>;

type RunningCommand = {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly ended: Promise<CommandResult>;
};

/** Starts `confere`, or that of a copy of the project, in a process of its own, killed with the test at the latest. */
export function spawnConfere(
  scope: ServiceScope,
  args: readonly string[],
  env: Environment,
  main: string = ownMain,
): RunningCommand {
  // The working directory holds no .env file.
  const cwd = env.DATA_DIR;
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [...engineOptions, main, ...args], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...env },
    ...(cwd === undefined ? {} : { cwd }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const ended = once(child, 'close').then(([status, signal]) => ({ status, signal, stdout, stderr }));
  // What a server prints on standard output is for the operator, its first secret among it; the log is the other.
  if (args[0] === 'serve') scope.after(() => assertNothingPersonal(stderr));
  scope.after(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, stdout: () => stdout, stderr: () => stderr, ended };
}

/** Runs `confere` to its end. */
export function runConfere(
  scope: ServiceScope,
  args: readonly string[],
  env: Environment,
  main?: string,
): Promise<CommandResult> {
  return spawnConfere(scope, args, env, main).ended;
}

export type ServedProcess = RunningCommand & {
  readonly url: string;
  /** Printed at the first start only. */
  readonly admin: ClientCredentials | undefined;
};

/** What a process in tests runs with unless a test says otherwise: a busy machine is no overload of the service. */
const defaults = {
  LISTEN: '127.0.0.1:0',
  FACE_WORKERS: '1',
  FACE_ANALYSIS_TIMEOUT_MS: '60000',
  MAX_EVENT_LOOP_DELAY_MS: '60000',
};

/** `confere serve` in a process of its own, once it listens; with `main`, of a copy of the project. */
export async function spawnServe(
  scope: ServiceScope,
  env: Environment,
  { main, args = [] }: { readonly main?: string; readonly args?: readonly string[] } = {},
): Promise<ServedProcess> {
  const command = spawnConfere(scope, ['serve', ...args], { ...defaults, ...env }, main);
  const url = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const match = /(?:listens|health|faces) on (http:[^\s,]+),?\s/.exec(command.stdout());
      if (match !== null) resolve(match[1]!);
    };
    command.child.stdout!.on('data', look);
    void command.ended.then(({ status, stderr }) =>
      reject(new Error(`serve ended with ${status}: ${stderr}`)),
    );
  });
  const clientId = /client id +(\S+)/.exec(command.stdout())?.[1];
  const clientSecret = /client secret +(\S+)/.exec(command.stdout())?.[1];
  assert.equal(clientId === undefined, clientSecret === undefined);
  return {
    ...command,
    url,
    admin: clientId === undefined ? undefined : { clientId, clientSecret: clientSecret! },
  };
}
